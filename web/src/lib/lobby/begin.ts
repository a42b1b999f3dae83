/** From an order to a match that runs, or that waits for others. */
import { known, type Service } from '#core/api/service.ts';
import type { CreateMatch, JoinMatch, Match } from '#core/api/types.ts';
import { hold } from '#lib/shell/seats.ts';
import { broughtBy, checkDeck } from './brought.ts';

export type Bot = 'random' | 'greedy' | 'searching';

/** Who sits down: somebody before this screen with a deck of their choice, the house, or whoever comes. */
export type Sitter = { who: 'here'; deck: string; name: string } | { who: 'house'; bot: Bot } | { who: 'others' };

export interface Order {
  match: CreateMatch;
  /** One for each seat, in order. */
  seats: Sitter[];
}

export interface Begun {
  match: Match;
  /** The code without which nobody else may sit down in a match by invitation. */
  invite: string | null;
}

/**
 * Open a match and seat everybody who is known; nothing is opened for a deck that is refused. Those before this screen
 * sit down first, since only who sits in a guest's match may give seats to the house. Their seats are held by this
 * browser.
 */
export async function begin(service: Service, order: Order): Promise<Begun> {
  for (const [seat, sitter] of order.seats.entries())
    if (sitter.who === 'here') await checkDeck(service, order.match, seat, sitter.deck);
  const opened = await known(service.rest.POST('/v1/matches', { body: order.match }));
  const { match, invite } = opened;
  let last = match;
  let own: Service | undefined;
  for (const [seat, sitter] of order.seats.entries()) {
    if (sitter.who !== 'here') continue;
    const taken = await sit(service, match.id, { seat, ...broughtBy(match.game, sitter.deck), invite });
    hold(match.id, match.game, { seat, token: taken.seatToken, name: sitter.name });
    own ??= service.token === null ? service.as(taken.seatToken) : service;
    last = taken.match;
  }
  for (const [seat, sitter] of order.seats.entries()) {
    if (sitter.who === 'house') last = (await sit(own ?? service, match.id, { seat, bot: sitter.bot })).match;
  }
  return { match: last, invite };
}

/** Take one seat of a match for somebody before this screen. */
export async function join(service: Service, match: string, order: JoinMatch, name: string): Promise<Match> {
  const taken = await sit(service, match, order);
  hold(match, taken.match.game, { seat: taken.seat, token: taken.seatToken, name });
  return taken.match;
}

/** Give one seat of an own match to the house. */
export async function seatHouse(service: Service, match: string, seat: number, bot: Bot): Promise<Match> {
  return (await sit(service, match, { seat, bot })).match;
}

function sit(service: Service, id: string, body: JoinMatch) {
  return known(service.rest.POST('/v1/matches/{id}/seats', { params: { path: { id } }, body }));
}
