import { cards } from '#lib/catalogue/catalogue.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async ({ params }) => ({ cards: await cards(params.slug) });
