import { pause } from '../api/sending.ts';

const FIRST = 300;
const MOST = 10_000;

/** How long to wait after so many failures, in ms: twice as long each time, and nobody at the same moment as others. */
export function backoff(failures: number, random: () => number): number {
  const whole = Math.min(MOST, FIRST * 2 ** Math.max(0, failures - 1));
  return whole * (0.5 + random() / 2);
}

/** Waits that can be cut short all at once. */
export class Waits {
  #woken = new AbortController();

  /** Resolves after `ms`, or when `wake` is called; rejects when the signal is aborted. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, AbortSignal.any([signal, this.#woken.signal])).catch(() => signal.throwIfAborted());
  }

  wake(): void {
    this.#woken.abort();
    this.#woken = new AbortController();
  }
}
