/** What a level of checks has found, after docs/replay/format.md. */
export interface Level {
  readonly level: 'L0' | 'L1' | 'L2' | 'L3' | 'L4';
  readonly status: 'ok' | 'failed' | 'skipped';
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
  /** What the file is worth: `ok` if one of the given keys has signed it and nothing failed. */
  readonly verdict: 'ok' | 'not signed' | 'not vouched' | 'failed';
}

/** A good line of a file, as docs/replay/format.md has it: `k` is its kind. */
export type ReplayLine = { readonly k: 'h' | 'e' | 'c' | 'f' } & Readonly<Record<string, unknown>>;

export interface Progress {
  readonly lines: number;
  /** Of the file, unpacked. */
  readonly bytes: number;
}

/** What is to be checked: the bytes of a file, packed or plain, or where it can be read; and the keys that are trusted. */
export interface Proving {
  readonly file: ProofSource;
  /** Public keys, `x` of their JWK; null: any. */
  readonly keys: readonly string[] | null;
  /** Lines of this kind alone are told on the way; default: all. Each one is copied to whoever asks. */
  readonly only?: ReplayLine['k'];
}

export type ProofSource = Blob | { readonly url: string; readonly token: string | null };

/** What the states of a match are compared with: the hashes of its file, by version. */
export interface Comparing {
  /** The service that shows the states, and as whom. */
  readonly source: { readonly base: string; readonly token: string | null };
  readonly match: string;
  readonly perspective: string;
  readonly checks: readonly Check[];
}

/** The hash that a file has for the state of its perspective after an event. */
export interface Check {
  readonly version: number;
  readonly hash: string;
}

/** How many states were compared of those that the file has hashes of. */
export interface Compared {
  readonly compared: number;
  readonly of: number;
  /** The version whose state is another than that of the file; null: all are the same. */
  readonly differs: number | null;
}

/** Who sits at a table, in the order of the seats. */
export interface ShownTable {
  readonly table: number;
  readonly seats: readonly string[];
}

/** A round of a tournament that is to be computed again: its file, and what is shown of it. */
export interface CheckingRound {
  readonly url: string;
  readonly token: string | null;
  readonly shown: { readonly commitment: string; readonly seed: string; readonly tables: readonly ShownTable[] };
}

/** What a worker says: now and then how far it is, with the good lines since; at the end what it has found. */
export type Told =
  | { readonly kind: 'progress'; readonly progress: Progress; readonly lines: readonly ReplayLine[] }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'compared'; readonly compared: Compared }
  | { readonly kind: 'round'; readonly fault: string | null }
  /** It can't be read, or is no replay file; or no state can be read. */
  | { readonly kind: 'unreadable'; readonly message: string };
