/** The games and their preconstructed decks: read once, since only a new release changes them. */
import { known } from '#core/api/service.ts';
import type { components } from '#core/api/generated/rest.ts';
import { service } from '#lib/shell/session.svelte.ts';

export type Game = components['schemas']['Game'];
export type Deck = components['schemas']['DeckInfo'];

let games: Promise<Game[]> | undefined;
const decks = new Map<string, Promise<Deck[]>>();

/** All games. A reading that fails is tried again by the next who asks. */
export function allGames(): Promise<Game[]> {
  games ??= known(service().rest.GET('/v1/games')).then((found) => found.games);
  games.catch(() => (games = undefined));
  return games;
}

/** The preconstructed decks of a game. */
export function decksOf(slug: string): Promise<Deck[]> {
  const asked = decks.get(slug);
  if (asked) return asked;
  const found = known(service().rest.GET('/v1/games/{slug}/decks', { params: { path: { slug } } })).then(
    (answer) => answer.decks
  );
  decks.set(slug, found);
  found.catch(() => decks.delete(slug));
  return found;
}

/** The title of a game, as far as it is known: else its slug. */
export function titleOf(all: readonly Game[] | undefined, slug: string): string {
  return all?.find((game) => game.slug === slug)?.title ?? slug;
}

/** The hue of a game, in degrees: one that stays, and that no table of ours lists. */
export function hueOf(slug: string): number {
  let sum = 7;
  for (const letter of slug) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return sum / 10;
}
