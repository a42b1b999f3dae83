import { ApiError, ConnectionError, isPassing } from '../api/errors.ts';
import type { Service } from '../api/service.ts';
import { Cell } from '../readable.ts';
import { backoff, Waits } from './backoff.ts';
import { type Ending, Socket } from './socket.ts';
import type { Connection, Feed, Live, LiveOptions, Verdict } from './types.ts';

/** So many connections fail before plain HTTP is tried: where there was none yet, and where there was one before. */
const PATIENCE = { never: 3, before: 6 };
/** Streams over plain HTTP at once: a browser has six connections to a service, and other requests need some. */
const STREAMS = 4;
/** So long one lasts before a socket is tried again, and so long it may say nothing, in ms. */
const STREAM_MS = 300_000;
const SILENT_MS = 45_000;

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
  #streams = 0;
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
      verdict = feed.take(data);
      if (verdict !== 'on') enough.abort();
    };
    const heard = (data: Data) => {
      this.#failures = 0;
      take(data);
    };
    try {
      const variables = await feed.variables();
      if (until.aborted) return { ending: { kind: 'done' }, verdict };
      const ending =
        this.#withoutSocket() && feed.overHttp
          ? await this.#overHttp(feed, variables, take, until)
          : await this.#socket.subscribe(feed.document, variables as object, heard, until);
      return { ending, verdict };
    } catch (error) {
      if (!isPassing(error)) throw error;
      this.#lost();
      return { ending: { kind: 'lost' }, verdict };
    }
  }

  /** Follows over plain HTTP, for a while; where too many do so already it only waits. */
  async #overHttp<Data, Variables>(
    feed: Feed<Data, Variables>,
    variables: Variables,
    take: (data: Data) => void,
    signal: AbortSignal
  ): Promise<Ending> {
    if (this.#streams >= STREAMS || !feed.overHttp) return { kind: 'lost' };
    const over = new AbortController();
    const end = (why: string) => over.abort(new ConnectionError(why));
    const socketAgain = setTimeout(() => {
      this.#failures = this.#patience() - 2; // one more fails, and this comes again
      end('a socket is tried again');
    }, STREAM_MS);
    let silent = setTimeout(end, SILENT_MS, 'no answer');
    const alive = () => {
      clearTimeout(silent);
      silent = setTimeout(end, SILENT_MS, 'nothing came any more');
      this.#failures = this.#patience();
      this.#say({ state: 'live', by: 'http', reason: null });
    };
    if (this.#streams === 0) this.#catchUp();
    this.#streams += 1;
    try {
      for await (const message of feed.overHttp(variables, AbortSignal.any([signal, over.signal]), alive))
        take(message);
      return { kind: 'done' };
    } catch (error) {
      return signal.aborted ? { kind: 'done' } : this.#endingOf(error);
    } finally {
      clearTimeout(silent);
      clearTimeout(socketAgain);
      this.#streams -= 1;
    }
  }

  #endingOf(error: unknown): Ending {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED')
      return { kind: 'unauthenticated', reason: error.message };
    if (!isPassing(error)) return { kind: 'refused', error: error as Error };
    this.#lost();
    return { kind: 'lost' };
  }

  #withoutSocket(): boolean {
    return this.#failures >= this.#patience();
  }

  #patience(): number {
    return this.#everConnected ? PATIENCE.before : PATIENCE.never;
  }

  #connected(): void {
    this.#everConnected = true;
    this.#say({ state: 'live', by: 'socket', reason: null });
  }

  #lost(): void {
    this.#failures += 1;
    this.#catchUp();
  }

  #catchUp(): void {
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
