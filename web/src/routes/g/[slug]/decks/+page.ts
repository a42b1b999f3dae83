import { cards, decks } from '#lib/catalogue/catalogue.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async ({ params }) => {
  const [offered, all] = await Promise.all([decks(params.slug), cards(params.slug)]);
  return { decks: offered, cards: all };
};
