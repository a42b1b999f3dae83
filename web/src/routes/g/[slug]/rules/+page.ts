import { rules } from '#lib/catalogue/catalogue.ts';
import type { PageLoad } from './$types.d.ts';

export const load: PageLoad = async ({ params }) => ({ rules: await rules(params.slug) });
