/** What is read again and again while somebody looks: lists that need no stream. */
import { isPassing } from '#core/api/errors.ts';

/** Milliseconds between two readings. */
const EVERY = 12_000;

export class Polled<T> {
  /** What was read last; undefined before the first answer. */
  value: T | undefined = $state.raw();
  /** Why the last reading failed, if it did. */
  error: unknown = $state.raw();
  readonly #read: () => Promise<T>;
  readonly #every: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = 0;

  constructor(read: () => Promise<T>, every = EVERY) {
    this.#read = read;
    this.#every = every;
  }

  /** Begin; the answer ends it. Call it in an `$effect`, which reads again when what it read from has changed. */
  start(): () => void {
    const seen = () => document.visibilityState === 'visible' && void this.refresh();
    document.addEventListener('visibilitychange', seen);
    void this.refresh();
    return () => {
      this.#reading++;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  /** Read now. What was read before stays in its place while a passing fault lasts. */
  async refresh(): Promise<void> {
    const mine = ++this.#reading;
    clearTimeout(this.#timer);
    try {
      const value = await this.#read();
      if (mine !== this.#reading) return;
      this.value = value;
      this.error = undefined;
    } catch (error) {
      if (mine !== this.#reading) return;
      if (!isPassing(error)) this.value = undefined;
      this.error = error;
    }
    this.#timer = setTimeout(() => document.visibilityState === 'visible' && void this.refresh(), this.#every);
  }
}
