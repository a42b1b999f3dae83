import { ApiError, isPassing } from '../api/errors.ts';
import type { Service } from '../api/service.ts';
import { Cell } from '../readable.ts';
import { backoff, Waits } from './backoff.ts';
import { type Ending, Socket } from './socket.ts';
import type { Connection, Feed, Live, LiveOptions, Verdict } from './types.ts';

/** So many connections fail, and none is ever made, before plain HTTP is tried. */
const PATIENCE = 3;

/** Opens a socket as soon as something is followed, with the service's token. */
export function openLive(service: Service, options: LiveOptions = {}): Live {
  return new OneSocket(service, options);
}

class OneSocket implements Live {
  readonly connection = new Cell<Connection>({ state: 'connecting', by: 'socket', reason: null });
  readonly #options: LiveOptions;
  readonly #socket: Socket;
  readonly #waits = new Waits();
  readonly #closed = new AbortController();
  #token: string | null;
  #failures = 0;
  #everConnected = false;
  #renewing: Promise<boolean> | null = null;

  constructor(service: Service, options: LiveOptions) {
    this.#options = options;
    this.#token = service.token;
    const events = { connected: () => this.#connected(), lost: () => this.#lost() };
    this.#socket = new Socket(service.base, () => this.#token, events, options.webSocket);
  }

  follow<Data, Variables>(feed: Feed<Data, Variables>): () => void {
    const stopped = new AbortController();
    const signal = AbortSignal.any([stopped.signal, this.#closed.signal]);
    void this.#follow(feed, signal).catch((error: unknown) => {
      if (!signal.aborted) feed.failed(error as Error);
    });
    return () => stopped.abort();
  }

  retry(): void {
    this.#waits.wake();
  }

  close(): void {
    this.#closed.abort();
    this.#socket.close();
  }

  async #follow<Data, Variables>(feed: Feed<Data, Variables>, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { ending, verdict } = await this.#once(feed, signal);
      if (verdict === 'over' || signal.aborted) return;
      if (ending.kind === 'refused') throw ending.error;
      if (ending.kind === 'unauthenticated' && !(await this.#renew(ending.reason))) throw new Error(ending.reason);
      if (ending.kind === 'lost' || verdict !== 'again') {
        await this.#waits.wait(backoff(this.#failures, this.#options.random ?? Math.random), signal);
      }
    }
  }

  /** Subscribes once, from where the feed stands. */
  async #once<Data, Variables>(
    feed: Feed<Data, Variables>,
    signal: AbortSignal
  ): Promise<{ ending: Ending; verdict: Verdict }> {
    const enough = new AbortController();
    const until = AbortSignal.any([signal, enough.signal]);
    let verdict: Verdict = 'on';
    const take = (data: Data) => {
      if (verdict !== 'on') return;
      this.#failures = 0;
      verdict = feed.take(data);
      if (verdict !== 'on') enough.abort();
    };
    try {
      const variables = await feed.variables();
      if (until.aborted) return { ending: { kind: 'done' }, verdict };
      const ending =
        this.#withoutSocket() && feed.overHttp
          ? await this.#overHttp(feed.overHttp(variables, until), take, until)
          : await this.#socket.subscribe(feed.document, variables as object, take, until);
      return { ending, verdict };
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.#lost();
      return { ending: { kind: 'lost' }, verdict };
    }
  }

  async #overHttp<Data>(
    messages: AsyncIterable<Data>,
    take: (data: Data) => void,
    signal: AbortSignal
  ): Promise<Ending> {
    this.#say({ state: 'live', by: 'http', reason: null });
    try {
      for await (const message of messages) take(message);
      return { kind: 'done' };
    } catch (error) {
      if (signal.aborted) return { kind: 'done' };
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
        return { kind: 'unauthenticated', reason: error.message };
      if (!isPassing(error)) return { kind: 'refused', error: error as Error };
      this.#lost();
      return { kind: 'lost' };
    }
  }

  #withoutSocket(): boolean {
    return !this.#everConnected && this.#failures >= PATIENCE;
  }

  #connected(): void {
    this.#everConnected = true;
    this.#say({ state: 'live', by: 'socket', reason: null });
  }

  #lost(): void {
    this.#failures += 1;
    const { state, by } = this.connection.get();
    if (state === 'live') this.#say({ state: 'catching up', by, reason: null });
  }

  /** Whether there is a new token; all feeds wait for the same one. */
  #renew(reason: string): Promise<boolean> {
    this.#renewing ??= (this.#options.renew?.() ?? Promise.resolve(null)).then((token) => {
      this.#renewing = null;
      this.#token = token ?? this.#token;
      if (token === null) this.#say({ ...this.connection.get(), state: 'ended', reason });
      return token !== null;
    });
    return this.#renewing;
  }

  #say(connection: Connection): void {
    const { state, by, reason } = this.connection.get();
    if (state !== connection.state || by !== connection.by || reason !== connection.reason)
      this.connection.set(connection);
  }
}
