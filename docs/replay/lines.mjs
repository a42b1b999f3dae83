// The shape of lines, from format.md: what a line may look like, whatever stands around it.
import { base64url, fromBase64url, hex } from "./bytes.mjs";
import { Bad, canonical, need } from "./fairness.mjs";

export const isText = (value) => typeof value === "string";
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isTime = (value) => isCount(value) && value < 253402300800000; // before the year 10000
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const isHex = (digits) => (value) => isText(value) && value.length === digits && /^[0-9a-f]*$/.test(value);
const isFlag = (value) => typeof value === "boolean";
export const isOne = (...allowed) => (value) => allowed.includes(value);
export const isBase64url = (bytes) => (value) => {
  const decoded = isText(value) ? fromBase64url(value) : null;
  return decoded?.length === bytes && base64url(decoded) === value;
};
export const orNull = (test) => (value) => value === null || test(value);
export const listOf = (test) => (value) => Array.isArray(value) && value.every(test);
export const has = (shape, extra = {}) => (value) => {
  const known = { ...shape, ...extra };
  if (!isObject(value) || !Object.keys(shape).every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) => Object.hasOwn(known, name) && known[name](member));
};
export const mapOf = (test) => (value) => isObject(value) && Object.values(value).every(test);
const isState = mapOf(isHex(64));
export const isOpen = has({ to: isText, data: isObject, salt: isHex(32) });
const isClosed = has({ to: isText, commit: isHex(64) });
const isSealedData = has({ actor: isText, command: isText, data: isObject, schema: isCount, type: isText });
export const isWholePart = (part, sealed) =>
  (part.to === "sealed") === (sealed && isClosed(part)) && (!sealed || isClosed(part) || isSealedData(part.data));

const isCardSets = (value) => listOf(has({ hash: isHex(64), text: isText }))(value) && value.length > 0;

export const LINES = {
  h: {
    format: isOne("playledger-replay"), formatVersion: isOne(1), match: isText, game: isText,
    perspective: (value) => isText(value) && /^(full|spectator|seat:(0|[1-9][0-9]*))$/.test(value),
    createdAt: isText, pins: mapOf(isText), options: isObject, clock: isObject,
    seats: listOf(has({ seat: isCount, player: orNull(isText), bot: isFlag })),
    seatSeeds: orNull(listOf(orNull(isText))), hash: isOne("sha-256"), views: isText, tags: mapOf(isText),
  },
  e: {
    v: isCount, type: isText, schema: isCount, actor: isText, command: isText, at: isTime, pub: isObject,
    prv: listOf((part) => isOpen(part) || isClosed(part)), hash: isHex(64), end: isFlag, causedBy: orNull(isCount),
  },
  c: { v: isCount, state: isState },
  f: {
    version: isCount, head: isHex(64), status: isOne("open", "running", "finished", "aborted"),
    result: orNull(isObject), state: isState, seed: orNull(isHex(64)),
    signature: orNull(has({ keyId: isText, publicKey: isBase64url(32), value: isBase64url(64) })),
  },
};
const EXTRA = { h: { cardSets: isCardSets } }; // members that may be left out
for (const [kind, shape] of Object.entries(LINES))
  LINES[kind] = has({ k: isOne(kind), sum: isHex(32), ...shape }, EXTRA[kind]);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function parse(raw) {
  try {
    const text = utf8.decode(raw);
    return [text, JSON.parse(text)];
  } catch {
    throw new Bad("not a line of JSON in UTF-8");
  }
}

export function wellFormed([text, line], sha256) {
  need(isObject(line) && Object.hasOwn(LINES, line.k), "a line of no known kind");
  need(`${canonical(line)}\n` === text, "not the canonical JSON of what it says, with a line feed");
  const { sum, ...rest } = line;
  need(hex(sha256(canonical(rest))).slice(0, 32) === sum, "its sum is another one");
  need(LINES[line.k](line), "a member is missing, unknown or of the wrong type");
  return line;
}
