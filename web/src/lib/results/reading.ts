/** What came out of matches that are over, as far as the address asks for it. */
import { known } from '#core/api/service.ts';
import { found, whole, type Cursor } from '#lib/event/reading.ts';
import { service } from '#lib/shell/session.svelte.ts';
import type { Span } from './spans.ts';

/** As many as these lists give at once. */
const MANY = 100;

/** Which matches count; the names are those of the address and of the service. */
export interface Filter {
  tournament?: string;
  mode?: string;
  since?: string;
  until?: string;
}

const NAMES = ['tournament', 'mode', 'since', 'until'] as const;

/** The filter of an address. Days there are whole days of the reader's own calendar. */
export function filterOf(given: { get(name: string): string | null }): Filter {
  const entries = NAMES.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(entries) as Filter;
}

/** The same as the service wants it: moments, where the address has days. */
function asked({ since, until, ...others }: Filter): Filter {
  return {
    ...others,
    ...(since ? { since: new Date(`${since}T00:00`).toISOString() } : {}),
    ...(until ? { until: new Date(`${until}T00:00`).toISOString() } : {})
  };
}

const at = (slug: string, filter: Filter, cursor: Cursor) => ({
  params: { path: { slug }, query: { ...asked(filter), ...cursor } }
});

export async function deckResults(slug: string, filter: Filter) {
  const read = (cursor: Cursor) =>
    found(service().rest.GET('/v1/games/{slug}/statistics/decks', at(slug, filter, cursor)));
  return (await whole(read, (page) => page.decks, MANY)).items;
}

/** How a deck did in a span. */
export interface DeckSpan extends Span {
  readonly played: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

const NOTHING = { played: 0, wins: 0, draws: 0, losses: 0 };

/** How a deck did in each of some spans, whatever days the filter has. */
export async function deckOver(
  slug: string,
  filter: Filter,
  deck: string,
  parts: readonly Span[]
): Promise<DeckSpan[]> {
  const moment = (at: number) => new Date(at).toISOString();
  return Promise.all(
    parts.map(async ({ from, to }) => {
      const query = { ...filter, since: moment(from), until: moment(to) };
      const read = (cursor: Cursor) =>
        found(
          service().rest.GET('/v1/games/{slug}/statistics/decks', {
            params: { path: { slug }, query: { ...query, ...cursor } }
          })
        );
      const { items } = await whole(read, (page) => page.decks, MANY);
      return { ...NOTHING, ...items.find((row) => row.deck === deck), from, to };
    })
  );
}

export async function matchups(slug: string, filter: Filter) {
  const read = (cursor: Cursor) =>
    found(service().rest.GET('/v1/games/{slug}/statistics/matchups', at(slug, filter, cursor)));
  return (await whole(read, (page) => page.matchups, MANY)).items;
}

export async function cardResults(slug: string, filter: Filter) {
  const read = (cursor: Cursor) =>
    found(service().rest.GET('/v1/games/{slug}/statistics/cards', at(slug, filter, cursor)));
  return (await whole(read, (page) => page.cards, MANY)).items;
}

/** How many matches, at most, are looked at for their length. */
export const LATEST = MANY;

/** How long the latest finished matches were, in events. */
export async function lengths(slug: string, { tournament, since, until }: Filter): Promise<number[]> {
  const days = asked({ ...(since ? { since } : {}), ...(until ? { until } : {}) });
  const query = {
    game: slug,
    status: 'FINISHED',
    limit: LATEST,
    ...(tournament ? { tournament } : {}),
    ...(days.since ? { finishedAfter: days.since } : {}),
    ...(days.until ? { finishedBefore: days.until } : {})
  };
  const { matches } = await known(service().rest.GET('/v1/matches', { params: { query } }));
  return matches.map(({ version }) => version);
}

export async function headToHead(slug: string, one: string, other: string) {
  return found(service().rest.GET('/v1/head-to-head', { params: { query: { one, other, game: slug, limit: MANY } } }));
}

/** The players of a ladder, the best first; of the season that was rated last, unless one is named. */
export async function ladder(slug: string, season?: string) {
  const read = (cursor: Cursor) =>
    found(
      service().rest.GET('/v1/leaderboards/{slug}', {
        params: { path: { slug }, query: { ...cursor, ...(season ? { season } : {}) } }
      })
    );
  const { first, items } = await whole(read, (page) => page.rows, MANY);
  return { ladder: first.ladder, rows: items };
}

/** Somebody's rating and the games that changed it, the newest first. */
export async function rated(slug: string, player: string, season?: string) {
  const read = (cursor: Cursor) =>
    found(
      service().rest.GET('/v1/leaderboards/{slug}/players/{player}', {
        params: { path: { slug, player }, query: { ...cursor, ...(season ? { season } : {}) } }
      })
    );
  const { first, items } = await whole(read, (page) => page.changes, MANY);
  return { player: first.player, changes: items };
}
