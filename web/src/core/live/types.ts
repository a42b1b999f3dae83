import type { Document } from '../api/document.ts';
import type { Readable } from '../readable.ts';

/**
 * How it stands with the way to the service. `connecting`: for the first time; `live`: everything is told as it
 * happens; `catching up`: it was lost, and is tried again; `ended`: the token has ended or isn't valid.
 * `by`: the socket, or plain HTTP where sockets don't get through.
 */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'catching up' | 'ended';
  readonly by: 'socket' | 'http';
  /** Why it ended, for people; else null. */
  readonly reason: string | null;
}

/** What a feed says of a message: go on; it is over; or ask again, with new variables. */
export type Verdict = 'on' | 'over' | 'again';

/** Something to follow, and how to come back to it. */
export interface Feed<Data, Variables> {
  readonly document: Document<Data, Variables>;
  /** Asked before each subscription, so that it goes on after what has come. What it throws ends the feed, but for
   * `ConnectionError`: then it is asked again. */
  variables(): Variables | Promise<Variables>;
  take(data: Data): Verdict;
  /** The service has refused it: nothing more comes. */
  failed(error: Error): void;
  /**
   * The same messages over plain HTTP, for where sockets don't get through. `alive` is called when the service has
   * begun to answer, and at each sign of life.
   */
  overHttp?(variables: Variables, signal: AbortSignal, alive: () => void): AsyncIterable<Data>;
}

/** One socket for everything that is followed. */
export interface Live {
  readonly connection: Readable<Connection>;
  /** Follows until it is over, or until what it returns is called. */
  follow<Data, Variables>(feed: Feed<Data, Variables>): () => void;
  /** Tries at once what waits to be tried again, as when the machine is back in a network. */
  retry(): void;
  /** Closes the socket; nothing more is told. */
  close(): void;
}

export interface LiveOptions {
  /** For a machine without a `WebSocket` of its own. */
  readonly webSocket?: unknown;
  /** A new token when the old one has ended, or null: then everything ends. */
  readonly renew?: () => Promise<string | null>;
  /** From 0 to below 1. */
  readonly random?: () => number;
}
