/** The seats that this browser holds: one entry for each match, with the tokens that act for its seats. */
import { keep, kept, keptNames } from './kept.ts';

export interface Seat {
  seat: number;
  /** The secret that acts for the seat. It goes into no address but a fragment. */
  token: string;
  name: string;
}

/** What is kept of a match: enough for a list of own matches without asking. */
export interface OwnMatch {
  game: string;
  seats: Seat[];
  /** When the last seat was taken, in milliseconds since 1970. */
  at: number;
}

const PREFIX = 'seats.';

/** The seats held in a match, by number. */
export function seatsOf(match: string): Seat[] {
  return kept(PREFIX + match, undefined, isOwnMatch)?.seats ?? [];
}

/** Hold one more seat of a match, or the same one with another token. */
export function hold(match: string, game: string, taken: Seat): void {
  const others = seatsOf(match).filter((held) => held.seat !== taken.seat);
  const seats = [...others, taken].sort((one, other) => one.seat - other.seat);
  keep(PREFIX + match, { game, seats, at: Date.now() } satisfies OwnMatch);
}

/** Forget the seats of a match in this browser; whoever has the tokens elsewhere still holds them. */
export function forget(match: string): void {
  keep(PREFIX + match, undefined);
}

/** The matches in which this browser holds seats, by their ids, the newest first. */
export function ownMatches(): [string, OwnMatch][] {
  return keptNames(PREFIX)
    .map((match): [string, OwnMatch | undefined] => [match, kept(PREFIX + match, undefined, isOwnMatch)])
    .filter((entry): entry is [string, OwnMatch] => entry[1] !== undefined)
    .sort(([, one], [, other]) => other.at - one.at);
}

/** The address under which another browser takes over a seat: the token stands in the fragment, which is never sent. */
export function seatLink(match: string, game: string, held: Seat, origin: string): string {
  const told = new URLSearchParams({ seat: String(held.seat), token: held.token, name: held.name, game });
  return `${origin}/m/${match}#${told}`;
}

/** Hold the seat that a fragment hands over; whether it was one. */
export function takeOver(match: string, fragment: string): boolean {
  const told = new URLSearchParams(fragment.replace(/^#/, ''));
  const [seat, token, game] = [Number(told.get('seat') ?? NaN), told.get('token'), told.get('game')];
  if (!token || !game || !Number.isInteger(seat) || seat < 0) return false;
  hold(match, game, { seat, token, name: told.get('name') ?? '' });
  return true;
}

function isOwnMatch(value: unknown): value is OwnMatch | undefined {
  const found = value as Partial<OwnMatch> | null | undefined;
  return (
    typeof found?.game === 'string' &&
    typeof found.at === 'number' &&
    Array.isArray(found.seats) &&
    found.seats.every(isSeat)
  );
}

function isSeat(value: unknown): value is Seat {
  const found = value as Partial<Seat> | null;
  return Number.isInteger(found?.seat) && typeof found?.token === 'string' && typeof found.name === 'string';
}
