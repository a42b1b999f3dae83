// Level L3, from format.md ("What L3 reads"): noted while a file is read, checked when its seed is known.
import { fromHex, hex } from "./bytes.mjs";
import { ALGORITHM, Bad, below, need, same, shuffle } from "./fairness.mjs";
import { isCount, isOpen, isText, listOf, orNull } from "./lines.mjs";

// The name of a part's commitment, which its salt is made for.
export const nameOf = ({ type }, { to }) => (type === "sealed" ? "sealed" : to);

// The message of the check that failed, or null. A stack that ran out is a file made to break programs.
export function complaint(check) {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof RangeError) return "nested too deep";
    if (error instanceof Bad) return error.message;
    throw error;
  }
}

export class Fairness {
  constructor(fair) {
    Object.assign(this, { fair, copied: 0, seats: null, sent: new Map(), counts: new Map(), checks: [] });
  }

  note({ number, header: { match, perspective } }, event, type, data) {
    const { v } = event;
    const later = (check) => this.checks.push({ line: number, version: v, check });
    if (type === "match_created") {
      const { origin = { version: 0 } } = data;
      this.copied = isCount(origin?.version) ? origin.version : 0; // up to there the draws are another match's
      later(() => need(isCount(origin?.version), "an origin without a version"));
      const { rng_algorithm: algorithm, seed_commitment: due } = data.pins ?? {};
      later(() => need(algorithm === ALGORITHM, `drawn by another algorithm than ${ALGORITHM}`));
      later((seed) => need(this.fair.seedCommitment(match, seed) === due, "the seed is not the one committed to"));
    }
    if (type === "seat_left") this.sent.delete(data.seat);
    if (type === "seed_added") this.sent.set(data.seat, event.prv.every(isOpen) ? data.seed : undefined);
    if (type === "match_started") this.started(data.seeds, later);
    const { draws = [] } = data;
    if (!Array.isArray(draws)) later(() => need(false, "draws of the wrong form"));
    else for (const draw of draws) this.drawn(match, perspective === "full", draw, v <= this.copied ? () => {} : later);
    this.salted(match, event, later);
  }

  started(seeds, later) {
    const sent = this.sent;
    this.sent = new Map();
    this.seats = listOf(orNull(isText))(seeds) ? this.fair.seatsHash(seeds) : null;
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
    const { seats } = this;
    const count = this.counts.get(purpose) ?? 0;
    this.counts.set(purpose, n + 1);
    later((seed) => {
      need(isText(purpose) && isCount(n) && isCount(size), "a draw of the wrong form");
      need(full ? n === count : n >= count, `draw ${n} of ${purpose} where ${count} is due`);
      need(seats !== null, "a draw before the seats' seeds are known");
      need(Array.isArray(value) ? value.length === size : size > 0, "a draw of the wrong size");
      const stream = this.fair.words(seed, match, seats, purpose, n);
      const due = Array.isArray(value) ? shuffle(stream, size) : Number(below(stream, BigInt(size)));
      need(same(due, value), `draw ${n} of ${purpose} does not follow from the seed`);
    });
  }

  salted(match, event, later) {
    for (const part of event.prv.filter(isOpen)) {
      const name = nameOf(event, part);
      const due = (seed) => hex(this.fair.salt(seed, match, event.v, name));
      later((seed) => need(due(seed) === part.salt, `the salt of ${name} does not follow from the seed`));
    }
  }

  check(seed) {
    if (seed === null) return { status: "skipped", message: "the seed is not revealed" };
    for (const { line, version, check } of this.checks) {
      const message = complaint(() => check(fromHex(seed)));
      if (message) return { status: "failed", line, version, message };
    }
    return { status: "ok" };
  }
}
