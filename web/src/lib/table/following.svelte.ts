/** A match as the page follows it, by one pair of eyes. */
import { openLive, openMatch, type Live } from '#core/index.ts';
import type { MatchSnapshot, MatchStore, Perspective, Service } from '#core/index.ts';
import { renewal } from '#lib/shell/session.svelte.ts';

export class Following {
  readonly service: Service;
  readonly store: MatchStore;
  readonly #live: Live;
  readonly #stop: () => void;
  snapshot: MatchSnapshot = $state.raw() as MatchSnapshot;
  /** More has come at once than can be watched: nothing moves. */
  behind = $state.raw(false);

  constructor(service: Service, id: string, as?: Perspective) {
    this.service = service;
    this.#live = openLive(service, renewal(service));
    this.store = openMatch(service, this.#live, id, as === undefined ? {} : { as });
    this.snapshot = this.store.get();
    this.#stop = this.store.subscribe((next) => this.#become(next));
  }

  /** Tries at once to come back, as when the machine is in a network again. */
  retry(): void {
    this.#live.retry();
  }

  close(): void {
    this.#stop();
    this.store.close();
    this.#live.close();
  }

  /** A table that comes while another was not drawn yet takes its place; then nothing moves. */
  #waiting = 0;
  #next: MatchSnapshot | null = null;

  #become(next: MatchSnapshot): void {
    const batch = next.version !== (this.#next ?? this.snapshot).version;
    if (batch) this.#waiting += 1;
    if (this.#next === null) queueMicrotask(() => this.#draw());
    this.#next = next;
  }

  #draw(): void {
    this.behind = this.#waiting > MOST || document.hidden;
    this.#waiting = 0;
    if (this.#next) this.snapshot = this.#next;
    this.#next = null;
  }
}

/** So many batches at once are watched one by one. */
const MOST = 4;
