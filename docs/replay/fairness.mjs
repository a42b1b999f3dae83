// fairness.md as functions: nothing here knows of files. fairness-vectors.json holds them to their word.
import { hex, joined, utf8 } from "./bytes.mjs";

export class Bad extends Error {} // a check failed

export const need = (holds, message) => {
  if (!holds) throw new Bad(message);
};

export const ALGORITHM = "hmac-sha256-ctr/1";
const SCHEME = "playledger-fair-1";
export const same = (a, b) => canonical(a) === canonical(b);

export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort(); // by UTF-16 code units, as RFC 8785 has it
    need(!/[\ud800-\uffff]/.test(keys.join("")), "the name of a member has a character above U+D7FF");
    return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  need(typeof value !== "number" || Number.isSafeInteger(value), "a number that is no integer below 2^53");
  need(typeof value !== "string" || value.isWellFormed(), "a text with half a surrogate pair");
  return JSON.stringify(value);
}

// What hashes. `crypto` has sha256(bytes) and hmac(key, bytes), both of bytes.
export function fairness(crypto) {
  const sha256 = (...parts) => crypto.sha256(joined(...parts));
  const hmac = (key, message) => crypto.hmac(key, utf8(message));
  return {
    sha256,
    seedCommitment: (match, seed) => hex(sha256(`${SCHEME}|${match}|`, seed)),
    salt: (seed, match, version, name) => hmac(seed, `salt|${match}|${version}|${name}`).subarray(0, 16),
    commitment: (salt, part) => hex(sha256(Uint8Array.of(1), salt, canonical(part))),
    link: (previous, body) => sha256(Uint8Array.of(0), previous, canonical(body)),
    seatsHash(seeds) {
      const parts = seeds.map((seed) => (seed === null ? "none" : `seed:${seed}`));
      return hex(sha256(SCHEME, ...parts.map((part, seat) => `|${seat}|${utf8(part).length}|${part}`)));
    },
    *words(seed, match, seats, purpose, n) {
      for (let block = 0; ; block += 1) {
        const bytes = hmac(seed, `${match}|${seats}|${purpose}|${n}|${block}`);
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        for (let start = 0; start < 32; start += 8) yield view.getBigUint64(start);
      }
    },
  };
}

export function below(stream, size) {
  const limit = 2n ** 64n - (2n ** 64n % size);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % size;
  }
}

export function shuffle(stream, size) {
  const places = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = Number(below(stream, BigInt(last + 1)));
    [places[last], places[other]] = [places[other], places[last]];
  }
  return places;
}
