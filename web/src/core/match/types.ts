import type {
  Act,
  Action,
  ClockTick,
  Event,
  FrameState,
  LegalActionSet,
  Match,
  Perspective,
  Presence
} from '../api/types.ts';
import type { ApiError, ConnectionError } from '../api/errors.ts';
import type { Connection } from '../live/types.ts';
import type { Readable } from '../readable.ts';

/** A match at one moment. Never changed: what is the same in the next snapshot is the very same object. */
export interface MatchSnapshot {
  readonly id: string;
  /** Null until it is read for the first time; `match.seats` has names, `match.game` the slug. */
  readonly match: Match | null;
  /** Of the frame: 0 before the first one. */
  readonly version: number;
  readonly perspective: Perspective | null;
  /** Status, phase, prompts, table, result. */
  readonly frame: FrameState | null;
  readonly stateHash: string | null;
  readonly headHash: string | null;
  /** What the own seat may do, with an answer as templates; null for a watcher, and until it is read anew. */
  readonly legal: LegalActionSet | null;
  /** The last events, oldest first: 1,024 and those that `earlier` has read before them. */
  readonly log: readonly Event[];
  readonly presence: Presence | null;
  /** The running clocks as they were at `clocks.at`; `remaining` counts them down. */
  readonly clocks: ClockTick | null;
  /** The service's clock less ours, in ms. */
  readonly clockOffset: number;
  readonly connection: Connection;
  /** An own action that is on its way, or null. */
  readonly sending: Sending | null;
  /** Why the last own action was refused; null once another is sent. */
  readonly refusal: ApiError | ConnectionError | null;
  /** Nothing more will happen: the match is over, or may not be followed. */
  readonly closed: boolean;
  /** Why it can't be shown, or null. */
  readonly fault: Error | null;
}

export interface Sending {
  readonly action: Action | 'concede';
  /** When it was sent first, ms since the epoch by our own clock. */
  readonly since: number;
  /** The version at which it is on the table, once the service has said so; Infinity before. */
  readonly until: number;
}

export interface MatchOptions {
  /** Whose eyes; default: the caller's seat, else a spectator's. */
  readonly as?: Perspective;
  /** Whose answers are read and sent; default: that of `as`. Null: nobody's. */
  readonly seat?: number | null;
}

/** A match that is followed. */
export interface MatchStore extends Readable<MatchSnapshot> {
  /** Answers a prompt of the own seat. Rejects with `ApiError`, or `ConnectionError` after the last repetition. */
  act(prompt: { readonly id: string; readonly revision: number }, action: Action): Promise<Act>;
  concede(): Promise<Act>;
  /** Reads up to 256 events before those in `log`; false if there are none. */
  earlier(): Promise<boolean>;
  /** Reads everything anew, as after a fault. */
  reload(): Promise<void>;
  close(): void;
}
