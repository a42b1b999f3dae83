// Verifies replay files without the program that wrote them: levels L0 and L3, from format.md and ../fairness.md alone.
//
//     node verify.mjs [--json] [--keys KEYS.json] FILE...      plain or gzipped; KEYS.json is a JWK Set
//
// Exit 0: nothing failed; 1: a check failed, its first bad line is named; 2: not a replay file that can be read.
import { createPublicKey, verify } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { Bad, need, same, sha256 } from "./fairness.mjs";
import { below, canonical, commitment, link, salt, seatsHash, seedCommitment, shuffle, words } from "./fairness.mjs";

class Unreadable extends Error {} // there is nothing to check

// The shape of lines: format.md

const isText = (value) => typeof value === "string";
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isHex = (digits) => (value) => isText(value) && value.length === digits && /^[0-9a-f]*$/.test(value);
const isFlag = (value) => typeof value === "boolean";
const isOne = (...allowed) => (value) => allowed.includes(value);
const isBase64url = (bytes) => (value) => {
  const decoded = isText(value) ? Buffer.from(value, "base64url") : Buffer.alloc(0);
  return decoded.length === bytes && decoded.toString("base64url") === value;
};
const orNull = (test) => (value) => value === null || test(value);
const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
const has = (shape) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([name, test]) => Object.hasOwn(value, name) && test(value[name]));
const isState = (value) => isObject(value) && Object.values(value).every(isHex(64));
const isOpen = has({ to: isText, data: isObject, salt: isHex(32) });
const isClosed = has({ to: isText, commit: isHex(64) });
const isWholePart = (part, sealed) =>
  (part.to === "sealed") === (sealed && isClosed(part)) && (!sealed || isClosed(part) || isSealedData(part.data));
const isSealedData = has({ actor: isText, command: isText, data: isObject, schema: isCount, type: isText });

const LINES = {
  h: {
    format: isText, formatVersion: isCount, match: isText, game: isText,
    perspective: (value) => isText(value) && /^(full|spectator|seat:(0|[1-9][0-9]*))$/.test(value),
    createdAt: isText, pins: isObject, options: isObject, clock: isObject,
    seats: listOf(has({ seat: isCount, player: orNull(isText), bot: isFlag })),
    seatSeeds: orNull(listOf(orNull(isText))), hash: isOne("sha-256"), views: isText, tags: isObject,
  },
  e: {
    v: isCount, type: isText, schema: isCount, actor: isText, command: isText, at: isCount, pub: isObject,
    prv: listOf((part) => isOpen(part) || isClosed(part)), hash: isHex(64), end: isFlag, causedBy: orNull(isCount),
  },
  c: { v: isCount, state: isState },
  f: {
    version: isCount, head: isHex(64), status: isOne("open", "running", "finished", "aborted"), result: orNull(isObject),
    state: isState, seed: orNull(isHex(64)),
    signature: orNull(has({ keyId: isText, publicKey: isBase64url(32), value: isBase64url(64) })),
  },
};
for (const [kind, shape] of Object.entries(LINES)) LINES[kind] = has({ k: isOne(kind), sum: isHex(32), ...shape });

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function parse(raw) {
  try {
    const text = utf8.decode(raw);
    return [text, JSON.parse(text)];
  } catch {
    throw new Bad("not a line of JSON in UTF-8");
  }
}

function wellFormed(text, line) {
  need(isObject(line) && Object.hasOwn(LINES, line.k), "a line of no known kind");
  need(`${canonical(line)}\n` === text, "not the canonical JSON of what it says, with a line feed");
  const { sum, ...rest } = line;
  need(sha256(canonical(rest)).toString("hex").slice(0, 32) === sum, "its sum is another one");
  need(LINES[line.k](line), "a member is missing, unknown or of the wrong type");
  return line;
}

// L0, line by line

class Reading {
  constructor(keys) {
    Object.assign(this, { keys, header: null, footer: null, number: 0, version: 0, head: Buffer.alloc(32) });
    Object.assign(this, { ends: true, cause: null, checkDue: false, fair: new Fairness() });
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
    const known = line?.k === "h" && line.format === "playledger-replay" && line.formatVersion === 1;
    if (!known) throw new Unreadable("line 1: not the header of a replay file of format version 1");
    this.header = wellFormed(text, line);
    need(this.header.seats.every((seat, place) => seat.seat === place), "the seats are not in order");
  }

  event(event) {
    const { match, perspective } = this.header;
    need(event.v === this.version + 1, `version ${event.v} after ${this.version}`);
    const sealed = event.type === "sealed";
    const commits = event.prv.map((part) => [
      sealed ? "sealed" : part.to,
      part.commit ?? commitment(Buffer.from(part.salt, "hex"), part.data),
    ]);
    need(event.prv.every((part, place) => !place || event.prv[place - 1].to < part.to), "private parts are not in order");
    need(!sealed || event.prv.length === 1, "a sealed event has one private part");
    need(event.prv.every((part) => isWholePart(part, sealed)), "a private part of the wrong form");
    need(perspective !== "full" || event.prv.every(isOpen), "a full file has no closed part");
    const { v, type, schema, actor, command, at, pub } = event;
    this.head = link(this.head, { match, v, type, schema, actor, command, at, pub, commits: Object.fromEntries(commits) });
    need(this.head.toString("hex") === event.hash, "its hash does not follow from the one before it and from the event");
    this.version = v;
    this.batch(event, seen(event));
  }

  batch(event, { type, data }) {
    const first = this.ends;
    if (first) this.cause = ["action_taken", "conceded"].includes(type) ? event.v : null;
    need(event.causedBy === (first ? null : this.cause), "causedBy is not what its batch began with");
    this.ends = event.end;
    this.checkDue = event.v % 50 === 0;
    if (type === "match_started") this.says.status = "running";
    if (type === "match_ended") this.says.status = data.result?.kind === "aborted" ? "aborted" : "finished";
    if (type === "match_ended") this.says.result = data.result;
    if (type === "secrets_revealed") this.says.seed = data.seed ?? null;
    this.fair.note(this, event, type, data);
  }

  states({ v, state }) {
    const { perspective, seats } = this.header;
    this.checkDue = false;
    need(v === undefined || v === this.version, `a check of version ${v} after ${this.version}`);
    const all = ["full", "spectator", ...seats.map(({ seat }) => `seat:${seat}`)];
    const due = perspective === "full" ? all.sort() : [perspective];
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
    need(verify(null, Buffer.from(message), key, Buffer.from(signature.value, "base64url")), "the signature does not hold");
  }
}

// What an event says to who may see its open parts.
function seen(event) {
  const open = event.prv.filter(isOpen).map((part) => part.data);
  if (event.type !== "sealed") return { type: event.type, data: Object.assign({}, event.pub, ...open) };
  return open.length ? open[0] : { type: "sealed", data: {} };
}

// L3: noted while reading, checked when the seed is known

class Fairness {
  constructor() {
    Object.assign(this, { copied: false, seats: null, sent: new Map(), counts: new Map(), checks: [] });
  }

  note({ number, header: { match, perspective } }, event, type, data) {
    const { v } = event;
    const later = (check) => this.checks.push({ line: number, version: v, check });
    if (type === "match_created") {
      this.copied = Object.hasOwn(data, "origin");
      later((seed) => need(seedCommitment(match, seed) === data.pins?.seed_commitment, "the seed breaks its commitment"));
    }
    if (type === "seat_taken" || type === "seat_left") this.sent.delete(data.seat);
    if (type === "seed_added") this.sent.set(data.seat, event.prv.every(isOpen) ? data.seed : undefined);
    if (type === "match_started") this.started(data.seeds, later);
    for (const draw of data.draws ?? []) this.drawn(match, perspective === "full", draw, later);
    if (!this.copied) this.salted(match, event, later);
    if (type === "match_forked") this.copied = false;
  }

  started(seeds, later) {
    const sent = this.sent;
    this.sent = new Map();
    this.seats = listOf(orNull(isText))(seeds) ? seatsHash(seeds) : null;
    if (this.copied) return;
    later(() => {
      need(this.seats !== null, "no list of the seats' seeds");
      seeds.forEach((seed, seat) => {
        const expected = sent.has(seat) ? sent.get(seat) : null; // undefined: sent, and not in sight
        need(expected === undefined ? seed !== null : seed === expected, `not the seed that seat ${seat} sent`);
      });
    });
  }

  drawn(match, full, draw, later) {
    const [purpose, n, size, value] = Array.isArray(draw) ? draw : [];
    const { copied, seats } = this;
    const count = this.counts.get(purpose) ?? 0;
    this.counts.set(purpose, n + 1);
    if (copied) return;
    later((seed) => {
      need(isText(purpose) && isCount(n) && isCount(size), "a draw of the wrong form");
      need(full ? n === count : n >= count, `draw ${n} of ${purpose} where ${count} is due`);
      need(seats !== null, "a draw before the seats' seeds are known");
      need(Array.isArray(value) ? value.length === size : size > 0, "a draw of the wrong size");
      const stream = words(seed, match, seats, purpose, n);
      const due = Array.isArray(value) ? shuffle(stream, size) : Number(below(stream, BigInt(size)));
      need(same(due, value), `draw ${n} of ${purpose} does not follow from the seed`);
    });
  }

  salted(match, { v, type, prv }, later) {
    for (const part of prv.filter(isOpen)) {
      const name = type === "sealed" ? "sealed" : part.to;
      const due = (seed) => salt(seed, match, v, name).toString("hex");
      later((seed) => need(due(seed) === part.salt, `the salt of ${name} does not follow from the seed`));
    }
  }

  check(seed) {
    for (const { line, version, check } of this.checks) {
      const message = complaint(() => check(Buffer.from(seed, "hex")));
      if (message) return { status: "failed", line, version, message };
    }
    return { status: "ok" };
  }
}

// Files

// The message of the check that failed, or null. A stack that ran out is a file made to break programs.
function complaint(check) {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof RangeError) return "nested too deep";
    if (error instanceof Bad) return error.message;
    throw error;
  }
}

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
  }
  const last = Buffer.concat(rest);
  if (last.length) yield last;
}

export async function verifyFile(file, keys = null) {
  const reading = new Reading(keys);
  let failed = null;
  for await (const raw of linesOf(file)) {
    if (failed) continue; // to the end all the same: what can't be unpacked whole is unreadable
    const message = complaint(() => reading.take(raw));
    if (message) failed = { status: "failed", line: reading.number, version: reading.version, message };
  }
  const { header, footer, number, version, head, says, fair } = reading;
  if (!number) throw new Unreadable("an empty file");
  if (!failed && !footer) failed = { status: "failed", line: number + 1, version, message: "the footer is missing" };
  const skipped = (message) => ({ status: "skipped", message });
  const fairness = failed ? skipped("L0 failed") : says.seed ? fair.check(says.seed) : skipped("the seed is not revealed");
  const level = (name, { status, line = null, version = null, message = "" }) => ({ level: name, status, line, version, message });
  return {
    file,
    match: header.match,
    game: header.game,
    perspective: header.perspective,
    version,
    head: head.toString("hex"),
    signedBy: failed ? null : (footer.signature?.keyId ?? null),
    pinned: keys !== null,
    levels: [level("L0", failed ?? { status: "ok" }), level("L3", fairness)],
    ok: !failed && fairness.status !== "failed",
  };
}

export function readKeys(path) {
  const { keys } = JSON.parse(readFileSync(path, "utf8"));
  return new Set(keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519").map(({ x }) => x));
}

function sentence({ file, signedBy, pinned, levels }) {
  const signer = signedBy === null ? "not signed" : `signed by ${signedBy}${pinned ? "" : " (nobody said whose key that is)"}`;
  const where = ({ line, version }) => (line === null ? "" : ` at line ${line} (version ${version})`);
  const said = levels.map((level) => `${level.level} ${level.status}${where(level)}${level.message && `: ${level.message}`}`);
  return `${file}: ${[...said, signer].join("; ")}`;
}

async function main(words) {
  const json = words.includes("--json");
  const pins = words.indexOf("--keys");
  const files = words.filter((word, place) => word !== "--json" && (pins < 0 || (place !== pins && place !== pins + 1)));
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
