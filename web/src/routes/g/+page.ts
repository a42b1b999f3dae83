import { games } from '#lib/catalogue/catalogue.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async () => ({ games: await games() });
