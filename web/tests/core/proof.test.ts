// @vitest-environment node
// The verifier of docs/replay as a browser runs it: every stored sample holds, and a changed line is named.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test, vi } from 'vitest';
import { stateHash } from '../../../docs/replay/states.mjs';
import { checkingRound, comparing, type Port, verifying } from '../../src/core/proof/asking.ts';
import { prove } from '../../src/core/proof/prover.ts';
import { verify } from '../../src/core/proof/verify.ts';
import type { Check, Progress, ReplayLine } from '../../src/core/proof/types.ts';

const folder = fileURLToPath(new URL('../../../docs/replay/samples/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.ndjson'));

function bytes(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(folder + name));
}

function stream(file: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([file]).stream();
}

/** The lines of a sample, with their line feeds. */
function linesOf(name: string): string[] {
  const file = bytes(name);
  const text = new TextDecoder().decode(file[0] === 0x1f ? gunzipSync(file) : file);
  return text.split(/(?<=\n)/);
}

test.each(files)('%s holds', async (name) => {
  const report = await verify(stream(bytes(name)));
  expect(report.ok).toBe(true);
  expect(report.levels.map(({ level }) => level)).toEqual(['L0', 'L1', 'L2', 'L3', 'L4']);
  expect(report.verdict).toBe(report.signedBy === null ? 'not signed' : 'not vouched');
});

describe('a file that was changed', () => {
  const name = files[0] as string;

  test.each([1, 5, 20])('is named by its line %i', async (place) => {
    const lines = linesOf(name);
    lines[place] = (lines[place] as string).replace('"at":1', '"at":2');
    const { ok, levels } = await verify(stream(new TextEncoder().encode(lines.join(''))));
    expect(ok).toBe(false);
    expect(levels[0]).toMatchObject({ level: 'L0', status: 'failed', line: place + 1 });
  });

  test('is no match of a key that others trust', async () => {
    const { levels } = await verify(stream(bytes(name)), new Set(['AAAA']));
    expect(levels[0]?.message).toBe('signed by a key that is not among those given');
  });

  test('is unreadable if it is something else, or a part of a gzip file', async () => {
    await expect(verify(stream(new TextEncoder().encode('a text')))).rejects.toThrow('line 1');
    await expect(verify(stream(Uint8Array.of(0x1f, 0x8b, 8, 0)))).rejects.toThrow('unpacked');
  });
});

/** Two ends, each of which hears what the other one posts. */
function ends(): [Port, Port] {
  const heard: ((event: { readonly data: unknown }) => void)[][] = [[], []];
  const end = (own: number): Port => ({
    postMessage: (data) =>
      queueMicrotask(() => heard[1 - own]!.forEach((tell) => tell({ data: structuredClone(data) }))),
    addEventListener: (_, listener) => void heard[own]!.push(listener)
  });
  return [end(0), end(1)];
}

test('a worker tells all lines on the way, and what it has found', async () => {
  const [page, worker] = ends();
  prove(worker);
  const told: ReplayLine[] = [];
  let last: Progress = { lines: 0, bytes: 0 };
  const name = files[0] as string;
  const report = await verifying(page, { file: new Blob([bytes(name)]), keys: null }, (progress, lines) => {
    last = progress;
    told.push(...lines);
  });
  const lines = linesOf(name);
  expect(report.ok).toBe(true);
  expect(told).toHaveLength(lines.length);
  expect(last).toEqual({ lines: lines.length, bytes: new TextEncoder().encode(lines.join('')).length });
  expect(told[0]?.k).toBe('h');
});

test('a worker tells only the lines that are wanted, as often as it goes on by 250', async () => {
  const [page, worker] = ends();
  prove(worker);
  const told: ReplayLine[] = [];
  const reached: number[] = [];
  const name = files.find((one) => linesOf(one).length > 500) as string;
  await verifying(page, { file: new Blob([bytes(name)]), keys: null, only: 'c' }, (progress, lines) => {
    reached.push(progress.lines);
    told.push(...lines);
  });
  const lines = linesOf(name).length;
  expect(told.map(({ v }) => v)).toEqual(Array.from({ length: told.length }, (_, place) => 50 * (place + 1)));
  expect(told.every(({ k }) => k === 'c')).toBe(true);
  expect(reached).toEqual([...Array.from({ length: Math.floor(lines / 250) }, (_, at) => 250 * (at + 1)), lines]);
});

test('a worker says of something else that it is unreadable', async () => {
  const [page, worker] = ends();
  prove(worker);
  await expect(verifying(page, { file: new Blob(['a text']), keys: null })).rejects.toThrow('line 1');
});

describe('the states of a match', () => {
  const VIEW = { turnNumber: 3, seats: [{ deckCount: 5, P1: 'ä', 'c4-x': null }], 's0:2C': true };
  // by the program of docs/replay/format.md
  const HASH = 'a98e4ae2ce44ea25c0f42cf4b7f3b970239bac82b5560358484d5c83c260a1ad';
  const source = { base: 'http://service.test', token: null };
  const wanted = (checks: readonly Check[]) => ({ source, match: 'm', perspective: 'spectator', checks });

  /** A service that shows a view at every version, and at which it was asked. */
  function showing(view: (version: number) => unknown): number[] {
    const asked: number[] = [];
    vi.stubGlobal('fetch', (address: URL) => {
      const version = Number(address.searchParams.get('at'));
      asked.push(version);
      return Promise.resolve(Response.json({ view: view(version) }));
    });
    return asked;
  }

  test('are hashed under the names that the game gives their members', () => {
    expect(stateHash(VIEW, sha256)).toBe(HASH);
  });

  test('are compared from the first check to the last, some of them', async () => {
    const [page, worker] = ends();
    prove(worker);
    const asked = showing(() => VIEW);
    const checks = Array.from({ length: 100 }, (_, at) => ({ version: (at + 1) * 50, hash: HASH }));
    expect(await comparing(page, wanted(checks))).toEqual({ compared: 12, of: 100, differs: null });
    expect([asked[0], asked.at(-1), asked.length]).toEqual([50, 5000, 12]);
  });

  test('that are others are named by their version', async () => {
    const [page, worker] = ends();
    prove(worker);
    showing((version) => (version === 100 ? { ...VIEW, turnNumber: 4 } : VIEW));
    const checks = [50, 100, 150].map((version) => ({ version, hash: HASH }));
    expect(await comparing(page, wanted(checks))).toEqual({ compared: 2, of: 3, differs: 100 });
  });

  test('that nobody shows are not compared', async () => {
    const [page, worker] = ends();
    prove(worker);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
    await expect(comparing(page, wanted([{ version: 50, hash: HASH }]))).rejects.toThrow('404');
  });
});

describe('a round of a tournament', () => {
  const page = readFileSync(new URL('../../../docs/pairings.md', import.meta.url), 'utf8');
  const proof = JSON.parse(/```json\n(.*?)\n```/s.exec(page)?.[1] ?? '') as { seed: string };
  const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
  const told = new TextEncoder().encode('playledger-fair-1|tn_example|');
  const commitment = Buffer.from(sha256(Uint8Array.of(...told, ...seed))).toString('hex');
  const file = { format: 'playledger-round', version: 1, proof, commitment };
  const tables = [
    { table: 1, seats: ['dea', 'cem'] },
    { table: 2, seats: ['eli', 'ben'] }
  ];
  const shown = { commitment, seed: proof.seed, tables };

  async function checked(given: object, as: typeof shown): Promise<string | null> {
    const [near, far] = ends();
    prove(far);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(given)));
    return checkingRound(near, { url: 'http://service.test/file', token: null, shown: as });
  }

  test('of the docs is paired again', async () => {
    expect(await checked(file, shown)).toBeNull();
  });

  test('that was changed, or is shown otherwise, is told', async () => {
    expect(await checked({ ...file, commitment: '00' }, shown)).toBe('the commitment is to another seed');
    expect(await checked(file, { ...shown, seed: '00' })).toContain('the seed is another');
    const swapped = [tables[0]!, { table: 2, seats: ['ben', 'eli'] }];
    expect(await checked(file, { ...shown, tables: swapped })).toBe('table 2 is another than in the proof');
    expect(await checked(file, { ...shown, tables: tables.slice(1) })).toBe('there are other tables in the proof');
  });
});
