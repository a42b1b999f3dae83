/** Parts of the time that results are asked for, all of one length. */
export interface Span {
  /** Milliseconds since 1970; `to` is the first moment after it. */
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
/** So many days are looked at where the filter says nothing. */
const USUAL = 56;
/** As many as are read at once, and as one sees at a glance. */
const MANY = 8;

/** The parts between two days of the reader's calendar (`2026-11-27`), or of the last weeks before `now`. */
export function spans(since: string | undefined, until: string | undefined, now: number): Span[] {
  const to = until ? new Date(`${until}T00:00`).getTime() : now;
  const from = since ? new Date(`${since}T00:00`).getTime() : to - USUAL * DAY;
  if (from >= to) return [];
  const many = Math.max(1, Math.min(MANY, Math.ceil((to - from) / DAY)));
  const place = (at: number) => Math.round(from + ((to - from) * at) / many);
  return Array.from({ length: many }, (_, at) => ({ from: place(at), to: place(at + 1) }));
}
