export interface Crypto {
  sha256(bytes: Uint8Array): Uint8Array;
  hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array;
  ed25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Nothing can be checked: it is no replay file, or can't be unpacked. */
export class Unreadable extends Error {}

export function linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;

/** What `--json` of verify.mjs prints, but for the file's name. */
export function verifyLines(
  lines: AsyncIterable<Uint8Array>,
  crypto: Crypto,
  keys?: ReadonlySet<string> | null,
  told?: (line: object) => void,
): Promise<object>;
