/** Personal tokens as the service has them, and when a new one ends. */
import type { components } from '#core/api/generated/rest.ts';

type Schemas = components['schemas'];

export type Token = Schemas['TokenInfo'];
export type MadeToken = Schemas['NewToken'];
export type TokenScope = Schemas['TokenInput']['scopes'][number];

/** Days after which a new token can end; 0: it has no end of its own. */
export const LASTS = [7, 30, 90, 365, 0] as const;

const DAY = 86_400_000;

/** The moment so many days after `now` (ms since 1970), as the service wants it; null: as late as the maker's own. */
export function endAfter(days: number, now: number): string | null {
  return days === 0 ? null : new Date(now + days * DAY).toISOString();
}
