import { games } from '#lib/event/reading.ts';

export const load = async ({ url }) => ({ games: await games(), game: url.searchParams.get('game') });
