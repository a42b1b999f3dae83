/** What a level of checks has found, after docs/replay/format.md. */
export interface Level {
  readonly level: "L0" | "L3";
  readonly status: "ok" | "failed" | "skipped";
  /** The first bad line of the file, from 1, and the version reached before it; null where nothing failed. */
  readonly line: number | null;
  readonly version: number | null;
  readonly message: string;
}

/** What a replay file proves. */
export interface Report {
  readonly match: string;
  readonly game: string;
  readonly perspective: string;
  readonly version: number;
  readonly head: string;
  /** The id of the key that has signed it, or null. */
  readonly signedBy: string | null;
  /** That key is one of those given. */
  readonly pinned: boolean;
  readonly levels: readonly Level[];
  readonly ok: boolean;
}

export interface Progress {
  readonly lines: number;
  readonly bytes: number;
}
