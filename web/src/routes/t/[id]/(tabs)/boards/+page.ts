import { service } from '#lib/shell/session.svelte.ts';
import { stage, type Staging } from '#lib/table/staging.ts';
import { tables } from '#lib/event/reading.ts';

/** Of the game that was looked at last: a result at a table changes no card. */
let staged: { game: string; staging: Promise<Staging> } | undefined;

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  if (staged?.game !== event.game) {
    staged = { game: event.game, staging: stage(service(), event.game) };
    staged.staging.catch(() => (staged = undefined));
  }
  const [shown, staging] = await Promise.all([event.round > 0 ? tables(event.id) : null, staged.staging]);
  return { tables: shown?.tables ?? [], staging };
};
