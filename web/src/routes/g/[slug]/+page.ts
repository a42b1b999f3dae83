import { known } from '#core/index.ts';
import { decks } from '#lib/catalogue/catalogue.ts';
import { service } from '#lib/shell/session.svelte.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async ({ params }) => {
  const [offered, counted] = await Promise.all([decks(params.slug), known(service().rest.GET('/v1/statistics'))]);
  return { decks: offered, matches: counted.games.find(({ game }) => game === params.slug)?.matches ?? null };
};
