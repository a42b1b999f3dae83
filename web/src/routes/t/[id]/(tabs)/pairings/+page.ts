import { tables } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params, url }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const asked = Number(url.searchParams.get('round')) || event.round;
  return { shown: await tables(event.id, asked > 0 ? asked : undefined) };
};
