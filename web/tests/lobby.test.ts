import { beforeEach, expect, test } from 'vitest';
import { told } from '#lib/inbox/telling.ts';
import type { Item } from '#lib/inbox/inbox.svelte.ts';
import { hueOf, titleOf } from '#lib/lobby/games.ts';
import { inviteLink, inviteOf, keepInvite, takeInvite } from '#lib/lobby/invites.ts';
import { orderOf, seatChoices } from '#lib/lobby/order.ts';
import { ago, lasting } from '#lib/shell/saying.ts';

beforeEach(() => localStorage.clear());

test('one sits here, others may come, and more seats keep what was chosen', () => {
  const two = seatChoices(2, [], 'greedy');
  expect(two.map(({ who }) => who)).toEqual(['here', 'others']);
  expect(seatChoices(2, [], 'greedy', 'fox').map(({ deck }) => deck)).toEqual(['fox', '']);
  const three = seatChoices(3, [two[0]!, { ...two[1]!, who: 'house' }], 'random');
  expect(three.map(({ who, bot }) => [who, bot])).toEqual([
    ['here', 'greedy'],
    ['house', 'greedy'],
    ['others', 'random']
  ]);
});

test('an order says what was chosen in the words of the service', () => {
  const seats = [
    { who: 'here', deck: 'fox', bot: 'greedy' },
    { who: 'house', deck: '', bot: 'random' },
    { who: 'others', deck: '', bot: 'random' }
  ] as const;
  const chosen = { game: 'toy', options: { rounds: 3 }, decision: null, turn: 0, bank: 60_000, delay: 0 };
  const order = orderOf({ ...chosen, seats: [...seats], invited: true, secret: true }, ['Ada']);
  expect(order.match).toEqual({
    game: 'toy',
    seats: 3,
    options: { rounds: 3 },
    decisionMs: null,
    turnMs: 0,
    bankMs: 60_000,
    visibility: 'INVITE',
    reveal: 'PARTICIPANTS',
    spectatorDelayMs: 0
  });
  expect(order.seats).toEqual([
    { who: 'here', deck: 'fox', name: 'Ada' },
    { who: 'house', bot: 'random' },
    { who: 'others' }
  ]);
});

test('a code goes to another browser by the fragment of a link', () => {
  expect(inviteLink('mt_1', 'http://here')).toBe('http://here/m/mt_1');
  keepInvite('mt_1', 'a&b');
  const link = new URL(inviteLink('mt_1', 'http://here'));
  localStorage.clear();
  expect(link.search).toBe('');
  expect(takeInvite('mt_1', link.hash)).toBe(true);
  expect(inviteOf('mt_1')).toBe('a&b');
  expect(takeInvite('mt_2', '#seat=1')).toBe(false);
  expect(inviteOf('mt_2')).toBeNull();
});

const match = { cursor: 'c', at: '2026-01-01T00:00:00Z', matchId: 'mt_1', seat: 1 };
const over = (placings: number[][], kind = 'WIN') => ({
  ...match,
  kind: 'MatchOver',
  result: { kind, placings, reason: '', ruleId: '', decidedBy: null }
});

test.each([
  [over([[1], [0]]), 'You have won a match', '/m/mt_1'],
  [over([[0], [1]]), 'You have lost a match', '/m/mt_1'],
  [over([[0, 1]]), 'A match of yours ended in a draw', '/m/mt_1'],
  [over([], 'ABORTED'), 'A match of yours was ended without a result', '/m/mt_1'],
  [{ ...match, kind: 'SeatVacated', vacated: 0 }, 'Seat 1 of a match of yours is free again', '/m/mt_1'],
  [
    { kind: 'TournamentOver', cursor: 'c', at: '', tournamentId: 'tn_1', rank: 3 },
    'A tournament is over: you are number 3',
    '/t/tn_1'
  ],
  [{ ...match, kind: 'SomethingNew' }, 'SomethingNew', '/m/mt_1']
])('an item says what happened and leads there: %#', (item, text, href) => {
  expect(told(item as Item)).toEqual({ text, href });
});

test('times are told as people say them', () => {
  expect(ago(0, 120_000)).toBe('2 minutes ago');
  expect(ago(0, 200 * 3_600_000)).toBe('8 days ago');
  expect(lasting(90_000)).toBe('1\u00a0min 30\u00a0s');
  expect(lasting(3_600_000)).toBe('1\u00a0h');
  expect(lasting(0)).toBe('0\u00a0s');
});

test('a game has a hue that stays, and its slug for a title nobody knows', () => {
  expect(hueOf('toy')).toBe(hueOf('toy'));
  expect(hueOf('toy')).not.toBe(hueOf('tou'));
  expect(titleOf(undefined, 'toy')).toBe('toy');
});
