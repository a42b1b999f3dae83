import { tournament } from '#lib/event/reading.ts';

/** Everything below is about this tournament, and is read anew when it changes. */
export const load = async ({ params, depends }) => {
  depends(`event:${params.id}`);
  return { event: await tournament(params.id) };
};
