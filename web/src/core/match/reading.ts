// What a store reads of a match, and how the stream's messages read in one form.
import type { MatchUpdatesSubscription } from '../api/generated/graphql.ts';
import { known, type Service } from '../api/service.ts';
import type {
  ClockTick,
  Event,
  EventPage,
  Frame,
  FrameState,
  LegalActionSet,
  Match,
  Operation,
  Perspective,
  Presence,
  State
} from '../api/types.ts';
import { streamed } from '../live/streamed.ts';

export type Update =
  | ({ readonly __typename: 'EventsAppended' } & Appended)
  | ({ readonly __typename: 'PresenceChanged' } & Presence)
  | ({ readonly __typename: 'ClockTick' } & ClockTick)
  | { readonly __typename: 'ResyncRequired'; readonly currentVersion: number; readonly reason: string }
  | { readonly __typename: 'MatchClosed'; readonly version: number }
  | { readonly __typename: 'Heartbeat' };

export interface Appended {
  readonly fromVersion: number;
  readonly toVersion: number;
  readonly events: readonly Event[];
  readonly stateHash: string;
  readonly headHash: string;
  readonly patch: readonly Operation[];
}

/** So many events come at once, and frames of so many versions. */
export const PAGE = 256;
const VERSIONS = 4096;

/** One match over REST, for one pair of eyes. */
export class MatchReader {
  readonly #service: Service;
  readonly #id: string;
  readonly #as: Perspective | undefined;

  constructor(service: Service, id: string, as: Perspective | undefined) {
    this.#service = service;
    this.#id = id;
    this.#as = as;
  }

  match(): Promise<Match> {
    return known(this.#service.rest.GET('/v1/matches/{id}', { params: { path: { id: this.#id } } }));
  }

  state(at?: number): Promise<State> {
    const query = { ...this.#eyes(), ...(at === undefined ? {} : { at }) };
    return known(this.#service.rest.GET('/v1/matches/{id}/state', { params: { path: { id: this.#id }, query } }));
  }

  /** Up to 256 events after a version, oldest first. */
  async events(after: number, limit = PAGE): Promise<readonly Event[]> {
    const params = { path: { id: this.#id }, query: { ...this.#eyes(), after, limit } };
    const page = await known(this.#service.rest.GET('/v1/matches/{id}/events', { params }));
    return (page as EventPage).events; // lines come only to who asks for them
  }

  /** What a seat may answer, at a version or now, as templates. */
  legal(seat: number, at?: number): Promise<LegalActionSet> {
    const params = { path: { id: this.#id }, query: { seat, expand: 0, ...(at === undefined ? {} : { at }) } };
    return known(this.#service.rest.GET('/v1/matches/{id}/legal-actions', { params }));
  }

  /** The frames from one version on, of at most 4,096 versions, as they come. Brief: only the first one is whole. */
  frames(from: number, to: number, brief: boolean, signal: AbortSignal): AsyncGenerator<Frame> {
    const path = `/v1/matches/${encodeURIComponent(this.#id)}/frames`;
    const query = { ...this.#eyes(), from, to: Math.min(to, from + VERSIONS - 1), ...(brief ? { brief } : {}) };
    return this.#service.lines<Frame>(path, query, signal);
  }

  /** The stream over plain HTTP, in the form of the socket's messages. */
  async *stream(
    after: number,
    afterHash: string | null,
    signal: AbortSignal,
    alive: () => void
  ): AsyncGenerator<MatchUpdatesSubscription> {
    const query = { ...this.#eyes(), after, afterHash, frames: true };
    const path = `/v1/matches/${encodeURIComponent(this.#id)}/stream`;
    for await (const message of streamed(this.#service, path, query, signal, alive))
      yield { matchUpdates: asSent(message) } as unknown as MatchUpdatesSubscription;
  }

  #eyes(): { as?: Perspective } {
    return this.#as === undefined ? {} : { as: this.#as };
  }
}

/** Arguments of a sentence: REST says them by name, GraphQL as a list. */
function asSent(data: object): object {
  if (!('events' in data)) return data;
  const events = (data.events as Event[]).map((event) => ({
    ...event,
    textArguments: Object.entries(event.textArguments).map(([name, value]) => ({ name, value }))
  }));
  return { ...data, events };
}

/** A message of the stream with its events as REST says them. */
export function asUpdate({ matchUpdates: said }: MatchUpdatesSubscription): Update {
  if (said.__typename !== 'EventsAppended') return said;
  const events = said.events.map(({ textArguments, ...event }) => ({
    ...event,
    textArguments: Object.fromEntries(textArguments.map(({ name, value }) => [name, value]))
  }));
  return { ...said, events: events as Event[], patch: said.patch as Operation[] };
}

/** What a frame has of a state. */
export function frameOf({ status, phase, prompts, table, result }: State): FrameState {
  return { status, phase, prompts, table, result };
}
