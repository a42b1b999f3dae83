/** Whose eyes a replay can be seen through, and by which token of this browser. */
import type { Match, Perspective, Service } from '#core/index.ts';
import { seatsOf } from '#lib/shell/seats.ts';
import { service, serviceAs } from '#lib/shell/session.svelte.ts';

/** Every perspective of a match: a watcher's, each seat's, and all at once. */
export function perspectivesOf(match: Match): readonly Perspective[] {
  return ['spectator', ...match.seats.map(({ number }): Perspective => `seat:${number}`), 'full'];
}

/** Who may ask for a perspective: the holder of the seat where this browser holds it, else the account. */
export function eyesOf(match: string, perspective: Perspective): Service {
  const held = seatsOf(match).find(({ seat }) => `seat:${seat}` === perspective);
  return held ? serviceAs(held.token) : service();
}

/** What an address names, if it is a perspective. */
export function perspectiveIn(text: string | null): Perspective | null {
  return text !== null && /^(spectator|full|seat:\d{1,2})$/.test(text) ? (text as Perspective) : null;
}

/** The perspective that a replay opens with: the first own seat, else a watcher's. */
export function usual(match: string): Perspective {
  const [held] = seatsOf(match);
  return held ? `seat:${held.seat}` : 'spectator';
}
