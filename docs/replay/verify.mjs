// Verifies replay files, records of tournaments and files of ladders without the program that wrote them: levels L0 and L3,
// from format.md, records.md, ../ratings.md and ../fairness.md alone. Records are compared with the replays beside them.
//
//     node verify.mjs [--json] [--keys KEYS.json] FILE...      plain or gzipped; KEYS.json is a JWK Set
//
// Exit 0: nothing failed, and one of the keys has signed each file; 4: nothing failed, and none of them has signed one;
// 1: a check failed, its first bad line is named; 2: a file can't be read. It decides nothing again, so no file is
// `diverged` here, and there is no exit 3.
import { createHash, createHmac, createPublicKey, verify } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { base64url } from "./bytes.mjs";
import { compared, playing } from "./games.mjs";
import { linesOf, Unreadable, verifyLines } from "./proof.mjs";
import { kindOf, verifyRecord } from "./records.mjs";
import { level } from "./signatures.mjs";

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
  const { report } = await read(file, keys);
  return report;
}

// The report of a file, and what is compared: the games of a record, or what a replay says of its game.
async function read(file, keys) {
  const rest = linesOf(unpacked(file));
  const first = await rest.next();
  const format = first.done ? null : kindOf(first.value);
  const lines = again(first, rest);
  if (format !== null) {
    const { report, games } = await verifyRecord(format, lines, CRYPTO, keys);
    return { report: { file, ...report }, games };
  }
  const { played, told } = playing();
  return { report: { file, ...(await verifyLines(lines, CRYPTO, keys, told)) }, played };
}

async function* again({ done, value }, rest) {
  if (done) return;
  yield value;
  yield* rest;
}

// The report of a record once it is compared with the sound replays beside it.
function beside({ report, games }, replays) {
  if (report.kind !== "tournament" || !report.ok) return report;
  const found = replays.map((played) => compared({ ...report, games }, played)).filter((faults) => faults !== null);
  if (!found.length) return report;
  const [fault] = found.flat();
  const status = fault ? "failed" : "ok";
  const message = found.flat().map((one) => one.message).join("; ") || `${found.length} games are as their replays say`;
  const levels = [...report.levels, level("replays", { status, line: fault?.line, message })];
  return { ...report, levels, ok: !fault, compared: found.length, verdict: fault ? "failed" : report.verdict };
}

export function readKeys(path) {
  const { keys } = JSON.parse(readFileSync(path, "utf8"));
  return new Set(keys.filter(({ kty, crv }) => kty === "OKP" && crv === "Ed25519").map(({ x }) => x));
}

const WORDS = {
  ok: ({ signedBy }) => `ok, signed by ${signedBy}`,
  "not signed": () => "ok, not signed",
  "not vouched": ({ signedBy }) => `ok, signed by ${signedBy}, a key that nobody has vouched for`,
  failed: () => "failed",
};

function sentence(report) {
  const where = ({ line, version }) =>
    (line === null ? "" : ` at line ${line}`) + (line === null || version === null ? "" : ` (version ${version})`);
  const status = (one) => (one.status === "skipped" ? "not checked" : one.status);
  const said = report.levels.map((one) => `${one.level} ${status(one)}${where(one)}${one.message && `: ${one.message}`}`);
  return `${report.file}: ${[WORDS[report.verdict](report), ...said].join("; ")}`;
}

async function main(words) {
  const json = words.includes("--json");
  const pins = words.indexOf("--keys");
  const isFile = (word, place) => word !== "--json" && (pins < 0 || (place !== pins && place !== pins + 1));
  const files = words.filter(isFile);
  if (!files.length) throw new Unreadable("usage: verify.mjs [--json] [--keys KEYS.json] FILE...");
  const keys = pins < 0 ? null : readKeys(words[pins + 1]);
  const found = [];
  for (const file of files)
    found.push(await read(file, keys).catch((error) => ({ report: { file, error: error.message } })));
  const replays = found.filter(({ played, report }) => played && report.levels[0].status === "ok");
  const reports = found.map((one) => (one.games ? beside(one, replays.map(({ played }) => played)) : one.report));
  for (const report of reports)
    if (json) console.log(JSON.stringify(report));
    else console.log("error" in report ? `${report.file}: unreadable: ${report.error}` : sentence(report));
  return exitOf(reports);
}

function exitOf(reports) {
  if (reports.some((report) => "error" in report)) return 2;
  if (reports.some(({ ok }) => !ok)) return 1;
  return reports.some(({ verdict }) => verdict !== "ok") ? 4 : 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 2;
  });
}
