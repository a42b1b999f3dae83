import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the page is built from, beside the packages that the lock holds. */
const SOURCES = [
  'src',
  'static',
  'messages',
  'package-lock.json',
  'vite.config.ts',
  '../api_schema/schema.graphql',
  '../api_schema/openapi.json'
];
const MADE = /^src\/(lib\/words|core\/api\/generated)\//;

/** The name of a build: a hash of its sources, so the same source gives the same bytes. */
export function version(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap(files).filter((name) => !MADE.test(name))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

function files(path: string): string[] {
  if (path.includes('.')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
