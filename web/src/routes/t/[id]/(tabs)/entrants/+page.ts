import { entrants } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params, url }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const name = url.searchParams.get('name') ?? '';
  return { entrants: await entrants(event.id, name), name };
};
