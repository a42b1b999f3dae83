import { describe, expect, it } from 'vitest';
import { bins } from '#lib/chart/bins.ts';
import { curve } from '#lib/chart/curve.ts';
import { wilson } from '#lib/chart/interval.ts';

describe('the interval of a share', () => {
  it('is that of Wilson', () => {
    // R: prop.test(8, 10, correct = FALSE)
    const { low, high } = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 3);
    expect(high).toBeCloseTo(0.9433, 3);
  });

  it('says nothing where nothing was played, and stays within 0 and 1', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
    expect(wilson(0, 3).low).toBe(0);
    expect(wilson(3, 3).high).toBe(1);
  });
});

describe('bins', () => {
  it('hold every value once, in steps of a round number', () => {
    const values = [3, 17, 99, 100, 250, 251];
    const found = bins(values, 5);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
    expect(found.map(({ from }) => from)).toEqual([0, 50, 100, 150, 200, 250]);
    expect(found.map(({ count }) => count)).toEqual([2, 1, 1, 0, 0, 2]);
  });

  it('are one for one value, and none for none', () => {
    expect(bins([7, 7])).toEqual([{ from: 7, to: 8, count: 2 }]);
    expect(bins([])).toEqual([]);
  });
});

describe('the curve of a rating', () => {
  const value = (mu: number, games: number) => ({ mu: String(mu), sigma: '2', games });

  it('begins before the first game and goes on to the newest', () => {
    const newestFirst = [
      { before: value(26, 1), after: value(27, 2) },
      { before: value(25, 0), after: value(26, 1) }
    ];
    expect(curve(newestFirst)).toEqual([
      [0, 1, 2],
      [31, 32, 33],
      [19, 20, 21],
      [25, 26, 27]
    ]);
  });
});
