import { known } from '#core/index.ts';
import { decks, introduction } from '#lib/catalogue/catalogue.ts';
import { service } from '#lib/shell/session.svelte.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async ({ params }) => {
  const [offered, told, counted] = await Promise.all([
    decks(params.slug),
    introduction(params.slug),
    known(service().rest.GET('/v1/statistics'))
  ]);
  return { decks: offered, told, matches: counted.games.find(({ game }) => game === params.slug)?.matches ?? null };
};
