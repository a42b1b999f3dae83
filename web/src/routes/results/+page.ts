import { known } from '#core/api/service.ts';
import { entrants, tournament } from '#lib/event/reading.ts';
import { allGames, decksOf } from '#lib/lobby/games.ts';
import {
  cardResults,
  deckOver,
  deckResults,
  filterOf,
  headToHead,
  ladder,
  lengths,
  matchups
} from '#lib/results/reading.ts';
import { spans } from '#lib/results/spans.ts';
import { service } from '#lib/shell/session.svelte.ts';

const VIEWS = ['decks', 'matchups', 'cards', 'met', 'lengths'] as const;

/** One view of the results of one game: all that chooses it stands in the address. */
export const load = async ({ url }) => {
  const given = url.searchParams;
  const games = await allGames();
  const slug = given.get('game') ?? games[0]?.slug ?? '';
  const of = VIEWS.find((view) => view === given.get('of')) ?? 'decks';
  const filter = filterOf(given);
  const [one, other] = [given.get('one'), given.get('other')];
  const deck = of === 'decks' ? given.get('deck') : null;
  const decks = of === 'decks' || of === 'matchups' ? decksOf(slug) : null;
  const [names, event, found, pairs, brought, people, met, long, over] = await Promise.all([
    decks,
    filter.tournament ? tournament(filter.tournament) : null,
    of === 'decks' ? deckResults(slug, filter) : [],
    of === 'matchups' ? matchups(slug, filter) : [],
    of === 'cards' ? cards(slug, filter) : [],
    of === 'met' ? playersOf(slug, filter.tournament) : [],
    of === 'met' && one && other ? headToHead(slug, one, other) : null,
    of === 'lengths' ? lengths(slug, filter) : [],
    deck ? deckOver(slug, filter, deck, spans(filter.since, filter.until, Date.now())) : []
  ]);
  const named = new Map((names ?? []).map(({ id, name }) => [id, name]));
  return {
    games,
    slug,
    of,
    filter,
    event,
    named,
    decks: found,
    deck,
    over,
    pairs,
    cards: brought,
    people,
    one,
    other,
    met,
    long
  };
};

/** Cards with their names, the most played first. */
async function cards(slug: string, filter: Parameters<typeof cardResults>[1]) {
  const [found, catalogue] = await Promise.all([
    cardResults(slug, filter),
    known(service().rest.GET('/v1/games/{slug}/cards', { params: { path: { slug } } }))
  ]);
  const names = new Map(catalogue.cards.map(({ id, name }) => [id, name]));
  return found
    .map((row) => ({ ...row, name: names.get(row.card) ?? row.card }))
    .sort((a, b) => b.played - a.played || a.name.localeCompare(b.name));
}

/** Who can be compared: the entrants of the tournament, or the players of the ladder. */
async function playersOf(slug: string, event?: string): Promise<{ id: string; name: string | null }[]> {
  if (event) return (await entrants(event)).map(({ id, name }) => ({ id, name }));
  return (await ladder(slug)).rows.map(({ player, name }) => ({ id: player, name }));
}
