import { allGames } from '#lib/lobby/games.ts';

export const load = async ({ url }) => ({ games: await allGames(), game: url.searchParams.get('game') });
