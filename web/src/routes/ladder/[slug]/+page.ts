import { known } from '#core/api/service.ts';
import { allGames } from '#lib/lobby/games.ts';
import { ladder, rated } from '#lib/results/reading.ts';
import { service } from '#lib/shell/session.svelte.ts';

export const load = async ({ params, url }) => {
  const { slug } = params;
  const season = url.searchParams.get('season') ?? undefined;
  const player = url.searchParams.get('player');
  const [games, seasons, shown, history] = await Promise.all([
    allGames(),
    known(service().rest.GET('/v1/leaderboards/{slug}/seasons', { params: { path: { slug } } })),
    ladder(slug, season),
    player ? rated(slug, player, season) : null
  ]);
  return { games, slug, seasons: seasons.seasons, ...shown, season: season ?? shown.ladder?.season ?? null, history };
};
