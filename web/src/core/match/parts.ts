// What a snapshot of a match is put together from.
import type { PerspectiveInput } from '../api/generated/graphql.ts';
import type { Event, FrameState, Operation, Perspective, Prompt } from '../api/types.ts';
import type { Live } from '../live/types.ts';
import { patched } from './patch.ts';
import type { MatchSnapshot } from './types.ts';

/** A match of which nothing is read yet. */
export function empty(id: string, live: Live): MatchSnapshot {
  return {
    id,
    match: null,
    version: 0,
    perspective: null,
    frame: null,
    stateHash: null,
    headHash: null,
    legal: null,
    log: [],
    presence: null,
    clocks: null,
    clockOffset: 0,
    connection: live.connection.get(),
    sending: null,
    refusal: null,
    closed: false,
    fault: null
  };
}

/** Whose eyes, as GraphQL asks. */
export function eyesOf(as: Perspective | undefined): PerspectiveInput | null {
  if (as === undefined) return null;
  const seat = seatOf(as);
  return seat === null ? { role: as === 'full' ? 'FULL' : 'SPECTATOR' } : { seat };
}

/** The seat whose eyes these are, or null. */
export function seatOf(as: string): number | null {
  const [, seat] = /^seat:(\d+)$/.exec(as) ?? [];
  return seat === undefined ? null : Number(seat);
}

/** The frame after a patch, or null: the patch is for another one. */
export function fitted(frame: FrameState, patch: readonly Operation[]): FrameState | null {
  try {
    return patched(frame, patch);
  } catch {
    return null;
  }
}

/** What tells questions apart: a revision rises when something else has become legal. */
export function keyOf(prompts: readonly Prompt[]): string {
  return prompts
    .map(({ id, revision }) => `${id}/${revision}`)
    .sort()
    .join(' ');
}

/** The last so many events; all of them are the very same list. */
export function latest(events: readonly Event[], most: number): readonly Event[] {
  return events.length > most ? events.slice(-most) : events;
}

/** Two runs of events in one, each event once. */
export function merged(one: readonly Event[], other: readonly Event[]): readonly Event[] {
  const last = one.at(-1)?.version ?? 0;
  const more = other.filter(({ version }) => version > last);
  return more.length ? [...one, ...more] : one;
}
