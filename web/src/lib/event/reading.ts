/** Reading lists and things of the service for a page. */
import { error } from '@sveltejs/kit';
import { ApiError } from '#core/api/errors.ts';
import { known } from '#core/api/service.ts';
import { service } from '#lib/shell/session.svelte.ts';
import type { Entrant, Pairing, Round, Standing, TableSeat, Tournament } from './types.ts';

/** As many as the lists of a tournament give at once. */
const PAGE = 256;

/** Where a list goes on. */
export interface Cursor {
  after?: string;
  limit: number;
}

interface End {
  endCursor?: string | null;
  hasNext: boolean;
}

/** What a page needs: an answer, or the error page where nothing has the address. */
export async function found<T>(answer: Promise<{ data?: T }>): Promise<Exclude<T, string>> {
  try {
    return (await known(answer)) as Exclude<T, string>; // what is text comes to those alone who ask for a table of it
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) error(404, fault.message);
    throw fault;
  }
}

/** Every page of a list, one after the other, joined; `limit` as high as the list lets. */
export async function whole<Page extends End, T>(
  read: (cursor: Cursor) => Promise<Page>,
  items: (page: Page) => readonly T[],
  limit = PAGE
): Promise<{ first: Page; items: T[] }> {
  const first = await read({ limit });
  const all = [...items(first)];
  let page = first;
  while (page.hasNext && page.endCursor) {
    page = await read({ limit, after: page.endCursor });
    all.push(...items(page));
  }
  return { first, items: all };
}

export function tournament(id: string): Promise<Tournament> {
  return found(service().rest.GET('/v1/tournaments/{id}', { params: { path: { id } } }));
}

export async function rounds(id: string): Promise<readonly Round[]> {
  return (await found(service().rest.GET('/v1/tournaments/{id}/rounds', { params: { path: { id } } }))).rounds;
}

export interface Tables {
  round: number;
  tables: Pairing[];
  byes: readonly TableSeat[];
  half: readonly TableSeat[];
}

/** All tables of a round; without a number, of the one that began last. */
export async function tables(id: string, round?: number): Promise<Tables> {
  const { first, items } = await whole(
    (cursor) =>
      found(
        service().rest.GET('/v1/tournaments/{id}/pairings', {
          params: { path: { id }, query: { ...cursor, ...(round === undefined ? {} : { round }) } }
        })
      ),
    (page) => page.pairings
  );
  return { round: first.round, tables: items, byes: first.byes, half: first.half };
}

/** All entrants, or those with this part in their names. */
export async function entrants(id: string, name?: string, sort: 'ENTERED' | 'NAME' = 'NAME'): Promise<Entrant[]> {
  const read = (cursor: Cursor) =>
    found(
      service().rest.GET('/v1/tournaments/{id}/entrants', {
        params: { path: { id }, query: { ...cursor, sort, ...(name ? { name } : {}) } }
      })
    );
  return (await whole(read, (page) => page.entrants)).items;
}

export interface Ranking {
  rows: Standing[];
  afterRound: number;
  bracket: boolean;
  version: number;
}

/** The standings after a round, or after the last one that is over; of the rounds, or of the bracket. */
export async function standings(id: string, of: { after?: number | undefined; bracket?: boolean }): Promise<Ranking> {
  const query = {
    ...(of.bracket ? { bracket: 'true' as const } : {}),
    ...(of.after === undefined ? {} : { afterRound: of.after })
  };
  const { first, items } = await whole(
    (cursor) =>
      found(
        service().rest.GET('/v1/tournaments/{id}/standings', {
          params: { path: { id }, query: { ...cursor, ...query } }
        })
      ),
    (page) => page.standings
  );
  return { rows: items, afterRound: first.afterRound, bracket: first.bracket, version: first.version };
}
