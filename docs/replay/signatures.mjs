// Signatures of files, from ../keys.md alone, and what a file is worth by them. `reading` has `crypto`, `fair`, and `keys`:
// the public keys that are trusted, or null.
import { base64url, fromBase64url, utf8 } from "./bytes.mjs";
import { canonical, need } from "./fairness.mjs";
import { has, isBase64url, isText } from "./lines.mjs";

export const isSignature = has({ keyId: isText, publicKey: isBase64url(32), value: isBase64url(64) });

export function checkSignature({ crypto, fair, keys }, { keyId, publicKey, value }, about) {
  const jwk = { crv: "Ed25519", kty: "OKP", x: publicKey };
  need(base64url(fair.sha256(canonical(jwk))) === keyId, "the key's id is not its thumbprint");
  need(keys === null || keys.has(publicKey), "signed by a key that is not among those given");
  const [key, signature] = [publicKey, value].map(fromBase64url);
  need(crypto.ed25519(key, utf8(canonical(about)), signature), "the signature does not hold");
}

// "ok" is what a trusted key has signed, and nothing else.
export const verdictOf = ({ ok, signed, pinned }) =>
  !ok ? "failed" : pinned ? "ok" : signed ? "not vouched" : "not signed";

export const level = (name, { status, line = null, version = null, message = "" }) =>
  ({ level: name, status, line, version, message });

export const notChecked = (name, message) => level(name, { status: "skipped", message });
