import { ApiError, ConnectionError, isPassing } from '../api/errors.ts';
import {
  MatchUpdates,
  type MatchUpdatesSubscription,
  type MatchUpdatesSubscriptionVariables
} from '../api/generated/graphql.ts';
import { newKey } from '../api/keys.ts';
import { known, type Service } from '../api/service.ts';
import type { Act, Action, Answer, Event, FrameState, Perspective } from '../api/types.ts';
import type { Feed, Live, Verdict } from '../live/types.ts';
import { Cell, until } from '../readable.ts';
import { empty, eyesOf, fitted, keyOf, latest, merged, seatOf } from './parts.ts';
import { type Appended, asUpdate, frameOf, MatchReader, PAGE, type Update } from './reading.ts';
import type { MatchOptions, MatchSnapshot, MatchStore, Sending } from './types.ts';

/** Follows a match from now on. The service's token says who looks and who acts. */
export function openMatch(service: Service, live: Live, id: string, options: MatchOptions = {}): MatchStore {
  return new Following(service, live, id, options);
}

/** So many events are kept while a match goes on; each call of `earlier` makes room for those that it reads. */
const KEPT = 4 * PAGE;

/** So long after a failure the own answers are read again, in ms. */
const LATER_MS = 2_000;

type Updates = Feed<MatchUpdatesSubscription, MatchUpdatesSubscriptionVariables>;

class Following extends Cell<MatchSnapshot> implements MatchStore, Updates {
  readonly document = MatchUpdates;
  readonly #service: Service;
  readonly #live: Live;
  readonly #reader: MatchReader;
  readonly #options: MatchOptions;
  readonly #closed = new AbortController();
  #stop: () => void;
  readonly #unsubscribe: () => void;
  /** What is here can't be gone on from: it is read anew before the next subscription. */
  #stale = true;
  /** Nor can the log: its events may be of another history. */
  #otherHistory = false;
  #kept = KEPT;
  /** The prompts whose answers are here, or are being read; null: to be read. */
  #asked: string | null = null;
  /** What was sent and got no answer, with its key: the same once more may be the second time, and must not count so. */
  #unanswered: { readonly said: string; readonly key: string } | null = null;

  constructor(service: Service, live: Live, id: string, options: MatchOptions) {
    super(empty(id, live));
    this.#service = service;
    this.#live = live;
    this.#options = options;
    this.#reader = new MatchReader(service, id, options.as);
    this.#unsubscribe = live.connection.subscribe((connection) => this.#change({ connection }));
    this.#stop = live.follow(this);
  }

  act(prompt: { readonly id: string; readonly revision: number }, action: Action): Promise<Act> {
    return this.#send({ ...action, promptId: prompt.id, revision: prompt.revision }, action);
  }

  concede(): Promise<Act> {
    return this.#send({ type: 'concede' }, 'concede');
  }

  async earlier(): Promise<boolean> {
    const { log } = this.get();
    const first = log[0]?.version ?? 1;
    if (first <= 1) return false;
    const after = Math.max(0, first - 1 - PAGE);
    this.#kept = Math.max(this.#kept, log.length + PAGE);
    const events = await this.#reader.events(after, first - 1 - after);
    const now = this.get().log;
    if (now[0]?.version !== first) return true; // meanwhile so much has come that there would be a gap
    this.#change({ log: merged(events, now) });
    return after > 0;
  }

  async reload(): Promise<void> {
    this.#stop();
    this.#stale = true;
    this.#change({ fault: null, closed: false });
    this.#stop = this.#live.follow(this);
  }

  close(): void {
    this.#stop();
    this.#unsubscribe();
    this.#closed.abort();
  }

  // What the way to the service asks

  async variables(): Promise<MatchUpdatesSubscriptionVariables> {
    if (this.#stale) await this.#read();
    else this.#readLegal(); // if that has failed before
    const { id, version, headHash } = this.get();
    return { id, after: version, hash: version > 0 ? headHash : null, as: eyesOf(this.#options.as) };
  }

  take(data: MatchUpdatesSubscription): Verdict {
    const update = asUpdate(data);
    switch (update.__typename) {
      case 'EventsAppended':
        return this.#appended(update);
      case 'PresenceChanged':
        this.#change({ presence: { seats: update.seats, spectators: update.spectators } });
        return 'on';
      case 'ClockTick':
        this.#change({ clocks: update, clockOffset: Date.parse(update.at) - Date.now() });
        return 'on';
      case 'ResyncRequired':
        return this.#resync(update);
      case 'MatchClosed':
        this.#change({ closed: true, clocks: null });
        return 'over';
      default:
        return 'on';
    }
  }

  failed(fault: Error): void {
    this.#change({ fault, closed: true });
  }

  overHttp(
    variables: MatchUpdatesSubscriptionVariables,
    signal: AbortSignal,
    alive: () => void
  ): AsyncIterable<MatchUpdatesSubscription> {
    return this.#reader.stream(variables.after, variables.hash ?? null, signal, alive);
  }

  // What the stream tells

  /** Each batch counts once. What neither follows on nor was here before can't be put in: then all is read anew. */
  #appended(update: Appended): Verdict {
    const { version, stateHash, frame } = this.get();
    if (update.toVersion < version) return 'on';
    if (update.toVersion === version) return update.stateHash === stateHash ? 'on' : this.#anew(true);
    if (update.fromVersion !== version + 1 || !frame) return this.#anew();
    const next = fitted(frame, update.patch);
    if (next === null) return this.#anew();
    this.#become(next, update.toVersion, update.stateHash, update.headHash, update.events);
    return 'on';
  }

  #resync({ reason }: Extract<Update, { __typename: 'ResyncRequired' }>): Verdict {
    if (reason === 'SHUTDOWN') return 'again'; // what is here is right: another server goes on from it
    return this.#anew(reason !== 'SLOW_READER');
  }

  #anew(otherHistory = false): Verdict {
    this.#stale = true;
    this.#otherHistory ||= otherHistory;
    return 'again';
  }

  async #read(): Promise<void> {
    const [match, state] = await Promise.all([this.#reader.match(), this.#reader.state()]);
    const log = this.#otherHistory ? [] : this.get().log;
    const known = log.at(-1)?.version ?? 0;
    const near = known > 0 && known <= state.version && state.version - known <= PAGE;
    const events = await this.#reader.events(near ? known : Math.max(0, state.version - PAGE));
    const here = events.filter(({ version }) => version <= state.version);
    this.#stale = false;
    this.#otherHistory = false;
    this.#asked = null;
    this.#change({ match, perspective: state.perspective as Perspective, log: near ? log : [] });
    this.#become(frameOf(state), state.version, state.hash, state.headHash, here);
  }

  #become(frame: FrameState, version: number, stateHash: string, headHash: string, events: readonly Event[]): void {
    const before = this.get();
    const log = latest(merged(before.log, events), this.#kept);
    const sending = before.sending && before.sending.until <= version ? null : before.sending;
    const legal = this.#asked === this.#asks(frame) ? before.legal : null;
    this.#change({ frame, version, stateHash, headHash, log, sending, legal });
    this.#readLegal();
    if (before.frame && (before.frame.status !== frame.status || frame.status === 'open')) void this.#readMatch();
  }

  async #readMatch(): Promise<void> {
    const match = await this.#reader.match().catch(() => null);
    if (match) this.#change({ match });
  }

  // The own answers

  #seat(): number | null {
    if (this.#options.seat !== undefined) return this.#options.seat;
    return seatOf(this.get().perspective ?? '');
  }

  /** The open prompts of the own seat, as a key; null for who has no seat. */
  #asks(frame: FrameState | null): string | null {
    const seat = this.#seat();
    return seat === null || !frame ? null : keyOf(frame.prompts.filter((prompt) => prompt.seat === seat));
  }

  /** Reads the answers to the own prompts, if they are others than those that are here. */
  #readLegal(): void {
    const seat = this.#seat();
    const asked = this.#asks(this.get().frame);
    if (seat === null || asked === null || asked === this.#asked) return;
    this.#asked = asked;
    void this.#legalOf(seat, asked);
  }

  async #legalOf(seat: number, asked: string): Promise<void> {
    try {
      const legal = await this.#reader.legal(seat);
      if (this.#asked !== asked) return; // others are asked by now
      if (keyOf(legal.prompts.map(({ prompt }) => prompt)) === asked) this.#change({ legal });
      else this.#asked = null; // read at a later version: the stream brings that
    } catch (error) {
      if (this.#asked === asked) this.#asked = null;
      if (error instanceof ApiError && error.code === 'NOT_YOUR_SEAT') this.failed(error);
      if (isPassing(error)) await this.#legalLater();
    }
  }

  /** Reads the answers again after a while: no event of the match may come that would bring them. */
  async #legalLater(): Promise<void> {
    await this.#service.pause(LATER_MS, this.#closed.signal).catch(() => undefined);
    if (!this.#closed.signal.aborted) this.#readLegal();
  }

  async #send(body: Answer, action: Sending['action']): Promise<Act> {
    const sending: Sending = { action, since: Date.now(), until: Infinity };
    this.#change({ sending, refusal: null });
    const said = JSON.stringify(body);
    const key = this.#unanswered?.said === said ? this.#unanswered.key : newKey();
    try {
      const done = await this.#delivered(body, key);
      this.#unanswered = null;
      const { version } = this.get();
      if (this.get().sending === sending)
        this.#change({ sending: version >= done.version ? null : { ...sending, until: done.version } });
      return done;
    } catch (error) {
      this.#unanswered = isPassing(error) ? { said, key } : null;
      const refusal = error instanceof ApiError || error instanceof ConnectionError ? error : null;
      this.#change({ sending: null, refusal });
      throw error;
    }
  }

  /** What gets no answer while the way to the service is gone is sent again once that is back. */
  async #delivered(body: Answer, key: string): Promise<Act> {
    const params = { path: { id: this.get().id }, header: { 'Idempotency-Key': key } };
    const isBack = ({ connection }: MatchSnapshot) => connection.state === 'live' || connection.state === 'ended';
    for (;;) {
      try {
        return await known(this.#service.rest.POST('/v1/matches/{id}/actions', { params, body: body as never }));
      } catch (error) {
        if (!isPassing(error) || isBack(this.get())) throw error;
        await until(this, isBack, this.#closed.signal);
      }
    }
  }

  #change(change: Partial<MatchSnapshot>): void {
    this.set({ ...this.get(), ...change });
  }
}
