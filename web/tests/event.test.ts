import { describe, expect, it } from 'vitest';
import type { BracketNode } from '#lib/bracket/layout.ts';
import { asClock } from '#lib/event/clock.svelte.ts';
import { resultOf } from '#lib/event/desk/ruling.ts';
import { noRoundLeft, obstacle } from '#lib/event/desk/starting.ts';
import type { Entrant, Pairing, Tournament } from '#lib/event/types.ts';
import { score } from '#lib/event/words.ts';

const event = (more: Partial<Tournament> = {}) =>
  ({
    status: 'RUNNING',
    paused: false,
    round: 1,
    roundsDue: 3,
    checkIn: false,
    policy: { format: 'SWISS', cut: null },
    ...more
  }) as Tournament;
const table = (number: number, status: Pairing['status']) => ({ table: number, status }) as Pairing;
const entrant = (checkedIn = false, status: Entrant['status'] = 'REGISTERED') => ({ status, checkedIn }) as Entrant;

describe('why no round can begin', () => {
  it('is nothing when every table is decided and rounds are left', () => {
    expect(obstacle(event(), [table(1, 'DECIDED')], [], [])).toBeNull();
  });

  it('names the tables that are waited for', () => {
    const why = obstacle(event(), [table(2, 'OPEN'), table(5, 'DISPUTED'), table(7, 'NEEDS_RULING')], [], []);
    expect(why).toBe('Not yet. Without a result: Table 2. Disputed: Table 5. A ruling is needed: Table 7.');
  });

  it('counts who is there before the first round', () => {
    const first = event({ round: 0, status: 'REGISTRATION' });
    expect(obstacle(first, [], [entrant(), entrant(false, 'WITHDRAWN')], [])).toContain('two entrants');
    expect(obstacle(first, [], [entrant(), entrant()], [])).toBeNull();
    expect(obstacle({ ...first, checkIn: true }, [], [entrant(true), entrant()], [])).toContain('check in');
  });

  it('is a pause, or the end', () => {
    expect(obstacle(event({ paused: true }), [], [], [])).toContain('paused');
    expect(obstacle(event({ round: 3 }), [table(1, 'DECIDED')], [], [])).toContain('No round is left');
  });
});

describe('the end of an event', () => {
  const final = (winner: string | null) =>
    [{ players: [{ bye: false }, { bye: false }], winner }] as unknown as BracketNode[];

  it('comes with the last round, unless a cut follows', () => {
    expect(noRoundLeft(event({ round: 3 }), [])).toBe(true);
    const cut = event({ round: 3, policy: { format: 'SWISS', cut: { size: 4 } } as Tournament['policy'] });
    expect(noRoundLeft(cut, [])).toBe(false);
  });

  it('comes with the last match of a bracket', () => {
    expect(noRoundLeft(event(), final(null))).toBe(false);
    expect(noRoundLeft(event(), final('en_1'))).toBe(true);
  });
});

describe('a result that a referee sets', () => {
  it('puts who won more games first in a duel', () => {
    expect(resultOf({ values: [1, 2], drawn: 0, absent: [false, false] })).toEqual({
      places: [[1], [0]],
      games: [1, 2],
      drawn: 0,
      absent: []
    });
  });

  it('is a draw of equals', () => {
    expect(resultOf({ values: [1, 1], drawn: 1, absent: [false, false] }).places).toEqual([[0, 1]]);
  });

  it('goes by places at a larger table, and leaves out who did not come', () => {
    expect(resultOf({ values: [2, 1, 2, 4], drawn: 0, absent: [false, false, false, true] })).toEqual({
      places: [[1], [0, 2]],
      games: [],
      drawn: 0,
      absent: [3]
    });
  });
});

describe('what is shown', () => {
  it('of a result are games, or places', () => {
    const won = { places: [[1], [0]], drawn: 0, absent: [], source: 'PLAYED' as const };
    expect(score({ ...won, games: [1, 2] }, 2)).toEqual(['1', '2']);
    expect(score({ ...won, games: [] }, 2)).toEqual(['2.', '1.']);
    expect(score({ ...won, places: [[1], [0, 2]], games: [] }, 4)).toEqual(['2.', '1.', '2.', '–']);
  });

  it('of a clock are hours only if there are some, and a minus when it is over', () => {
    expect(asClock(83_000)).toBe('1:23');
    expect(asClock(3_600_000)).toBe('1:00:00');
    expect(asClock(-61_000)).toBe('−1:01');
  });
});
