// The hash of a state, from format.md ("State hashes"): of a view as the API gives it.
import { hex, utf8 } from "./bytes.mjs";
import { canonical } from "./fairness.mjs";

const WORD = /(?<=[a-z0-9])(?=[A-Z])/;

// A view with its members as they are hashed.
function stored(value) {
  if (Array.isArray(value)) return value.map(stored);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [named(key), stored(item)]));
}

const named = (key) => (WORD.test(key) ? key.split(WORD).join("_").toLowerCase() : key);

// `sha256` takes bytes and gives bytes.
export const stateHash = (view, sha256) => hex(sha256(utf8(canonical(stored(view)))));
