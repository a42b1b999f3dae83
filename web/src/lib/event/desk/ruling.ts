/** A referee's call in the making. */
import type { Pairing, Ruling } from '../types.ts';

export type Kind = Ruling['kind'];

export interface Draft {
  kind: Kind;
  round: number | null;
  table: number | null;
  entrant: string | null;
}

/** A draft about a table, or about none yet. */
export function about(table?: Pairing, kind: Kind = 'WARNING'): Draft {
  return { kind, round: table?.round ?? null, table: table?.table ?? null, entrant: null };
}

/** What a call is about. `maybe`: the entrant may be left out. */
export const NEEDS: Readonly<Record<Kind, { table: boolean; entrant: boolean | 'maybe'; result?: boolean }>> = {
  OVERRIDE: { table: true, entrant: false, result: true },
  AWARD: { table: true, entrant: true },
  MATCH_LOSS: { table: true, entrant: true },
  NO_SHOW: { table: true, entrant: 'maybe' },
  GAME_LOSS: { table: true, entrant: true },
  REPLAY: { table: true, entrant: false },
  UPHOLD: { table: true, entrant: false },
  DISQUALIFICATION: { table: false, entrant: true },
  WARNING: { table: false, entrant: true }
};

/** A result in the making, by the seats of the table. `values`: games won in a duel, places at a larger table. */
export interface Outcome {
  values: readonly number[];
  drawn: number;
  absent: readonly boolean[];
}

/** The result as the service takes it: groups of equal seats, best first. Who is absent has no place. */
export function resultOf(outcome: Outcome): NonNullable<Ruling['result']> {
  const { values, drawn, absent } = outcome;
  const duel = values.length === 2;
  const here = values.flatMap((value, seat) => (absent[seat] ? [] : [{ seat, value }]));
  const order = [...new Set(here.map(({ value }) => value))].sort((one, other) => (duel ? other - one : one - other));
  return {
    places: order.map((value) => here.filter((one) => one.value === value).map(({ seat }) => seat)),
    games: duel ? [...values] : [],
    drawn: duel ? drawn : 0,
    absent: absent.flatMap((gone, seat) => (gone ? [seat] : []))
  };
}
