import { service } from '#lib/shell/session.svelte.ts';
import { found } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const { nodes } = await found(
    service().rest.GET('/v1/tournaments/{id}/bracket', { params: { path: { id: event.id } } })
  );
  return { nodes };
};
