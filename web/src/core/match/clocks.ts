import type { RunningClock } from '../api/types.ts';
import type { MatchSnapshot } from './types.ts';

/** A clock that runs now: what is left of the decision and, after that, of the seat's bank, in ms. */
export interface Remaining {
  readonly promptId: string;
  readonly decisionMs: number;
  readonly bankMs: number;
}

/** The clock of a seat at `now` (ms since the epoch by our own clock), or null: none runs. */
export function remaining({ clocks, clockOffset }: MatchSnapshot, seat: number, now: number): Remaining | null {
  const clock = clocks?.clocks.find((one) => one.seat === seat);
  return clock ? leftOf(clock, now + clockOffset) : null;
}

function leftOf({ promptId, deadline, bankMs }: RunningClock, at: number): Remaining {
  const left = Math.max(0, Date.parse(deadline) - at);
  return { promptId, decisionMs: Math.max(0, left - bankMs), bankMs: Math.min(left, bankMs) };
}
