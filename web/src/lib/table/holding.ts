/** Who plays here: the seats that this browser holds in a match, else those of its account. */
import { known, type Perspective, type Service } from '#core/index.ts';
import { seatOf } from '#core/match/parts.ts';
import { seatsOf } from '#lib/shell/seats.ts';
import { service, serviceAs, session } from '#lib/shell/session.svelte.ts';

export interface Holding {
  readonly seat: number;
  /** The service as its holder sees it. */
  readonly service: Service;
  readonly as: Perspective;
}

/** The seats that are played here, by number; none: it is watched. Of an account's own seats the service tells the first. */
export async function holding(match: string): Promise<readonly Holding[]> {
  const held = seatsOf(match);
  if (held.length > 0) return held.map(({ seat, token }) => ({ seat, service: serviceAs(token), as: `seat:${seat}` }));
  if (session.token === null) return [];
  const state = await known(service().rest.GET('/v1/matches/{id}/state', { params: { path: { id: match } } }));
  const seat = seatOf(state.perspective);
  return seat === null ? [] : [{ seat, service: service(), as: `seat:${seat}` }];
}
