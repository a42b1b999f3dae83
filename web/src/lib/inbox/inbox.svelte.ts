/** All that an account was told, newest first, and what it is told from now on. */
import { isPassing } from '#core/api/errors.ts';
import { known, type Service } from '#core/api/service.ts';
import type { components } from '#core/api/generated/rest.ts';
import { connection } from '#lib/shell/connection.svelte.ts';

export type Item = components['schemas']['InboxPage']['items'][number];

/** Milliseconds before the stream is asked for again: it begins short and grows to the last. */
const PAUSES = [300, 1_000, 3_000, 10_000];
const PAGE = 100;

export class Inbox {
  items: Item[] = $state.raw([]);
  error: unknown = $state.raw();
  #cursor: string | null = null;
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Follow from now on; the answer ends it. */
  start(): () => void {
    const ending = new AbortController();
    void this.#follow(ending.signal);
    return () => {
      ending.abort();
      connection.state = 'idle';
    };
  }

  async #follow(ending: AbortSignal): Promise<void> {
    for (let tries = 0; !ending.aborted; tries++) {
      try {
        await this.#pages();
        connection.state = 'live';
        this.error = undefined;
        const after = this.#cursor;
        for await (const line of this.#service.lines<Item>('/v1/inbox/stream', { after }, ending)) {
          tries = 0;
          if ('at' in line) this.#take([line]);
        }
      } catch (error) {
        if (ending.aborted) return;
        this.error = error;
        if (!isPassing(error)) return void (connection.state = 'idle');
      }
      if (ending.aborted) return;
      connection.state = 'catching_up';
      await new Promise((done) => setTimeout(done, PAUSES[Math.min(tries, PAUSES.length - 1)]));
    }
  }

  /** What came since the cursor, page by page. */
  async #pages(): Promise<void> {
    for (let more = true; more;) {
      const query = this.#cursor === null ? { limit: PAGE } : { limit: PAGE, after: this.#cursor };
      const page = await known(this.#service.rest.GET('/v1/inbox', { params: { query } }));
      this.#take(page.items);
      more = page.hasNext;
    }
  }

  #take(items: readonly Item[]): void {
    this.items = [...[...items].reverse(), ...this.items];
    this.#cursor = items.at(-1)?.cursor ?? this.#cursor;
  }
}
