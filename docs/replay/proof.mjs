// Levels L0 and L3 of a replay file, from format.md and ../fairness.md alone: whatever runs it brings its lines and its
// cryptography. `crypto` has sha256(bytes), hmac(key, bytes) and ed25519(key, message, signature): bytes, bytes, whether.
import { fromHex, hex, joined } from "./bytes.mjs";
import { complaint, Fairness, nameOf } from "./drawing.mjs";
import { fairness, need, same } from "./fairness.mjs";
import { isObject, isOpen, isWholePart, LINES, parse, wellFormed } from "./lines.mjs";
import { checkSignature, level, notChecked, verdictOf } from "./signatures.mjs";

const LONGEST = 4 << 20;

export class Unreadable extends Error {} // there is nothing to check

// L0, line by line

class Reading {
  constructor(crypto, keys) {
    const fair = fairness(crypto);
    Object.assign(this, { crypto, fair, keys, header: null, footer: null, number: 0, version: 0, head: new Uint8Array(32) });
    Object.assign(this, { ends: true, cause: null, checkDue: false, fairness: new Fairness(fair) });
    this.says = { status: "open", result: null, seed: null };
  }

  take(raw) {
    this.number += 1;
    if (this.header === null) return this.begin(raw);
    const line = wellFormed(parse(raw), this.fair.sha256);
    need(this.footer === null, "something follows the footer");
    need(line.k !== "h", "a second header");
    need((line.k === "c") === this.checkDue, this.checkDue ? "a check is missing before it" : "no check is due here");
    if (line.k === "e") this.event(line);
    else this.states(line);
    if (line.k === "f") this.end(line);
    return line;
  }

  begin(raw) {
    let read;
    try {
      read = parse(raw);
    } catch (error) {
      throw new Unreadable(`line 1: ${error.message}`);
    }
    const [, line] = read;
    if (!LINES.h(line)) throw new Unreadable("line 1: not the header of a replay file of format version 1");
    this.header = line;
    wellFormed(read, this.fair.sha256);
    const { perspective, seats } = this.header;
    need(seats.every((seat, place) => seat.seat === place), "the seats are not in order");
    need(perspectives(seats).includes(perspective), "a perspective that nobody has");
    const { options, cardSets = [] } = this.header;
    const named = Object.hasOwn(options, "card_sets") ? options.card_sets : [];
    need(same(cardSets.map(({ hash }) => hash), named), "not the card sets that the options name");
    need(cardSets.every((set) => hex(this.fair.sha256(set.text)) === set.hash), "a card set has another hash");
    return line;
  }

  event(event) {
    const { match, perspective } = this.header;
    need(event.v === this.version + 1, `version ${event.v} after ${this.version}`);
    const sealed = event.type === "sealed";
    const commits = event.prv.map((part) => [nameOf(event, part), this.commitOf(part)]);
    need(event.prv.every(({ to }, place) => !place || event.prv[place - 1].to < to), "private parts are not in order");
    need(!sealed || event.prv.length === 1, "a sealed event has one private part");
    need(event.prv.every((part) => isWholePart(part, sealed)), "a private part of the wrong form");
    need(perspective !== "full" || event.prv.every(isOpen), "a full file has no closed part");
    const { v, type, schema, actor, command, at, pub } = event;
    const body = { match, v, type, schema, actor, command, at, pub, commits: Object.fromEntries(commits) };
    this.head = this.fair.link(this.head, body);
    need(hex(this.head) === event.hash, "its hash does not follow from the one before");
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
    need(footer.head === hex(this.head), "its head is not the hash of the last event");
    const { status, result, seed } = footer;
    need(same({ status, result, seed }, this.says), "status, result or seed are not what the events say");
    this.signed(footer);
  }

  signed({ version, head, status, signature }) {
    const over = ["finished", "aborted"].includes(status);
    need(over || signature === null, "a signature under a match that is not over");
    need(signature !== null || this.keys === null, over ? "nobody has signed it" : "nobody has signed it: it goes on");
    if (signature === null) return;
    const { match, game, pins } = this.header;
    checkSignature(this, signature, { format: "playledger-signature-1", match, game, version, head, pins });
  }

  commitOf({ commit, salt, data }) {
    return commit ?? this.fair.commitment(fromHex(salt), data);
  }
}

const perspectives = (seats) => ["full", "spectator", ...seats.map(({ seat }) => `seat:${seat}`)];

// What an event says to who may see its open parts.
function seen(event) {
  const open = event.prv.filter(isOpen).map((part) => part.data);
  if (event.type !== "sealed") return { type: event.type, data: Object.assign({}, event.pub, ...open) };
  return open.length ? open[0] : { type: "sealed", data: {} };
}

// The lines of a file with their line feeds, from its bytes as they come, unpacked.
export async function* linesOf(chunks) {
  let rest = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let feed; (feed = chunk.indexOf(10, from)) >= 0; from = feed + 1) {
      yield joined(...rest, chunk.subarray(from, feed + 1));
      rest = [];
    }
    rest.push(chunk.subarray(from));
    if (rest.reduce((sum, part) => sum + part.length, 0) > LONGEST) throw new Unreadable("a line beyond 4 MiB");
  }
  const last = joined(...rest);
  if (last.length) yield last;
}

// Checks every line up to the first bad one, and says what was found. `told` gets each good line as data.
export async function verifyLines(lines, crypto, keys = null, told = () => {}) {
  const reading = new Reading(crypto, keys);
  let failed = null;
  for await (const raw of lines) {
    let line;
    const message = complaint(() => (line = reading.take(raw)));
    if (message) failed = { status: "failed", line: reading.number, version: reading.version, message };
    if (failed) break;
    told(line);
  }
  const { header, footer, number, version, head } = reading;
  if (!number) throw new Unreadable("an empty file");
  if (!failed && !footer) failed = { status: "failed", line: number + 1, version, message: "the footer is missing" };
  const fairness = failed ? { status: "skipped", message: "L0 failed" } : reading.fairness.check(reading.says.seed);
  const report = {
    match: header.match,
    game: header.game,
    perspective: header.perspective,
    version,
    head: hex(head),
    signedBy: failed ? null : (footer.signature?.keyId ?? null),
    pinned: Boolean(!failed && keys !== null && footer.signature),
    levels: [
      level("L0", failed ?? { status: "ok" }),
      notChecked("L1", GAME),
      notChecked("L2", GAME),
      level("L3", fairness),
      notChecked("L4", GAME),
    ],
    ok: !failed && fairness.status !== "failed",
  };
  return { ...report, verdict: verdictOf({ ...report, signed: report.signedBy !== null }) };
}

const GAME = "only the program of the game can";
