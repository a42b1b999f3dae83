import { entrants } from '#lib/event/reading.ts';
import { decksOf } from '#lib/lobby/games.ts';

export const load = async ({ parent, depends, params }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const [known, all] = await Promise.all([decksOf(event.game), entrants(event.id)]);
  return { known, entrants: all.filter(({ status }) => status !== 'WITHDRAWN') };
};
