// Verifies replay files without the program that wrote them: levels L0 and L3, from format.md and ../fairness.md alone.
//
//     node verify.mjs [--json] [--keys KEYS.json] FILE...      plain or gzipped; KEYS.json is a JWK Set
//
// Exit 0: nothing failed; 1: a check failed, its first bad line is named; 2: not a replay file that can be read.
import { createPublicKey, verify } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import * as fair from "./fairness.mjs";
import { complaint, Fairness, nameOf } from "./drawing.mjs";
import { isObject, isOpen, isWholePart, LINES, parse, wellFormed } from "./lines.mjs";

const { canonical, need, same, sha256 } = fair;
const LONGEST = 4 << 20;

class Unreadable extends Error {} // there is nothing to check

// L0, line by line

class Reading {
  constructor(keys) {
    Object.assign(this, { keys, header: null, footer: null, number: 0, version: 0, head: Buffer.alloc(32) });
    Object.assign(this, { ends: true, cause: null, checkDue: false, fairness: new Fairness() });
    this.says = { status: "open", result: null, seed: null };
  }

  take(raw) {
    this.number += 1;
    if (this.header === null) return this.begin(raw);
    const line = wellFormed(...parse(raw));
    need(this.footer === null, "something follows the footer");
    need(line.k !== "h", "a second header");
    need((line.k === "c") === this.checkDue, this.checkDue ? "a check is missing before it" : "no check is due here");
    if (line.k === "e") this.event(line);
    else this.states(line);
    if (line.k === "f") this.end(line);
  }

  begin(raw) {
    let text, line;
    try {
      [text, line] = parse(raw);
    } catch (error) {
      throw new Unreadable(`line 1: ${error.message}`);
    }
    if (!LINES.h(line)) throw new Unreadable("line 1: not the header of a replay file of format version 1");
    this.header = line;
    wellFormed(text, line);
    const { perspective, seats } = this.header;
    need(seats.every((seat, place) => seat.seat === place), "the seats are not in order");
    need(perspectives(seats).includes(perspective), "a perspective that nobody has");
    const { options, cardSets = [] } = this.header;
    const named = Object.hasOwn(options, "card_sets") ? options.card_sets : [];
    need(same(cardSets.map(({ hash }) => hash), named), "not the card sets that the options name");
    need(cardSets.every(({ hash, text }) => sha256(text).toString("hex") === hash), "a card set has another hash");
  }

  event(event) {
    const { match, perspective } = this.header;
    need(event.v === this.version + 1, `version ${event.v} after ${this.version}`);
    const sealed = event.type === "sealed";
    const commits = event.prv.map((part) => [nameOf(event, part), commitOf(part)]);
    need(event.prv.every(({ to }, place) => !place || event.prv[place - 1].to < to), "private parts are not in order");
    need(!sealed || event.prv.length === 1, "a sealed event has one private part");
    need(event.prv.every((part) => isWholePart(part, sealed)), "a private part of the wrong form");
    need(perspective !== "full" || event.prv.every(isOpen), "a full file has no closed part");
    const { v, type, schema, actor, command, at, pub } = event;
    const body = { match, v, type, schema, actor, command, at, pub, commits: Object.fromEntries(commits) };
    this.head = fair.link(this.head, body);
    need(this.head.toString("hex") === event.hash, "its hash does not follow from the one before it and the event");
    if (v === 1) this.created(type, at, pub);
    this.version = v;
    this.batch(event, seen(event));
  }

  created(type, at, pub) {
    const { match, game, options, clock, pins, seats, createdAt } = this.header;
    const said = { match, game, options, clock, pins, seats: seats.length, createdAt };
    const meant = Object.fromEntries(Object.keys(said).map((name) => [name, pub[name] ?? null]));
    meant.createdAt = new Date(at).toISOString();
    need(type === "match_created" && same(said, meant), "the header says something else than the first event");
  }

  batch(event, { type, data }) {
    const first = this.ends;
    if (first) this.cause = ["action_taken", "conceded"].includes(type) ? event.v : null;
    need(event.causedBy === (first ? null : this.cause), "causedBy is not what its batch began with");
    this.ends = event.end;
    this.checkDue = event.v % 50 === 0;
    if (event.type === "match_started") this.says.status = "running";
    if (event.type === "match_ended") this.ended(event.pub.result);
    if (event.type === "secrets_revealed") this.says.seed = data.seed || null;
    this.fairness.note(this, event, type, data);
  }

  ended(result) {
    need(isObject(result), "match_ended without a result");
    this.says.status = result.kind === "aborted" ? "aborted" : "finished";
    this.says.result = result;
  }

  states({ v, state }) {
    const { perspective, seats } = this.header;
    this.checkDue = false;
    need(v === undefined || v === this.version, `a check of version ${v} after ${this.version}`);
    const due = perspective === "full" ? perspectives(seats).sort() : [perspective];
    need(same(Object.keys(state).sort(), due), "the states are not those of its perspective");
  }

  end(footer) {
    this.footer = footer;
    need(this.ends, "the last batch has no end");
    need(footer.version === this.version, `version ${footer.version} after ${this.version}`);
    need(footer.head === this.head.toString("hex"), "its head is not the hash of the last event");
    const { status, result, seed } = footer;
    need(same({ status, result, seed }, this.says), "status, result or seed are not what the events say");
    this.signed(footer);
  }

  signed({ version, head, status, signature }) {
    const over = ["finished", "aborted"].includes(status);
    need(over || signature === null, "a signature under a match that is not over");
    need(!over || signature !== null || this.keys === null, "not signed");
    if (signature === null) return;
    const { match, game, pins } = this.header;
    const jwk = { crv: "Ed25519", kty: "OKP", x: signature.publicKey };
    need(sha256(canonical(jwk)).toString("base64url") === signature.keyId, "the key's id is not its thumbprint");
    need(this.keys === null || this.keys.has(signature.publicKey), "signed by a key that is not among those given");
    const message = canonical({ format: "playledger-signature-1", match, game, version, head, pins });
    const key = createPublicKey({ key: jwk, format: "jwk" });
    const value = Buffer.from(signature.value, "base64url");
    need(verify(null, Buffer.from(message), key, value), "the signature does not hold");
  }
}

const perspectives = (seats) => ["full", "spectator", ...seats.map(({ seat }) => `seat:${seat}`)];

const commitOf = ({ commit, salt, data }) => commit ?? fair.commitment(Buffer.from(salt, "hex"), data);

// What an event says to who may see its open parts.
function seen(event) {
  const open = event.prv.filter(isOpen).map((part) => part.data);
  if (event.type !== "sealed") return { type: event.type, data: Object.assign({}, event.pub, ...open) };
  return open.length ? open[0] : { type: "sealed", data: {} };
}

// Files

async function* linesOf(path) {
  const start = Buffer.alloc(2);
  const file = openSync(path);
  readSync(file, start);
  closeSync(file);
  const packed = start.equals(Buffer.of(0x1f, 0x8b));
  const bytes = packed ? createReadStream(path).pipe(createGunzip()) : createReadStream(path);
  let rest = [];
  for await (const chunk of bytes) {
    let from = 0;
    for (let feed; (feed = chunk.indexOf(10, from)) >= 0; from = feed + 1) {
      yield Buffer.concat([...rest, chunk.subarray(from, feed + 1)]);
      rest = [];
    }
    rest.push(chunk.subarray(from));
    if (rest.reduce((sum, part) => sum + part.length, 0) > LONGEST) throw new Unreadable("a line beyond 4 MiB");
  }
  const last = Buffer.concat(rest);
  if (last.length) yield last;
}

export async function verifyFile(file, keys = null) {
  const reading = new Reading(keys);
  let failed = null;
  for await (const raw of linesOf(file)) {
    const message = complaint(() => reading.take(raw));
    if (message) failed = { status: "failed", line: reading.number, version: reading.version, message };
    if (failed) break;
  }
  const { header, footer, number, version, head } = reading;
  if (!number) throw new Unreadable("an empty file");
  if (!failed && !footer) failed = { status: "failed", line: number + 1, version, message: "the footer is missing" };
  const fairness = failed ? { status: "skipped", message: "L0 failed" } : reading.fairness.check(reading.says.seed);
  return {
    file,
    match: header.match,
    game: header.game,
    perspective: header.perspective,
    version,
    head: head.toString("hex"),
    signedBy: failed ? null : (footer.signature?.keyId ?? null),
    pinned: Boolean(!failed && keys !== null && footer.signature),
    levels: [level("L0", failed ?? { status: "ok" }), level("L3", fairness)],
    ok: !failed && fairness.status !== "failed",
  };
}

export function readKeys(path) {
  const { keys } = JSON.parse(readFileSync(path, "utf8"));
  return new Set(keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519").map(({ x }) => x));
}

const level = (name, { status, line = null, version = null, message = "" }) =>
  ({ level: name, status, line, version, message });

function sentence({ file, signedBy, pinned, levels }) {
  const vouched = pinned ? "" : " (a key that nobody has vouched for)";
  const signer = signedBy === null ? "not signed" : `signed by ${signedBy}${vouched}`;
  const where = ({ line, version }) => (line === null ? "" : ` at line ${line} (version ${version})`);
  const said = levels.map((one) => `${one.level} ${one.status}${where(one)}${one.message && `: ${one.message}`}`);
  return `${file}: ${[...said, signer].join("; ")}`;
}

async function main(words) {
  const json = words.includes("--json");
  const pins = words.indexOf("--keys");
  const isFile = (word, place) => word !== "--json" && (pins < 0 || (place !== pins && place !== pins + 1));
  const files = words.filter(isFile);
  if (!files.length) throw new Unreadable("usage: verify.mjs [--json] [--keys KEYS.json] FILE...");
  const keys = pins < 0 ? null : readKeys(words[pins + 1]);
  let exit = 0;
  for (const file of files) {
    try {
      const report = await verifyFile(file, keys);
      console.log(json ? JSON.stringify(report) : sentence(report));
      exit = Math.max(exit, report.ok ? 0 : 1);
    } catch (error) {
      console.log(json ? JSON.stringify({ file, error: error.message }) : `${file}: unreadable: ${error.message}`);
      exit = 2;
    }
  }
  return exit;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 2;
  });
}
