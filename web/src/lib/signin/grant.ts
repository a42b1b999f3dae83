/** What somebody has who has signed in at an identity provider: kept in the tab, or in the browser by choice. */
import { HERE, keep, kept, TAB } from '#lib/shell/kept.ts';

export interface Grant {
  readonly token: string;
  /** Who it is, by the provider: another one is another account. */
  readonly subject: string;
  /** When the token ends, in milliseconds since 1970. */
  readonly ends: number;
  /** What the next token is asked for with; null: the provider gives none, and people sign in again. */
  readonly refresh: string | null;
  /** The ID token, by which the provider knows who signs out. */
  readonly identity: string | null;
  /** Kept beyond the tab. */
  readonly remembered: boolean;
}

const NAME = 'grant';

function isGrant(value: unknown): value is Grant | null {
  const { token, subject, ends } = (value ?? {}) as Partial<Grant>;
  return typeof token === 'string' && typeof subject === 'string' && typeof ends === 'number';
}

/** The grant of this tab, else of this browser. */
export function keptGrant(): Grant | null {
  return kept<Grant | null>(NAME, null, isGrant, TAB) ?? kept<Grant | null>(NAME, null, isGrant);
}

/** Keeps a grant in the one place that it says; null forgets it in both. */
export function keepGrant(grant: Grant | null): void {
  keep(NAME, grant?.remembered ? grant : undefined, HERE);
  keep(NAME, grant && !grant.remembered ? grant : undefined, TAB);
}
