import { beforeEach, expect, test } from 'vitest';
import { forget, hold, ownMatches, seatLink, seatsOf, takeOver } from '#lib/shell/seats.ts';

beforeEach(() => localStorage.clear());

test('a match keeps each seat once, in order', () => {
  hold('mt_1', 'toy', { seat: 1, token: 'b', name: 'Bo' });
  hold('mt_1', 'toy', { seat: 0, token: 'a', name: 'Ada' });
  hold('mt_1', 'toy', { seat: 1, token: 'c', name: 'Bo' });
  expect(seatsOf('mt_1').map((held) => held.token)).toEqual(['a', 'c']);
  expect(ownMatches().map(([match, own]) => [match, own.game])).toEqual([['mt_1', 'toy']]);
  forget('mt_1');
  expect(ownMatches()).toEqual([]);
});

test('a seat goes to another browser by the fragment of a link', () => {
  const link = new URL(seatLink('mt_1', 'toy', { seat: 1, token: 's&t', name: 'Bo #2' }, 'http://here'));
  expect(link.search).toBe('');
  expect(takeOver('mt_1', link.hash)).toBe(true);
  expect(seatsOf('mt_1')).toEqual([{ seat: 1, token: 's&t', name: 'Bo #2' }]);
});

test.each(['', '#', '#seat=1', '#seat=x&token=t&game=g', '#seat=-1&token=t&game=g', '#token=t&game=g'])(
  'the fragment %s hands nothing over',
  (fragment) => {
    expect(takeOver('mt_1', fragment)).toBe(false);
    expect(seatsOf('mt_1')).toEqual([]);
  }
);

test('what is broken in the browser is no seat', () => {
  localStorage.setItem('playledger.seats.mt_1', JSON.stringify({ game: 'toy', at: 1, seats: [{ seat: 'x' }] }));
  expect(seatsOf('mt_1')).toEqual([]);
  expect(ownMatches()).toEqual([]);
});
