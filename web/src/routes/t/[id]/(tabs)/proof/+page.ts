import { rounds } from '#lib/event/reading.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  return { rounds: await rounds(event.id) };
};
