// @vitest-environment node
// Each kind of parameter while it is chosen: what may be added, what is due, when it is complete, what is written.
import { describe, expect, test } from 'vitest';
import { capacity, due, forced, isFull, takes, written } from '../../src/core/answer/domain.ts';
import type { Parameter, Value } from '../../src/core/index.ts';

function open(parameter: Parameter, chosen: readonly Value[]): readonly Value[] {
  return [...new Set(parameter.options)].filter((value) => takes(parameter, chosen, value));
}

/** Every complete choice that picks can come to. */
function ends(parameter: Parameter, chosen: readonly Value[] = []): readonly (readonly Value[])[] {
  const here = due(parameter, chosen) === 0 ? [chosen] : [];
  return [...here, ...open(parameter, chosen).flatMap((value) => ends(parameter, [...chosen, value]))];
}

describe('a set', () => {
  const cards: Parameter = { name: 'cards', kind: 'cards', options: ['a', 'b', 'c'], min: 1, max: 2 };

  test('takes each option once, up to its most', () => {
    expect(open(cards, [])).toEqual(['a', 'b', 'c']);
    expect(open(cards, ['b'])).toEqual(['a', 'c']);
    expect(open(cards, ['b', 'a'])).toEqual([]);
    expect([due(cards, []), due(cards, ['b'])]).toEqual([1, 0]);
    expect([isFull(cards, ['b']), isFull(cards, ['b', 'a'])]).toEqual([false, true]);
  });

  test('is written in the order of its options, or of picking where that counts', () => {
    expect(written(cards, ['c', 'a'])).toEqual(['a', 'c']);
    expect(written({ ...cards, ordered: true }, ['c', 'a'])).toEqual(['c', 'a']);
  });

  test('takes an option twice that is there twice', () => {
    expect(capacity({ ...cards, options: ['a', 'a', 'b'] }, [], 'a')).toBe(2);
  });

  test('is chosen already where it must have all', () => {
    expect(forced({ ...cards, min: 3, max: 3 })).toEqual(['a', 'b', 'c']);
    expect(forced({ ...cards, min: 3, max: 3, ordered: true })).toBeNull();
    expect(forced({ ...cards, min: 0, max: 0 })).toEqual([]);
    expect(forced(cards)).toBeNull();
  });
});

describe('counts', () => {
  const counts: Parameter = { name: 'n', kind: 'counts', options: ['a', 'b'], most: [2, 1], min: 2, max: 2 };

  test('take each option as often as it may be, up to the sum', () => {
    expect([capacity(counts, [], 'a'), capacity(counts, ['b'], 'a'), capacity(counts, ['a', 'a'], 'b')]).toEqual([
      2, 1, 0
    ]);
    expect(due(counts, ['a'])).toBe(1);
    expect(written(counts, ['a', 'a'])).toEqual({ a: 2 });
  });

  test('are chosen already where there is one way', () => {
    expect(forced({ ...counts, min: 3, max: 3 })).toEqual(['a', 'a', 'b']);
    expect(forced(counts)).toBeNull();
  });
});

describe('one of each group', () => {
  const each: Parameter = { name: 'each', kind: 'each', options: ['a', 'b', 'b', 'c'], most: [2, 2], min: 2, max: 2 };

  test('goes from group to group', () => {
    expect([open(each, []), open(each, ['b']), open(each, ['b', 'b'])]).toEqual([['a', 'b'], ['b', 'c'], []]);
    expect(ends(each)).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'b'],
      ['b', 'c']
    ]);
    expect(written(each, ['b', 'b'])).toEqual(['b', 'b']);
  });
});

describe('a payment', () => {
  const payment = (price: number, worth: Record<string, number>): Parameter => {
    return { name: 'cost', kind: 'payment', options: Object.keys(worth), worth: Object.values(worth), price };
  };

  /** Every payment, by trying all: enough, and with no card to spare. */
  function payments({ options, worth = [], price = 0 }: Parameter): string[] {
    const all = Array.from({ length: 2 ** options.length }, (_, bits) =>
      options.filter((_, place) => bits & (1 << place))
    );
    const sum = (chosen: Value[]) =>
      chosen.reduce<number>((total, one) => total + (worth[options.indexOf(one)] ?? 0), 0);
    const lean = (chosen: Value[]) => chosen.every((one) => sum(chosen.filter((other) => other !== one)) < price);
    return all.filter((chosen) => sum(chosen) >= price && lean(chosen)).map((chosen) => chosen.join(''));
  }

  test.each([
    [5, { a: 3, b: 2, c: 4, d: 1 }],
    [7, { a: 5, b: 5, c: 2, d: 2, e: 1 }],
    [3, { a: 1, b: 1, c: 1, d: 3, e: 0 }],
    [9, { a: 2, b: 4, c: 6, d: 8 }]
  ])('of %i out of %o can be reached, each one, and no pick leads nowhere', (price, worth) => {
    const parameter = payment(price, worth);
    const reached = ends(parameter).map((chosen) => (written(parameter, chosen) as Value[]).join(''));
    expect(new Set(reached)).toEqual(new Set(payments(parameter)));
    const stuck = (chosen: readonly Value[]): boolean =>
      due(parameter, chosen) > 0 &&
      (open(parameter, chosen).length === 0 || open(parameter, chosen).some((one) => stuck([...chosen, one])));
    expect(stuck([])).toBe(false);
  });

  test('of nothing is nothing', () => expect(forced(payment(0, { a: 1 }))).toEqual([]));
});

describe('a single value', () => {
  test('is chosen already where there is one', () => {
    expect(forced({ name: 'card', kind: 'card', options: ['a'] })).toEqual(['a']);
    expect(forced({ name: 'card', kind: 'card', options: ['a', 'b'] })).toBeNull();
  });

  test('of a flag is written as such', () => {
    expect([0, 1].map((value) => written({ name: 'yes', kind: 'flag', options: [0, 1] }, [value]))).toEqual([
      false,
      true
    ]);
  });
});
