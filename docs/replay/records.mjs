// The record of a tournament and the file of a ladder, from records.md and ../ratings.md alone: chain, signatures, and of
// a tournament the seeds and pairings of its rounds. `crypto` and `keys` as in proof.mjs.
import { fromHex, hex } from "./bytes.mjs";
import { complaint } from "./drawing.mjs";
import { canonical, fairness, need } from "./fairness.mjs";
import { has, isCount, isHex, isObject, isOne, isText, mapOf, parse } from "./lines.mjs";
import { verifyRound } from "./pairings.mjs";
import { Unreadable } from "./proof.mjs";
import { checkSignature, isSignature, level, notChecked, verdictOf } from "./signatures.mjs";

const HASHED = {
  v: isCount, type: isText, schema: isCount, actor: isText, command: isText, at: isCount, pub: isObject,
};
const isHeader = has({
  format: isOne("playledger-tournament"), version: isOne(1, 2), tournament: isText, last_version: isCount, head: isHex(64),
});
const isBody = has({ match: isText, ...HASHED, commits: mapOf(isHex(64)) });
const isLadder = has({
  k: isOne("h"), format: isOne("playledger-ratings"), formatVersion: isOne(1, 2), ladder: isText, game: isText,
  season: isText, model: isOne("openskill-plackett-luce/1"), unit: isOne(1000000), hash: isOne("sha-256"),
});
const isRated = has({ k: isOne("e"), ...HASHED, hash: isHex(64) });
const END = { k: isOne("f"), lastVersion: isCount, chainHead: isHex(64) };
const isOldEnd = has(END);
const isEnd = has({ ...END, signature: (value) => value === null || isSignature(value) });

// A chain of events while its file is read.
class Chain {
  constructor(crypto, keys) {
    Object.assign(this, { crypto, keys, fair: fairness(crypto), number: 0, version: 0, head: new Uint8Array(32) });
    Object.assign(this, { header: null, signature: null, signed: 0, unfair: null, games: [] });
  }

  follow(owner, body, hash) {
    need(body.match === owner, "an event of another chain");
    need(body.v === this.version + 1, `version ${body.v} after ${this.version}`);
    this.head = this.fair.link(this.head, body);
    need(hex(this.head) === hash, "its hash does not follow from the one before");
    this.version = body.v;
  }

  sign(signature, about) {
    checkSignature(this, signature, { ...about, version: this.version, head: hex(this.head) });
    [this.signature, this.signed] = [signature, this.version];
  }

  end() {
    need(this.keys === null || this.signed === this.version, `nobody has signed what follows version ${this.signed}`);
  }
}

class Tournament extends Chain {
  kind = "tournament";
  commitments = new Set();
  over = false;

  begin(text, line) {
    need(isHeader(line), "not the header of a record of version 1 or 2");
    this.header = line;
    need(text === spelled(line, "format", "version", "tournament", "last_version", "head"), "not as records are spelled");
  }

  take(text, line) {
    if (Object.hasOwn(line, "signature")) return this.signing(text, line.signature);
    need(isObject(line.body) && text === `{"hash":${JSON.stringify(line.hash)},"body":${canonical(line.body)}}\n`,
      "not as events of records are spelled");
    need(isBody(line.body), "a member is missing, unknown or of the wrong type");
    this.follow(this.header.tournament, line.body, line.hash);
    this.note(line.body);
  }

  signing(text, signature) {
    const { version, tournament } = this.header;
    need(isSignature(signature), "no signature");
    need(text === `{"signature":${spelled(signature, "keyId", "publicKey", "value").trimEnd()}}\n`, "spelled otherwise");
    need(version === 2 && this.version > this.signed, "no event that this signature could be about");
    this.sign(signature, { format: "playledger-tournament-signature-1", tournament });
  }

  note({ type, pub }) {
    const { tournament } = this.header;
    if (type === "tournament_created") need(pub.tournament === tournament, "the first event is of another tournament");
    if (type === "round_started" || type === "seed_revealed")
      this.unfair ??= this.fault(complaint(() => this.fairly(type, pub)));
    if (isText(pub.commitment)) this.commitments.add(pub.commitment);
    const { round, table, game: number } = pub;
    const place = (game) => game.round === round && game.table === table && game.number === number;
    if (type === "game_started")
      this.games.push({ line: this.number, match: pub.match, round, table, number, seats: pub.seats, end: null });
    if (type === "game_finished") {
      const game = this.games.findLast(place);
      need(game !== undefined, "a game that has not begun");
      Object.assign(game, { line: this.number, end: pub });
    }
    if (type === "tournament_finished" || type === "tournament_cancelled") this.over = true;
  }

  // Seeds were committed to in an earlier event, and lead to the pairings of their rounds.
  fairly(type, pub) {
    const { tournament } = this.header;
    const proof = type === "round_started" ? pub.proof : null;
    const seed = proof === null ? pub.seed : proof?.seed;
    need(isHex(64)(seed), "no seed");
    const commitment = this.fair.seedCommitment(tournament, fromHex(seed));
    need(this.commitments.has(commitment), "nobody has committed to this seed before");
    if (proof === null) return;
    const fault = verifyRound({ format: "playledger-round", version: 1, proof, commitment }, this.crypto);
    need(fault === null, fault);
    const given = JSON.parse(proof.input);
    need(given.tournament === tournament && given.round === pub.number, "the proof is of another round");
  }

  fault = (message) => message && { status: "failed", line: this.number, version: this.version, message };

  end() {
    const { last_version: version, head } = this.header;
    need(version === this.version && head === hex(this.head), "it does not end where its header says");
    super.end();
  }

  told() {
    return {
      tournament: this.header.tournament, complete: this.over,
      levels: [notChecked("L1", HERE), notChecked("L2", HERE), level("L3", this.unfair ?? { status: "ok" }),
        notChecked("L4", HERE)],
    };
  }
}

const HERE = "playledger verify does";

class Ladder extends Chain {
  kind = "ratings";
  footer = null;

  begin(text, line) {
    need(isLadder(line), "not the header of a ladder that is known here");
    this.header = line;
    need(text === `${canonical(line)}\n`, "not canonical JSON");
  }

  take(text, line) {
    need(text === `${canonical(line)}\n`, "not canonical JSON");
    need(this.footer === null, "something follows the footer");
    if (line.k === "f") return this.close(line);
    need(isRated(line), "a member is missing, unknown or of the wrong type");
    const { v, type, schema, actor, command, at, pub } = line;
    const { ladder, game, season } = this.header;
    this.follow(ladder, { match: ladder, v, type, schema, actor, command, at, pub, commits: {} }, line.hash);
    need((v === 1) === (type === "ladder_opened"), "a ladder begins with its opening, once");
    if (v === 1)
      need(pub.ladder === ladder && pub.game === game && pub.season === season, "the header names another ladder");
  }

  close(line) {
    need((this.header.formatVersion === 1 ? isOldEnd : isEnd)(line), "a footer of another form");
    need(line.lastVersion === this.version && line.chainHead === hex(this.head), "the footer says another end");
    this.footer = line;
    if (line.signature) this.sign(line.signature, { format: "playledger-ladder-signature-1", ladder: this.header.ladder });
    super.end();
  }

  end() {
    need(this.footer !== null, "the footer is missing");
  }

  told() {
    const { ladder, game, season } = this.header;
    return { ladder, game, season, levels: [notChecked("L1", HERE)] };
  }
}

const spelled = (line, ...names) => `${JSON.stringify(Object.fromEntries(names.map((name) => [name, line[name]])))}\n`;

const KINDS = { "playledger-tournament": Tournament, "playledger-ratings": Ladder };

// The kind of a file by its first line; null: neither of these.
export function kindOf(raw) {
  let format;
  complaint(() => ({ format } = parse(raw)[1] ?? {}));
  return Object.hasOwn(KINDS, format) ? format : null;
}

// Checks every line up to the first bad one: the report, and the games of a tournament, which games.mjs compares.
export async function verifyRecord(format, lines, crypto, keys = null) {
  const reading = new KINDS[format](crypto, keys);
  let message = null;
  for await (const raw of lines) {
    reading.number += 1;
    message = complaint(() => taken(reading, parse(raw)));
    if (message) break;
  }
  if (!message) {
    reading.number += 1;
    message = complaint(() => reading.end());
  }
  if (reading.header === null) throw new Unreadable(`line 1: ${message}`);
  return { report: reported(reading, message), games: reading.games };
}

function taken(reading, [text, line]) {
  need(isObject(line), "not a JSON object");
  if (reading.header === null) reading.begin(text, line);
  else reading.take(text, line);
}

function reported(reading, message) {
  const { kind, version, head, signature, signed, number } = reading;
  const { levels, ...about } = reading.told();
  const chain = message ? { status: "failed", line: number, version, message } : { status: "ok" };
  const rest = message ? levels.map((one) => notChecked(one.level, "L0 failed")) : levels;
  const whole = signed === version && version > 0;
  const report = {
    kind, ...about, version, head: hex(head), signedBy: signature?.keyId ?? null, signedVersion: signed,
    pinned: !message && whole && reading.keys !== null, levels: [level("L0", chain), ...rest],
    ok: !message && levels.every(({ status }) => status !== "failed"),
  };
  return { ...report, verdict: verdictOf({ ...report, signed: whole }) };
}
