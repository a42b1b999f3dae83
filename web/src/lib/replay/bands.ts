/** The timeline of a match: where its turns and marks stand between its first and its last version. */
import type { Mark, ReplaySnapshot, Step, Turn } from '#core/index.ts';

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

/** Where the last batch ends up to a version, so that a hand on the line stops at tables; where none is here, there. */
export function endAt(steps: readonly Step[], version: number): number {
  return steps.findLast((step) => step.version <= version)?.version ?? version;
}

/** Marks that can be told apart on a line with room for so many: the first of those that are too near to each other. */
export function spread(marks: readonly Mark[], last: number, places: number): readonly Mark[] {
  let before = -Infinity;
  return marks.filter(({ version }) => {
    const share = shareOf(version, last);
    if (share - before < 1 / places) return false;
    before = share;
    return true;
  });
}
