// Builds the package of the client, src/core for everybody: `npm pack ./client` makes its tarball.
//   node scripts/client.mjs [FOLDER]      default: client/
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const web = new URL('../', import.meta.url).pathname;
const core = `${web}src/core/`;
const out = `${process.argv[2] ?? `${web}client`}/`;
const tsconfig = `${web}tsconfig.core.json`;
const entries = { index: `${core}index.ts`, proof: `${core}proof/index.ts` };
const [, version] = /^version = "(.+)"$/m.exec(readFileSync(`${web}../pyproject.toml`, 'utf8'));
const inside = ['@noble/ed25519', '@noble/hashes', 'graphql-ws', 'immutable-json-patch', 'openapi-fetch'];
const written = { dir: out, format: 'esm', chunkFileNames: '[name].js' };

rmSync(out, { recursive: true, force: true });
// all that it needs is inside, the types too: it depends on no other package, nor does whoever takes it
const code = await rolldown({ input: { ...entries, worker: `${core}proof/worker.ts` }, platform: 'browser', tsconfig });
await code.write(written);
const types = await rolldown({
  input: entries,
  platform: 'browser',
  tsconfig,
  plugins: [dts({ dtsOnly: true, tsconfig })]
});
await types.write(written);
const about = JSON.parse(readFileSync(`${core}package.json`, 'utf8'));
writeFileSync(`${out}package.json`, `${JSON.stringify({ ...about, version }, null, 2)}\n`);
cpSync(`${core}README.md`, `${out}README.md`);
writeFileSync(`${out}licenses.txt`, inside.map(license).join('\n'));

/** The license of a package that is inside, as it says it. */
function license(name) {
  const folder = `${web}node_modules/${name}/`;
  const file = readdirSync(folder).find((one) => one.startsWith('LICENSE'));
  return `${name}\n\n${readFileSync(folder + file, 'utf8')}`;
}
