import { error } from '@sveltejs/kit';
import { known } from '#core/api/service.ts';
import { m } from '#words';
import { service } from '#lib/shell/session.svelte.ts';
import { entrants, found, tables } from '#lib/event/reading.ts';

/** All that who runs an event has before them. Others have no desk. */
export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  if (!event.yourRole) error(403, m.desk_not_yours());
  const at = { params: { path: { id: event.id } } };
  const codes =
    event.yourRole === 'ORGANISER' ? await known(service().rest.GET('/v1/tournaments/{id}/codes', at)) : null;
  const [all, shown, bracket] = await Promise.all([
    entrants(event.id),
    event.round > 0 ? tables(event.id) : null,
    found(service().rest.GET('/v1/tournaments/{id}/bracket', at))
  ]);
  return { codes, entrants: all, tables: shown?.tables ?? [], nodes: bracket.nodes };
};
