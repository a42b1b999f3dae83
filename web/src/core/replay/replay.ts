import type { Service } from '../api/service.ts';
import type { Event, FrameState, LegalActionSet, Perspective, State } from '../api/types.ts';
import { frameOf, MatchReader, PAGE } from '../match/reading.ts';
import { Cell } from '../readable.ts';
import { EventPages } from './pages.ts';
import { Timeline } from './timeline.ts';
import type { Replay, ReplayOptions, ReplaySnapshot, Stride } from './types.ts';

/** Reads the frames of a match as far as it has come, and shows it at one version. */
export function openReplay(service: Service, id: string, options: ReplayOptions = {}): Replay {
  return new Frames(service, id, options);
}

class Frames extends Cell<ReplaySnapshot> implements Replay {
  readonly #service: Service;
  readonly #id: string;
  readonly #reader: MatchReader;
  readonly #brief: boolean;
  readonly #timeline = new Timeline();
  readonly #pages: EventPages;
  readonly #closed = new AbortController();
  /** The jump that counts: a later one overtakes it. */
  #jumps = 0;
  /** The shown table came before its frame: what led to it is still to be read. */
  #early = false;

  constructor(service: Service, id: string, options: ReplayOptions) {
    super(EMPTY);
    this.#service = service;
    this.#id = id;
    this.#brief = options.brief ?? false;
    this.#reader = new MatchReader(service, id, options.as);
    this.#pages = new EventPages(this.#reader);
    void this.#load(options).catch((error: unknown) => {
      if (!this.#closed.signal.aborted) this.#change({ fault: error as Error });
    });
  }

  async jump(version: number): Promise<void> {
    this.#jumps += 1;
    this.#early = false;
    const jump = this.#jumps;
    const { last, complete } = this.get();
    const wanted = Math.max(1, Math.min(version, last));
    const place = this.#timeline.placeOf(wanted);
    const step = this.#timeline.steps[place];
    if (step?.version === wanted) return this.#show(wanted, this.#timeline.state(place) ?? null, false, jump);
    this.#change({ version: wanted, frame: null, step: null, resolving: false, events: [] });
    if (!complete && wanted > this.#timeline.last) return; // shown when its frame comes
    const state = await this.#reader.state(wanted);
    if (jump === this.#jumps) await this.#show(wanted, frameOf(state), state.resolving, jump);
  }

  stride(by: Stride, count: number, from = this.get().version): number {
    const { last, complete } = this.get();
    const within = (version: number) => Math.max(1, Math.min(version, last));
    if (by === 'event') return within(from + count);
    const versions =
      by === 'batch' ? this.#timeline.steps.map((step) => step.version) : this.#timeline.turns.map((turn) => turn.from);
    const beyond = complete ? (count < 0 ? 1 : last) : from;
    return within(strode(versions, from, count) ?? beyond);
  }

  stateAt(version: number): FrameState | undefined {
    if (version > this.#timeline.last && !this.get().complete) return undefined;
    return this.#timeline.state(this.#timeline.placeOf(version));
  }

  async events(from: number, to: number): Promise<readonly Event[]> {
    const events = await this.#pages.between(from, to, this.get().last);
    this.#change({ marks: this.#pages.marks });
    return events;
  }

  possible(seat: number): Promise<LegalActionSet> {
    return this.#reader.legal(seat, this.get().version);
  }

  as(perspective: Perspective, service = this.#service): Replay {
    return new Frames(service, this.#id, { as: perspective, at: this.get().version, brief: this.#brief });
  }

  close(): void {
    this.#closed.abort();
  }

  async #load({ at }: ReplayOptions): Promise<void> {
    const state = await this.#reader.state();
    const last = state.version;
    const version = Math.max(1, Math.min(at ?? last, last));
    this.#change({ last, version, perspective: state.perspective as Perspective });
    const first = version === last ? state : this.#reader.state(version);
    void this.#first(first).catch(() => undefined); // its frame comes anyway
    for (let from = 1; from <= last; from = this.#timeline.last + 1) {
      const frames = this.#reader.frames(from, last, this.#brief, this.#closed.signal);
      for await (const frame of frames) this.#timeline.add(frame);
      if (this.#timeline.last < from) break; // what is left is within a batch
      this.#told({ complete: false });
    }
    this.#told({ complete: true });
    await this.#marked(last).catch(() => undefined); // all else is here
  }

  /** The marks of the whole match, a page after the other: whoever jumps meanwhile waits for one of them at most. */
  async #marked(last: number): Promise<void> {
    for (let from = 1; from <= last && !this.#closed.signal.aborted; from += PAGE) await this.events(from, from);
  }

  /** The table of the first version, before all frames up to it are here. */
  async #first(read: State | Promise<State>): Promise<void> {
    const state = await read;
    if (this.#jumps > 0 || this.get().frame !== null) return;
    this.#early = true;
    this.#change({ frame: frameOf(state), resolving: state.resolving });
  }

  /** More frames are here: the shown one may be among them. */
  #told({ complete }: { complete: boolean }): void {
    const { frame, version, resolving } = this.get();
    const here = complete || version <= this.#timeline.last;
    const steps = [...this.#timeline.steps];
    const step = here && frame && !resolving ? (steps[this.#timeline.placeOf(version)] ?? null) : null;
    this.#change({ complete, steps, turns: [...this.#timeline.turns], step });
    if (!here || (frame !== null && !this.#early)) return;
    this.#early = false;
    const shown = resolving ? this.#show(version, frame, true, this.#jumps) : this.jump(version);
    void shown.catch((fault: unknown) => this.#change({ fault: fault as Error }));
  }

  async #show(version: number, frame: FrameState | null, resolving: boolean, jump: number): Promise<void> {
    const place = this.#timeline.placeOf(version);
    const step = resolving ? null : (this.#timeline.steps[place] ?? null);
    const from = (this.#timeline.steps[resolving ? place : place - 1]?.version ?? 0) + 1;
    this.#change({ version, frame, resolving, step, events: this.#pages.known(from, version) });
    const events = await this.#pages.between(from, version, this.get().last);
    if (jump === this.#jumps) this.#change({ events, marks: this.#pages.marks });
  }

  #change(change: Partial<ReplaySnapshot>): void {
    this.set({ ...this.get(), ...change });
  }
}

const EMPTY: ReplaySnapshot = {
  version: 0,
  last: 0,
  frame: null,
  resolving: false,
  step: null,
  steps: [],
  turns: [],
  marks: [],
  events: [],
  perspective: null,
  complete: false,
  fault: null
};

/** The entry so many places from a version on; undefined beyond the ends. */
function strode(versions: readonly number[], from: number, count: number): number | undefined {
  const after = versions.findIndex((version) => version > from);
  const next = after < 0 ? versions.length : after; // the first one after
  const here = versions[next - 1] === from ? next - 1 : null;
  if (count > 0) return versions[next + count - 1];
  const before = here ?? next;
  return versions[before + count];
}
