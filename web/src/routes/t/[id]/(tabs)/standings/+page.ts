import { standings } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params, url }) => {
  depends(`event:${params.id}`, `standings:${params.id}`);
  const { event } = await parent();
  const after = Number(url.searchParams.get('after')) || undefined;
  const bracket = url.searchParams.get('of') === 'bracket';
  return { shown: await standings(event.id, { after, bracket }), bracket, chosen: after ?? null };
};
