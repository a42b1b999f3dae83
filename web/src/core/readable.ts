/** A value that changes, after the contract of Svelte's stores; with `get` it suits React's useSyncExternalStore too. */
export interface Readable<T> {
  get(): T;
  /** Calls `listener` at once with the value that is there, then with each new one, until what it returns is called. */
  subscribe(listener: (value: T) => void): () => void;
}

/** A readable value that its owner sets. Setting the same value again tells nobody. */
export class Cell<T> implements Readable<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  subscribe(listener: (value: T) => void): () => void {
    const own = (value: T) => listener(value); // one listener may be given twice
    this.#listeners.add(own);
    own(this.#value);
    return () => void this.#listeners.delete(own);
  }
}

/** The first value that suits, the one that is there or one to come. Rejects when the signal is aborted. */
export function until<T>(readable: Readable<T>, suits: (value: T) => boolean, signal?: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const suited = new Promise<T>((found, failed) => {
    if (signal?.aborted) failed(signal.reason);
    signal?.addEventListener('abort', () => failed(signal.reason), { once: true });
    stop = readable.subscribe((value) => {
      if (suits(value)) found(value);
    });
  });
  return suited.finally(() => stop());
}
