import type { Event, FrameState, Perspective } from "../api/types.ts";
import type { Readable } from "../readable.ts";

/** The end of a batch, where somebody sees a table. */
export interface Step {
  readonly version: number;
  readonly at: string;
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
export type Stride = "event" | "batch" | "turn";

export interface ReplaySnapshot {
  readonly version: number;
  /** The last version that there is. */
  readonly last: number;
  /** Null: it is being read. Between two batches: `resolving`, and its state comes from the service. */
  readonly frame: FrameState | null;
  readonly resolving: boolean;
  readonly step: Step | null;
  readonly steps: readonly Step[];
  readonly turns: readonly Turn[];
  /** Of the events that are here. */
  readonly marks: readonly Mark[];
  /** The events of the batch that led to `version`, if they are here. */
  readonly events: readonly Event[];
  readonly perspective: Perspective;
  /** All frames are here. */
  readonly complete: boolean;
  readonly fault: Error | null;
}

/** A match at any of its versions. */
export interface Replay extends Readable<ReplaySnapshot> {
  /** Shows a version: at once where a batch ends and its frame is here. */
  jump(version: number): Promise<void>;
  /** The version so many strides away, at most the first or the last. */
  stride(by: Stride, count: 1 | -1, from?: number): number;
  /** The state after the batch that holds `version`; undefined while its frame is not here. */
  stateAt(version: number): FrameState | undefined;
  /** The events from `from` to `to`, read in pages of 256 and kept. */
  events(from: number, to: number): Promise<readonly Event[]>;
  /** The same match with other eyes; the version stays. */
  as(perspective: Perspective): Replay;
  close(): void;
}
