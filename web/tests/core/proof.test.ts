// @vitest-environment node
// The verifier of docs/replay as a browser runs it: every stored sample holds, and a changed line is named.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Port, verifying } from '../../src/core/proof/asking.ts';
import { prove } from '../../src/core/proof/prover.ts';
import { verify } from '../../src/core/proof/verify.ts';
import type { Progress, ReplayLine } from '../../src/core/proof/types.ts';

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
  expect(report.levels.map(({ level }) => level)).toEqual(['L0', 'L3']);
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

test('a worker says of something else that it is unreadable', async () => {
  const [page, worker] = ends();
  prove(worker);
  await expect(verifying(page, { file: new Blob(['a text']), keys: null })).rejects.toThrow('line 1');
});
