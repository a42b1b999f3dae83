// fairness.md as functions: nothing here knows of files. fairness-vectors.json holds them to their word.
import { createHash, createHmac } from "node:crypto";

export class Bad extends Error {} // a check failed

export const need = (holds, message) => {
  if (!holds) throw new Bad(message);
};

export const ALGORITHM = "hmac-sha256-ctr/1";
const SCHEME = "playledger-fair-1";
export const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();
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

export const seedCommitment = (match, seed) => sha256(`${SCHEME}|${match}|`, seed).toString("hex");
export const salt = (seed, match, version, name) => hmac(seed, `salt|${match}|${version}|${name}`).subarray(0, 16);
export const commitment = (salt, part) => sha256(Buffer.of(1), salt, canonical(part)).toString("hex");
export const link = (previous, body) => sha256(Buffer.of(0), previous, canonical(body));

export function seatsHash(seeds) {
  const parts = seeds.map((seed) => (seed === null ? "none" : `seed:${seed}`));
  return sha256(SCHEME, ...parts.map((part, seat) => `|${seat}|${Buffer.byteLength(part)}|${part}`)).toString("hex");
}

export function* words(seed, match, seats, purpose, n) {
  for (let block = 0; ; block += 1) {
    const bytes = hmac(seed, `${match}|${seats}|${purpose}|${n}|${block}`);
    for (let start = 0; start < 32; start += 8) yield bytes.readBigUInt64BE(start);
  }
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
