/** The decks that somebody has put together in this browser. */
import { keep, kept } from '#lib/shell/kept.ts';
import type { Loadout } from './loadout.ts';

export interface OwnDeck {
  readonly id: string;
  readonly name: string;
  readonly loadout: Loadout;
}

const name = (slug: string) => `decks.${slug}`;

/** The own decks of a game, the oldest first. */
export function ownDecks(slug: string): readonly OwnDeck[] {
  return kept<readonly OwnDeck[]>(name(slug), [], areDecks);
}

/** Keep a deck under its id, at its place among the others; null forgets it. */
export function keepDeck(slug: string, id: string, deck: OwnDeck | null): void {
  const before = ownDecks(slug);
  const there = before.some((one) => one.id === id);
  const others =
    deck && there ? before.map((one) => (one.id === id ? deck : one)) : before.filter((one) => one.id !== id);
  keep(name(slug), deck && !there ? [...others, deck] : others);
}

function areDecks(value: unknown): value is readonly OwnDeck[] {
  return (
    Array.isArray(value) &&
    value.every((one: Partial<OwnDeck> | null) => {
      return typeof one?.id === 'string' && typeof one.name === 'string' && typeof one.loadout === 'object';
    })
  );
}
