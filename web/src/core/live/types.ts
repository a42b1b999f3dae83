import type { Readable } from "../readable.ts";
import type { Document } from "../api/document.ts";

/**
 * How it stands with the way to the service. `connecting`: for the first time; `live`: everything is told as it
 * happens; `catching up`: it was lost, and is tried again; `ended`: the token has ended or isn't valid.
 * `by`: the socket, or plain HTTP where sockets don't get through.
 */
export interface Connection {
  readonly state: "connecting" | "live" | "catching up" | "ended";
  readonly by: "socket" | "http";
  /** Why it ended, for people; else null. */
  readonly reason: string | null;
}

/** What a feed says of a message: go on; it is over; or ask again, with new variables. */
export type Verdict = "on" | "over" | "again";

/** Something to follow, and how to come back to it. */
export interface Feed<Data, Variables> {
  readonly document: Document<Data, Variables>;
  /** Asked before each subscription, so that it goes on after what has come. */
  variables(): Variables;
  take(data: Data): Verdict | Promise<Verdict>;
  /** The service has refused it: nothing more comes. */
  failed(error: Error): void;
}

/** One socket for everything that is followed. */
export interface Live {
  readonly connection: Readable<Connection>;
  /** Follows until it is over, or until what it returns is called. */
  follow<Data, Variables>(feed: Feed<Data, Variables>): () => void;
  /** Closes the socket; nothing more is told. */
  close(): void;
}
