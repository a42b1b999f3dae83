import { describe, expect, it } from 'vitest';
import type { CardInfo } from '#core/index.ts';
import type { Deck } from './catalogue.ts';
import { counted, partsOf, placeOf, withCopies } from './loadout.ts';

const card = (id: string, kind: string): CardInfo => ({
  id,
  name: id,
  set: 'own',
  number: 1,
  text: '',
  attributes: { kind },
  face: { numbers: {}, lines: {}, tags: {} }
});
const CARDS = [card('h1', 'hero'), card('h2', 'hero'), card('x1', 'thing'), card('x2', 'thing')];
const DECK: Deck = { id: 'd', name: 'D', cards: {}, loadout: { hero: 'h1', deck: ['x1', 'x1', 'x2'], flag: 'red' } };
const SCHEMA = {
  $ref: '#/$defs/Loadout',
  $defs: {
    Loadout: {
      type: 'object',
      required: ['hero', 'deck'],
      properties: {
        hero: { type: 'string' },
        deck: { type: 'array', items: { type: 'string' } },
        flag: { enum: ['red', 'blue'] },
        words: { type: 'array', items: { type: 'string' }, default: [] }
      }
    }
  }
};

describe('partsOf', () => {
  it('knows cards by the decks that come with the game', () => {
    const parts = partsOf(SCHEMA, [DECK], CARDS);
    expect(parts.map((part) => part.kind)).toEqual(['card', 'cards', 'other', 'other']);
  });

  it('offers for a single card those of its kind', () => {
    const [hero] = partsOf(SCHEMA, [DECK], CARDS);
    expect(hero?.kind === 'card' && hero.offered.map(({ id }) => id)).toEqual(['h1', 'h2']);
  });
});

describe('a pile', () => {
  it('is counted, changed and emptied by card', () => {
    const pile = ['a', 'b', 'a'];
    expect([...counted(pile)]).toEqual([
      ['a', 2],
      ['b', 1]
    ]);
    expect(withCopies(pile, 'b', 3)).toEqual(['a', 'a', 'b', 'b', 'b']);
    expect(withCopies(pile, 'a', 0)).toEqual(['b']);
    expect(withCopies(undefined, 'c', 1)).toEqual(['c']);
    expect(withCopies(pile, 'a', -1)).toEqual(['b']);
  });
});

describe('placeOf', () => {
  it('names the member that a violation is about', () => {
    expect(placeOf(['loadout', 'deck', '3'])).toBe('deck');
    expect(placeOf([])).toBeNull();
  });
});
