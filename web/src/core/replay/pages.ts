import type { Event } from '../api/types.ts';
import { type MatchReader, PAGE } from '../match/reading.ts';
import type { Mark } from './types.ts';

/** The events of a match in pages of 256, each read once. */
export class EventPages {
  readonly #reader: MatchReader;
  readonly #pages = new Map<number, Promise<readonly Event[]>>();
  readonly #events: Event[] = []; // by version, with gaps
  #marks: readonly Mark[] = [];

  constructor(reader: MatchReader) {
    this.#reader = reader;
  }

  /** The marks of all events that are here, in their order. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** What is here of some versions. */
  known(from: number, to: number): readonly Event[] {
    return this.#events.slice(from, to + 1).filter(Boolean);
  }

  async between(from: number, to: number, last: number): Promise<readonly Event[]> {
    const first = Math.max(1, from);
    const pages = [];
    for (let page = pageOf(first); page <= pageOf(Math.min(to, last)); page += 1) pages.push(this.#page(page));
    await Promise.all(pages);
    return this.known(first, to);
  }

  #page(page: number): Promise<readonly Event[]> {
    const known = this.#pages.get(page);
    if (known) return known;
    const read = this.#reader.events(page * PAGE).then((events) => this.#keep(events));
    this.#pages.set(page, read);
    read.catch(() => this.#pages.delete(page)); // it may go well another time
    return read;
  }

  #keep(events: readonly Event[]): readonly Event[] {
    for (const event of events) this.#events[event.version] = event;
    const marks = events.flatMap(({ version, mark, text, subjects }) =>
      mark === null ? [] : [{ version, mark, text, seats: subjects.seats }]
    );
    if (marks.length) this.#marks = [...this.#marks, ...marks].sort((one, other) => one.version - other.version);
    return events;
  }
}

function pageOf(version: number): number {
  return Math.floor((version - 1) / PAGE);
}
