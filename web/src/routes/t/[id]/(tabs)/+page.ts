import { found, whole, type Cursor } from '#lib/event/reading.ts';
import { decksOf } from '#lib/lobby/games.ts';
import { service } from '#lib/shell/session.svelte.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const read = (cursor: Cursor) =>
    found(service().rest.GET('/v1/tournaments/{id}/ranks', { params: { path: { id: event.id }, query: cursor } }));
  const ranks = event.status === 'FINISHED' ? (await whole(read, (page) => page.ranks)).items : [];
  return { ranks, decks: await decksOf(event.game) };
};
