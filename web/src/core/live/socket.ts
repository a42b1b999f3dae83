import { type Client, createClient } from 'graphql-ws/client';
import type { Document } from '../api/document.ts';
import { ApiError, ConnectionError, isPassing } from '../api/errors.ts';
import { type GraphQLFault, matchIn, problemOf } from '../api/service.ts';

/** Why a subscription has ended: `lost` and `done` may be tried again, a token that has ended needs a new one. */
export type Ending =
  | { readonly kind: 'done' | 'lost' }
  | { readonly kind: 'unauthenticated'; readonly reason: string }
  | { readonly kind: 'refused'; readonly error: Error };

/** Close codes that tell of a fault of the program: the same again would not help. */
const FAULTS = new Set([4400, 4406, 4409]);
const NORMAL = 1000;
const SILENT_MS = 10_000;
const PONG_MS = 5_000;
/** So long a connection may take: some proxies neither pass a socket on nor refuse it. */
const OPENING_MS = 10_000;

export interface SocketEvents {
  connected(): void;
  lost(): void;
}

/** The socket: connected while anything is followed; after a silence it asks for a sign of life. */
export class Socket {
  readonly #client: Client;
  #match: string | undefined;

  constructor(base: string, token: () => string | null, events: SocketEvents, webSocket: unknown) {
    let dead: ReturnType<typeof setTimeout> | undefined;
    this.#client = createClient({
      url: () => `${base.replace(/^http/, 'ws')}/graphql${this.#match ? `?match=${this.#match}` : ''}`,
      connectionParams: () => (token() === null ? {} : { token: token() }),
      retryAttempts: 0, // it would subscribe again with the old variables
      lazyCloseTimeout: 3_000,
      keepAlive: SILENT_MS,
      ...(webSocket === undefined ? {} : { webSocketImpl: webSocket }),
      on: {
        connecting: () => {
          dead = setTimeout(() => this.#client.terminate(), OPENING_MS);
        },
        connected: () => {
          clearTimeout(dead);
          events.connected();
        },
        ping: (received) => {
          if (!received) dead = setTimeout(() => this.#client.terminate(), PONG_MS);
        },
        pong: (received) => {
          if (received) clearTimeout(dead);
        },
        closed: (event) => {
          clearTimeout(dead);
          const { code } = event as { code?: number };
          if (code !== NORMAL) events.lost(); // nothing was followed any more
        }
      }
    });
  }

  /** Subscribes once; resolves when it has ended. */
  subscribe<Data>(
    document: Document<Data, never>,
    variables: object,
    take: (data: Data) => void,
    signal: AbortSignal
  ): Promise<Ending> {
    this.#match ??= matchIn(variables);
    return new Promise((ended) => {
      const payload = { query: document.text, variables: { ...variables } };
      const stop = this.#client.subscribe<Data>(payload, {
        next: ({ data, errors }) => {
          if (data) take(data);
          else if (errors) ended(refusedBy(errors));
        },
        error: (error) => ended(endingOf(error)),
        complete: () => ended({ kind: 'done' })
      });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
  }

  close(): void {
    void this.#client.dispose();
  }
}

function endingOf(error: unknown): Ending {
  if (Array.isArray(error)) return refusedBy(error as GraphQLFault[]);
  const { code, reason } = (error ?? {}) as { code?: number; reason?: string };
  if (code === 4401 || code === 4403) return { kind: 'unauthenticated', reason: reason || 'the token has ended' };
  if (code !== undefined && FAULTS.has(code))
    return { kind: 'refused', error: new ConnectionError(`closed with ${code}: ${reason}`) };
  return { kind: 'lost' };
}

function refusedBy(errors: readonly GraphQLFault[]): Ending {
  const [first] = errors;
  const error = new ApiError(problemOf(first ?? { message: 'no data' }, 200));
  if (error.code === 'UNAUTHENTICATED') return { kind: 'unauthenticated', reason: error.message };
  return isPassing(error) ? { kind: 'lost' } : { kind: 'refused', error };
}
