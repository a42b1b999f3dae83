/** What the service says of a game, read once while the page is open: it changes only with a release. */
import { known, looks, type CardInfo, type Looks } from '#core/index.ts';
import type { components } from '#core/api/generated/rest.ts';
import { service } from '#lib/shell/session.svelte.ts';
import { m } from '#words';
import { getLocale } from '#words/runtime.js';

type Schemas = components['schemas'];
export type Game = Schemas['Game'];
export type Rule = Schemas['RuleInfo'];
export type Deck = Schemas['DeckInfo'];
export type Introduction = Schemas['Introduction'];

const asked = new Map<string, Promise<unknown>>();

/** The answer to this question, asked once; a question that failed is asked again. */
function once<T>(key: string, ask: () => Promise<T>): Promise<T> {
  const before = asked.get(key) as Promise<T> | undefined;
  if (before) return before;
  const answer = ask();
  asked.set(key, answer);
  answer.catch(() => asked.delete(key));
  return answer;
}

export function games(): Promise<readonly Game[]> {
  return once('games', async () => (await known(service().rest.GET('/v1/games'))).games);
}

export function game(slug: string): Promise<Game> {
  return once(`game/${slug}`, () => known(service().rest.GET('/v1/games/{slug}', { params: { path: { slug } } })));
}

/** In the reader's language; null for a game that has none. */
export function introduction(slug: string): Promise<Introduction | null> {
  const asks = { params: { path: { slug }, query: { language: getLocale() } } };
  return once(`introduction/${slug}`, () =>
    known(service().rest.GET('/v1/games/{slug}/introduction', asks)).catch(() => null)
  );
}

export function looksOf(slug: string): Promise<Looks> {
  return once(`look/${slug}`, async () =>
    looks(await known(service().rest.GET('/v1/games/{slug}/look', { params: { path: { slug } } })))
  );
}

export function cards(slug: string): Promise<readonly CardInfo[]> {
  return once(
    `cards/${slug}`,
    async () => (await known(service().rest.GET('/v1/games/{slug}/cards', { params: { path: { slug } } }))).cards
  );
}

export function decks(slug: string): Promise<readonly Deck[]> {
  return once(
    `decks/${slug}`,
    async () => (await known(service().rest.GET('/v1/games/{slug}/decks', { params: { path: { slug } } }))).decks
  );
}

export function rules(slug: string): Promise<readonly Rule[]> {
  return once(`rules/${slug}`, async () => {
    const found = await known(service().rest.GET('/v1/games/{slug}/rules', { params: { path: { slug } } }));
    // The same address gives Markdown to those who ask for it.
    return typeof found === 'string' ? [] : found.rules;
  });
}

/** How many can play, in words. */
export function seatsOf({ minSeats: least, maxSeats: most }: Game): string {
  return least === most ? m.game_seats_one({ count: most }) : m.game_seats({ least, most });
}
