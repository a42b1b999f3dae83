import { game, looksOf } from '#lib/catalogue/catalogue.ts';
import type { LayoutLoad } from './$types.d.ts';

export const load: LayoutLoad = async ({ params }) => {
  const [found, looks] = await Promise.all([game(params.slug), looksOf(params.slug)]);
  return { game: found, looks };
};
