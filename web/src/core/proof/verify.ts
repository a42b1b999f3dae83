import * as ed from '@noble/ed25519';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { type Crypto, linesOf, Unreadable, verifyLines } from '../../../../docs/replay/proof.mjs';
import type { Progress, ReplayLine, Report } from './types.ts';

export { Unreadable };

// `crypto.subtle` answers later, call by call, and is missing in a page that came over plain http
ed.hashes.sha512 = sha512;

const CRYPTO: Crypto = {
  sha256,
  hmac: (key, bytes) => hmac(sha256, key, bytes),
  ed25519: (publicKey, message, signature) => ed.verify(signature, message, publicKey, { zip215: false })
};

/** Told of each good line, with how far it is. */
export type Watching = (line: ReplayLine, progress: Progress) => void;

/**
 * Checks a replay file with the verifier of docs/replay: hashes, signature, draws. `keys`: the public keys that may have
 * signed it (`x` of their JWK), or null for any. Throws `Unreadable` for what is no replay file.
 */
export async function verify(
  file: ReadableStream<Uint8Array>,
  keys: ReadonlySet<string> | null = null,
  watching: Watching = () => undefined
): Promise<Report> {
  let progress: Progress = { lines: 0, bytes: 0 };
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const line of linesOf(chunksOf(file))) {
      progress = { lines: progress.lines + 1, bytes: progress.bytes + line.length };
      yield line;
    }
  }
  return (await verifyLines(counted(), CRYPTO, keys, (line) => watching(line as ReplayLine, progress))) as Report;
}

const PACKED = [0x1f, 0x8b];

/** The bytes of a file, unpacked if it is gzipped. */
async function* chunksOf(file: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = file.getReader();
  const first = (await source.read()).value ?? new Uint8Array();
  const packed = PACKED.every((byte, place) => first[place] === byte);
  const whole = from(first, source);
  const unpacked = packed ? whole.pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair) : whole;
  const reader = (unpacked as ReadableStream<Uint8Array>).getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
      yield value as Uint8Array;
  } catch {
    throw new Unreadable('it can not be read to its end, or unpacked');
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function from(first: Uint8Array, rest: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await rest.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => rest.cancel(reason)
  });
}
