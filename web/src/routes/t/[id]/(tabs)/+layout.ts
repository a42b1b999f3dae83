import { entrants, rounds, tables } from '#lib/event/reading.ts';
import { allGames } from '#lib/lobby/games.ts';

/** Who looks: their own entry and their own table. */
export const load = async ({ params, parent, depends }) => {
  depends(`event:${params.id}`);
  const { event } = await parent();
  const you = event.you ?? null;
  const going = event.status === 'REGISTRATION' || event.status === 'RUNNING';
  const entry = you && going ? (await entrants(event.id)).find(({ id }) => id === you) : undefined;
  const now = you && event.status === 'RUNNING' ? await tables(event.id) : null;
  const table = now?.tables.find(({ seats }) => seats.some(({ entrant }) => entrant === you)) ?? null;
  const waits = now !== null && [...now.byes, ...now.half].some(({ entrant }) => entrant === you);
  const begun = event.round > 0 ? await rounds(event.id) : [];
  return { you, rounds: begun, entry: entry ?? null, table, waits, games: await allGames() };
};
