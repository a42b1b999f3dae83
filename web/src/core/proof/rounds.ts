// The pairings of a round, computed again from its file.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { verifyRound } from '../../../../docs/replay/pairings.mjs';
import type { CheckingRound, ShownTable } from './types.ts';

const CRYPTO = { sha256, hmac: (key: Uint8Array, bytes: Uint8Array) => hmac(sha256, key, bytes) };

/** What of a round's file is compared with what is shown. */
interface RoundFile {
  readonly commitment?: unknown;
  readonly proof?: { readonly seed?: unknown; readonly result?: { readonly pairings?: readonly ShownTable[] } };
}

/** What is wrong with a round as it is shown; null: its file holds, and says the same. Throws if it can't be read. */
export async function checkRound({ url, token, shown }: CheckingRound): Promise<string | null> {
  const headers = { Accept: 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`the service answers with status ${answer.status}`);
  const file = (await answer.json()) as RoundFile;
  return verifyRound(file, CRYPTO) ?? unlike(file, shown);
}

function unlike({ commitment, proof }: RoundFile, shown: CheckingRound['shown']): string | null {
  if (commitment !== shown.commitment) return 'the commitment is another than the one that is shown';
  if (proof?.seed !== shown.seed) return 'the seed is another than the one that is shown';
  const paired = new Map(proof?.result?.pairings?.map(({ table, seats }) => [table, seats.join()]));
  const other = shown.tables.find(({ table, seats }) => paired.get(table) !== seats.join());
  if (other) return `table ${other.table} is another than in the proof`;
  return paired.size === shown.tables.length ? null : 'there are other tables in the proof';
}
