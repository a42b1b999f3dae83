import { expect, test } from 'vitest';
import { movedOn } from '#lib/table/moving.ts';
import { TABLE } from './scene.ts';

test('what lies in another zone or group, or under another card, has moved; what makes room has not', () => {
  const next = structuredClone(TABLE);
  const [held, line] = next.players[0]?.zones ?? [];
  const theirs = next.players[1]?.zones?.[1]?.cards?.[0];
  if (!held?.cards || !line?.cards || !theirs) throw new Error('another table');
  line.cards.unshift(...held.cards.splice(0, 1)); // h1 from the hand to the line
  for (const card of line.cards) if (card.id === 'a3') delete card.host;
  theirs.group = 'g2';
  expect(movedOn(TABLE, next)).toEqual(['h1', 'a3', 'b1']);
  expect(movedOn(next, next)).toEqual([]);
});
