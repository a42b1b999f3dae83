import type { Service } from '../api/service.ts';
import type { Event, FrameState, LegalActionSet, Perspective } from '../api/types.ts';
import type { Readable } from '../readable.ts';

/** The end of a batch, where somebody sees a table. */
export interface Step {
  readonly version: number;
  readonly at: string;
  /** Both are empty where frames were asked for without them. */
  readonly stateHash: string;
  readonly headHash: string;
}

export interface Turn {
  /** The table's own number of it, or its place from 1 where the table has none. */
  readonly number: number;
  /** Whose it is, or null. */
  readonly seat: number | null;
  /** The versions of its first and its last step. */
  readonly from: number;
  readonly to: number;
}

export interface Mark {
  readonly version: number;
  /** A name of the look's `markLabels`. */
  readonly mark: string;
  readonly seats: readonly number[];
  readonly text: string;
}

/** How far a step goes: an event, a batch, a turn. */
export type Stride = 'event' | 'batch' | 'turn';

export interface ReplaySnapshot {
  readonly version: number;
  /** The last version that there is. */
  readonly last: number;
  /** Null: it is being read. */
  readonly frame: FrameState | null;
  /** The version is within a batch: between two facts. */
  readonly resolving: boolean;
  readonly step: Step | null;
  readonly steps: readonly Step[];
  readonly turns: readonly Turn[];
  /** Of the events that are here. */
  readonly marks: readonly Mark[];
  /** The events of the batch that led to `version`, if they are here. */
  readonly events: readonly Event[];
  /** Null until it is known. */
  readonly perspective: Perspective | null;
  /** All frames are here. */
  readonly complete: boolean;
  readonly fault: Error | null;
}

/** A match at any of its versions. */
export interface Replay extends Readable<ReplaySnapshot> {
  /** Shows a version, the nearest that there is: at once where a batch ends and its frame is here. */
  jump(version: number): Promise<void>;
  /** The version so many strides from `from` (from the shown one), at most the first or the last. */
  stride(by: Stride, count: number, from?: number): number;
  /** The state at the last end of a batch up to a version; undefined while it is not here. */
  stateAt(version: number): FrameState | undefined;
  /** The events from `from` to `to`, read in pages of 256 and kept. */
  events(from: number, to: number): Promise<readonly Event[]>;
  /** What a seat could have answered at the shown version, as templates. */
  possible(seat: number): Promise<LegalActionSet>;
  /** The same match at the same version with other eyes, or another caller's. */
  as(perspective: Perspective, service?: Service): Replay;
  close(): void;
}

export interface ReplayOptions {
  /** Default: the caller's seat, else a spectator's. */
  readonly as?: Perspective;
  /** The version that is shown first; default: the last. */
  readonly at?: number;
  /** Asks for frames without the hashes of their steps, which are most of the bytes; default: with them. */
  readonly brief?: boolean;
}
