/** The timeline of a match: where its turns and marks stand between its first and its last version. */
import type { Mark, ReplaySnapshot, Turn } from '#core/index.ts';

/** A turn as a part of the line; `from` and `size` are shares of its length. */
export interface Band {
  readonly turn: Turn;
  readonly from: number;
  readonly size: number;
}

/** Where something stands on the line, from 0 to 1. */
export function shareOf(version: number, last: number): number {
  return last <= 1 ? 0 : (version - 1) / (last - 1);
}

/** The turns one behind the other; each ends where the next one begins. */
export function bandsOf({ turns, last }: Pick<ReplaySnapshot, 'turns' | 'last'>): readonly Band[] {
  return turns.map((turn, place) => {
    const from = shareOf(turn.from, last);
    const next = turns[place + 1];
    return { turn, from, size: (next ? shareOf(next.from, last) : 1) - from };
  });
}

/** The turn that a version belongs to. */
export function turnAt(turns: readonly Turn[], version: number): Turn | null {
  return turns.findLast(({ from }) => from <= version) ?? null;
}

/** Marks that can be told apart on a line of so many places: the first of those that share one. */
export function spread(marks: readonly Mark[], last: number, places: number): readonly Mark[] {
  const taken = new Set<number>();
  return marks.filter(({ version }) => {
    const place = Math.round(shareOf(version, last) * places);
    if (taken.has(place)) return false;
    taken.add(place);
    return true;
  });
}
