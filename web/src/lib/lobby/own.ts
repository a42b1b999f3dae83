/** The matches that somebody here sits in, and where they are waited for. */
import { ApiError } from '#core/api/errors.ts';
import { known, type Service } from '#core/api/service.ts';
import type { Match } from '#core/api/types.ts';
import { type OwnMatch, forget, ownMatches } from '#lib/shell/seats.ts';

export interface Own {
  match: Match;
  /** The seats of ours that are asked something now. */
  asked: number[];
}

/** Matches that are read at once: the newest. */
const MOST = 12;

/** What is not over yet, where somebody is waited for first. `service` is the account's, or everybody's. */
export async function ownNow(service: Service): Promise<Own[]> {
  const held = ownMatches().slice(0, MOST);
  const [guest, account] = await Promise.all([
    Promise.all(held.map(([id, own]) => asHolder(service, id, own))),
    service.token === null ? [] : asAccount(service)
  ]);
  const found = new Map<string, Own>();
  for (const own of [...account, ...guest]) {
    if (own)
      found.set(own.match.id, {
        ...own,
        asked: [...new Set([...(found.get(own.match.id)?.asked ?? []), ...own.asked])]
      });
  }
  return [...found.values()].sort((one, other) => Number(other.asked.length > 0) - Number(one.asked.length > 0));
}

/** A match by the tokens of its seats; undefined when it is over, or gone. */
async function asHolder(service: Service, id: string, own: OwnMatch): Promise<Own | undefined> {
  const match = await matchOf(service, id);
  if (match === undefined) forget(id);
  if (match?.status === 'OPEN') return { match, asked: [] };
  if (match?.status !== 'RUNNING') return undefined;
  const asked = await Promise.all(own.seats.map((held) => waitedFor(service.as(held.token))));
  return { match, asked: asked.flat().map(({ seat }) => seat) };
}

async function asAccount(service: Service): Promise<Own[]> {
  const query = { mine: 'true', status: 'OPEN,RUNNING', order: 'RECENTLY_UPDATED' } as const;
  const [{ matches }, seats] = await Promise.all([
    known(service.rest.GET('/v1/matches', { params: { query } })),
    waitedFor(service)
  ]);
  return matches.map((match) => ({
    match,
    asked: seats.filter(({ matchId }) => matchId === match.id).map(({ seat }) => seat)
  }));
}

/** The questions that wait for the holder of a token; none if the token is good no longer. */
async function waitedFor(holder: Service) {
  try {
    return (await known(holder.rest.GET('/v1/inbox/seats'))).seats;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return [];
    throw error;
  }
}

async function matchOf(service: Service, id: string): Promise<Match | undefined> {
  try {
    return await known(service.rest.GET('/v1/matches/{id}', { params: { path: { id } } }));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
