import { describe, expect, it } from 'vitest';
import { bandsOf, endAt, shareOf, spread, turnAt } from './bands.ts';

const TURNS = [
  { number: 1, seat: 0, from: 1, to: 20 },
  { number: 2, seat: 1, from: 26, to: 60 },
  { number: 3, seat: 0, from: 76, to: 101 }
];

describe('the line', () => {
  it('begins at the first version and ends at the last', () => {
    expect([shareOf(1, 101), shareOf(51, 101), shareOf(101, 101), shareOf(1, 1)]).toEqual([0, 0.5, 1, 0]);
  });

  it('is full of turns without a gap', () => {
    const bands = bandsOf({ turns: TURNS, last: 101 });
    expect(bands.map(({ from, size }) => [from, size])).toEqual([
      [0, 0.25],
      [0.25, 0.5],
      [0.75, 0.25]
    ]);
  });

  it('says whose turn a version is in, between turns too', () => {
    expect([1, 25, 26, 101].map((version) => turnAt(TURNS, version)?.number)).toEqual([1, 1, 2, 3]);
    expect(turnAt([], 5)).toBeNull();
  });

  it('stops at the ends of batches, and anywhere before they are known', () => {
    const steps = [4, 9].map((version) => ({ version, at: '', stateHash: '', headHash: '' }));
    expect([3, 4, 8, 9, 20].map((version) => endAt(steps, version))).toEqual([3, 4, 4, 9, 9]);
  });

  it('shows of marks at one place the first', () => {
    const marks = [2, 3, 60].map((version) => ({ version, mark: 'm', seats: [], text: String(version) }));
    expect(spread(marks, 101, 10).map(({ version }) => version)).toEqual([2, 60]);
  });
});
