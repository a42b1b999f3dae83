// The states that a service shows, held against the hashes in a file whose chain holds.
import { sha256 } from '@noble/hashes/sha2.js';
import { stateHash } from '../../../../docs/replay/states.mjs';
import type { Compared, Comparing } from './types.ts';

/** So many states are read: each costs the service as much as a look at the match. */
const MOST = 12;

/** Reads some states of a match, from the first check to the last, and compares their views. Throws if none can be read. */
export async function compare({ source, match, perspective, checks }: Comparing): Promise<Compared> {
  const chosen = spread(checks, MOST);
  for (const [place, { version, hash }] of chosen.entries()) {
    const address = new URL(`${source.base}/v1/matches/${encodeURIComponent(match)}/state`);
    address.searchParams.set('at', String(version));
    address.searchParams.set('as', perspective);
    const headers = source.token === null ? {} : { Authorization: `Bearer ${source.token}` };
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(`the service answers with status ${answer.status}`);
    const { view } = (await answer.json()) as { view: unknown };
    if (stateHash(view, sha256) !== hash) return { compared: place + 1, of: checks.length, differs: version };
  }
  return { compared: chosen.length, of: checks.length, differs: null };
}

/** So many of the entries at most, the first and the last among them. */
export function spread<T>(entries: readonly T[], most: number): readonly T[] {
  if (entries.length <= most) return entries;
  const place = (at: number) => Math.round((at * (entries.length - 1)) / (most - 1));
  return Array.from({ length: most }, (_, at) => entries[place(at)] as T);
}
