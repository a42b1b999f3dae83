import { describe, expect, test } from 'vitest';
import { looks, type FrameState } from '#core/index.ts';
import { coursesOf, momentsOf } from '#lib/replay/course.ts';
import { spans } from '#lib/results/spans.ts';

const numbers = {
  life: { label: 'Life' },
  meters: { label: 'Meters', most: 'max_meters' },
  max_meters: { label: 'Most meters' },
  fixed: { label: 'Fixed' }
};

/** A table at the end of a turn, by the numbers of its players. */
function frame(...stats: Readonly<Record<string, number>>[]): FrameState {
  return { table: { players: stats.map((all, seat) => ({ seat, stats: all })) } } as unknown as FrameState;
}

describe('the numbers of a match', () => {
  const turns = [1, 2, 3].map((number) => ({ number, seat: 0, from: number * 10, to: number * 10 + 5 }));
  const moments = momentsOf(turns, []);
  const states = new Map([
    [15, frame({ life: 20, meters: 1, max_meters: 9, fixed: 1, secret: 3 }, { life: 20 })],
    [25, frame({ life: 18, meters: 4, max_meters: 8, fixed: 1, secret: 4 }, { life: 20 })]
  ]);
  const found = coursesOf(moments, (version) => states.get(version), looks({ numbers } as never));

  test('are those that the look names, change, and are no bounds of others', () => {
    expect(found.map(({ label }) => label)).toEqual(['Life', 'Meters']);
  });

  test('stand at the end of each turn, with gaps where there is none', () => {
    expect(found[0]?.seats).toEqual([
      { seat: 0, values: [20, 18, null] },
      { seat: 1, values: [20, 20, null] }
    ]);
  });

  test('are all numbers of the players where the look names none', () => {
    const all = coursesOf(moments, (version) => states.get(version), looks(null));
    expect(all.map(({ name }) => name)).toEqual(['life', 'meters', 'max_meters', 'secret']);
  });

  test('go by batches where there are no turns, the last one among them', () => {
    const steps = Array.from({ length: 250 }, (_, at) => ({ version: at + 1, at: '', stateHash: '', headHash: '' }));
    const found = momentsOf([], steps);
    expect([found.length, found[1]?.version, found.at(-1)?.version]).toEqual([84, 4, 250]);
    expect(momentsOf([], [])).toEqual([]);
  });
});

describe('spans of time', () => {
  const DAY = 86_400_000;

  test('cover all of it without gaps, each of the same length', () => {
    const now = Date.UTC(2026, 5, 1);
    const found = spans(undefined, undefined, now);
    expect(found).toHaveLength(8);
    expect(found.at(-1)?.to).toBe(now);
    expect(found[0]?.from).toBe(now - 56 * DAY);
    expect(found.slice(1).map(({ from }) => from)).toEqual(found.slice(0, -1).map(({ to }) => to));
  });

  test('are days at least, and none where nothing lies between', () => {
    expect(spans('2026-05-01', '2026-05-03', 0)).toHaveLength(2);
    expect(spans('2026-05-03', '2026-05-01', 0)).toEqual([]);
  });
});
