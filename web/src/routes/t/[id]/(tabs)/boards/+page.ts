import { known } from '#core/api/service.ts';
import { service } from '#lib/shell/session.svelte.ts';
import { tables } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const shown = event.round > 0 ? await tables(event.id) : null;
  const at = { params: { path: { slug: event.game } } };
  return { tables: shown?.tables ?? [], look: await known(service().rest.GET('/v1/games/{slug}/look', at)) };
};
