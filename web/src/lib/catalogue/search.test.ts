import { describe, expect, it } from 'vitest';
import type { CardInfo } from '#core/index.ts';
import { facetsOf, searched } from './search.ts';

const card = (id: string, name: string, text: string, attributes: Record<string, string>): CardInfo => ({
  id,
  name,
  set: 'own',
  number: 1,
  text,
  attributes,
  face: { numbers: {}, lines: {}, tags: {} }
});
const CARDS = [
  card('a', 'Old Lantern', 'Draw a card.', { kind: 'thing', cost: '10', tags: 'light, old' }),
  card('b', 'Grey Wolf', 'Bites twice.', { kind: 'beast', cost: '2', tags: 'old' }),
  card('c', 'White Wolf', 'Draw two cards.', { kind: 'beast', cost: '9' })
];
const ids = (found: readonly CardInfo[]) => found.map(({ id }) => id).join('');

describe('searched', () => {
  it('wants every word, wherever it stands', () => {
    expect(ids(searched(CARDS, 'wolf draw', {}))).toBe('c');
    expect(ids(searched(CARDS, 'WOLF', {}))).toBe('bc');
    expect(ids(searched(CARDS, '', {}))).toBe('abc');
  });

  it('wants each value that is chosen, one of several too', () => {
    expect(ids(searched(CARDS, '', { tags: 'old' }))).toBe('ab');
    expect(ids(searched(CARDS, '', { tags: 'old', kind: 'beast' }))).toBe('b');
    expect(ids(searched(CARDS, '', { cost: '1' }))).toBe('');
  });
});

describe('facetsOf', () => {
  it('sorts numbers by their size and takes several words apart', () => {
    const facets = Object.fromEntries(facetsOf(CARDS).map(({ name, values }) => [name, values.join(' ')]));
    expect(facets).toEqual({ kind: 'beast thing', cost: '2 9 10', tags: 'light old' });
  });

  it('offers nothing that tells no cards apart, or too many', () => {
    const many = Array.from({ length: 40 }, (_, place) =>
      card(`m${place}`, 'M', '', { same: 'x', each: String(place) })
    );
    expect(facetsOf(many)).toEqual([]);
  });
});
