import { expect, test } from 'vitest';
import { shownCard, shownNumbers } from '#lib/card/shown.ts';
import { isDrawn, curve } from '#lib/table/paths.ts';
import { isPile, seatsAtOnce, viewOf, zonesAt } from '#lib/table/view.ts';
import { card, LOOKS, TABLE, WOLF } from './scene.ts';

const view = viewOf(TABLE, LOOKS, 0);
const idsOf = (cards: readonly { card: { id?: string | null } }[]) => cards.map(({ card: { id } }) => id);

test('the own seat is at the bottom, the others follow in the order of the table', () => {
  expect(viewOf(TABLE, LOOKS, 1).seats.map(({ player }) => player.seat)).toEqual([1, 0]);
  expect(viewOf(TABLE, LOOKS, null).seats.map(({ player }) => player.seat)).toEqual([0, 1]);
});

test('the zones of the middle stand in the order of the look', () => {
  expect(view.centre.map(({ zone }) => zone.name)).toEqual(['stage', 'heap']);
});

test('what is attached lies under its host, and members of a group lie in its panel', () => {
  const [line] = zonesAt(view.seats[0]!, 'front');
  expect(idsOf(line!.cards)).toEqual(['a2']);
  expect(idsOf(line!.cards[0]!.attached)).toEqual(['a3']);
  const [group] = view.groups;
  expect(idsOf(group!.cards)).toEqual(['a1', 'b1']);
  expect(group!.elsewhere).toEqual(['s1']);
});

test('every card is drawn once', () => {
  const drawn: (string | null | undefined)[] = [];
  const walk = (cards: (typeof view.groups)[0]['cards']) => {
    for (const one of cards) {
      drawn.push(one.card.id);
      walk(one.attached);
    }
  };
  for (const zone of [...view.centre, ...view.seats.flatMap(({ zones }) => zones)]) walk(zone.cards);
  for (const group of view.groups) walk(group.cards);
  expect(drawn.sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'h1', 'h2', 's1', 'x1', 'x2']);
});

test('hosts that hang on each other are drawn once, and not for ever', () => {
  const line = { name: 'line', count: 2, cards: [card('a', { host: 'b' }), card('b', { host: 'a' })] };
  const seats = viewOf({ ...TABLE, groups: [], players: [{ seat: 0, inMatch: true, zones: [line] }] }, LOOKS, 0).seats;
  expect(idsOf(seats[0]!.zones[0]!.cards)).toEqual(['a', 'b']);
});

test('a hand of backs and an empty zone are piles, an own hand is none', () => {
  const [own, other] = view.seats;
  expect(isPile(zonesAt(own!, 'hand')[0]!)).toBe(false);
  expect(isPile(zonesAt(other!, 'hand')[0]!)).toBe(true);
});

test('so many seats are drawn at once that no task has many cards, one at least', () => {
  const lying = (seat: number, many: number) => {
    const cards = Array.from({ length: many }, (_, place) => card(`${seat}-${place}`));
    const heap = {
      name: 'heap',
      count: 99,
      cards: Array.from({ length: 99 }, (_, place) => card(`h${seat}-${place}`))
    };
    return { seat, inMatch: true, zones: [{ name: 'line', count: many, cards }, heap] };
  };
  const seats = (...many: number[]) =>
    viewOf({ ...TABLE, groups: [], players: many.map((one, seat) => lying(seat, one)) }, LOOKS, 0).seats;
  expect(seatsAtOnce(seats(2, 3, 0))).toBe(3);
  expect(seatsAtOnce(seats(6, 6, 1, 0))).toBe(2);
  expect(seatsAtOnce(seats(50, 1))).toBe(1);
});

test('a number that has changed shows what is printed, and stands in its corner', () => {
  const changed = TABLE.players[1]!.zones![1]!.cards![0]!;
  const shown = shownCard(changed, WOLF, LOOKS);
  expect(shown.corners.topLeft).toMatchObject({ label: 'Power', value: '5', base: '3', rose: true });
  expect(shown.numbers).toEqual([]);
  expect(shown.flags).toEqual([{ name: 'asleep', label: 'Asleep', draw: 'turn' }]);
  expect(shownCard({ id: 'x' }, null, LOOKS).name).toBeNull();
});

test('a price is shown where it differs from what is printed', () => {
  expect(shownCard({ ...card('a'), cost: 2 }, WOLF, LOOKS).numbers.map(({ name, value }) => [name, value])).toEqual([
    ['cost', '2']
  ]);
});

test('a number and its most are one', () => {
  expect(shownNumbers({ life: 7, most_life: 10 }, LOOKS)).toMatchObject([{ name: 'life', value: '7', most: '10' }]);
});

test('links between seats and badges are said in words', () => {
  expect(TABLE.links!.map((link) => isDrawn(link, LOOKS))).toEqual([true, false, false]);
});

test('a curve runs from edge to edge, and there is none within a box', () => {
  const [one, other] = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 100, y: 0, width: 10, height: 10 }
  ];
  expect(curve(one, other)?.path).toMatch(/^M10 5Q.* 100 5$/);
  expect(curve(one, { x: 2, y: 2, width: 4, height: 4 })).toBeNull();
});
