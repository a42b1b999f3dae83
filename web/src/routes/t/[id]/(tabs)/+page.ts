import { found, whole, type Cursor } from '#lib/event/reading.ts';
import { allGames, decksOf } from '#lib/lobby/games.ts';
import { service } from '#lib/shell/session.svelte.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const read = (cursor: Cursor) =>
    found(
      service().rest.GET('/v1/tournaments/{id}/ranks', { params: { path: { id: event.id }, query: cursor } })
    );
  const ranks = event.status === 'FINISHED' ? (await whole(read, (page) => page.ranks)).items : [];
  const [known, brought] = await Promise.all([allGames(), decksOf(event.game)]);
  return { ranks, decks: brought, game: known.find(({ slug }) => slug === event.game) ?? null };
};
