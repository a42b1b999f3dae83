import { known } from '#core/api/service.ts';
import { service } from '#lib/shell/session.svelte.ts';
import { allGames } from '#lib/lobby/games.ts';
import type { Tournament } from '#lib/event/types.ts';

const MANY = 32;
const STATUSES: readonly Tournament['status'][] = ['REGISTRATION', 'RUNNING', 'FINISHED', 'CANCELLED'];

/** The filters stand in the address. */
export const load = async ({ url }) => {
  const given = url.searchParams;
  const status = STATUSES.find((one) => one === given.get('status'));
  const game = given.get('game');
  const name = given.get('name');
  const query = {
    limit: MANY,
    ...(game ? { game } : {}),
    ...(name ? { name } : {}),
    ...(status ? { status } : {}),
    ...(given.has('mine') ? { mine: 'true' as const } : {}),
    ...(given.get('after') ? { after: given.get('after') as string } : {})
  };
  const [page, all] = await Promise.all([
    known(service().rest.GET('/v1/tournaments', { params: { query } })),
    allGames()
  ]);
  return { page, games: all, game, status, mine: given.has('mine'), name };
};
