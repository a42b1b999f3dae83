// Verifies replay files without the program that wrote them: levels L0 and L3, from format.md and ../fairness.md alone.
//
//     node verify.mjs [--json] [--keys KEYS.json] FILE...      plain or gzipped; KEYS.json is a JWK Set
//
// Exit 0: nothing failed; 1: a check failed, its first bad line is named; 2: not a replay file that can be read. It
// decides nothing again, so no file is `diverged` here, and there is no exit 3.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { base64url } from "./bytes.mjs";
import { linesOf, Unreadable, verifyLines } from "./proof.mjs";

export const CRYPTO = {
  sha256: (bytes) => createHash("sha256").update(bytes).digest(),
  hmac: (key, bytes) => createHmac("sha256", key).update(bytes).digest(),
  ed25519(key, message, signature) {
    const jwk = { crv: "Ed25519", kty: "OKP", x: base64url(key) };
    return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), signature);
  },
};

function unpacked(path) {
  const start = Buffer.alloc(2);
  const file = openSync(path);
  readSync(file, start);
  closeSync(file);
  const packed = start.equals(Buffer.of(0x1f, 0x8b));
  return packed ? createReadStream(path).pipe(createGunzip()) : createReadStream(path);
}

export async function verifyFile(file, keys = null) {
  return { file, ...(await verifyLines(linesOf(unpacked(file)), CRYPTO, keys)) };
}

export function readKeys(path) {
  const { keys } = JSON.parse(readFileSync(path, "utf8"));
  return new Set(keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519").map(({ x }) => x));
}

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
