import { standings, tables } from '#lib/event/reading.ts';

/** The screen of a hall shows itself alone: the tables of the round, and who stands where. */
export const load = async ({ parent, depends, params, url }) => {
  depends(`event:${params.id}`, `standings:${params.id}`);
  const { event } = await parent();
  const begun = event.round > 0;
  const [shown, ranking] = await Promise.all([begun ? tables(event.id) : null, begun ? standings(event.id, {}) : null]);
  return { chrome: 'none' as const, shown, ranking, transparent: url.searchParams.get('transparent') === '1' };
};
