import type { Frame, FrameState } from '../api/types.ts';
import { patched } from '../match/patch.ts';
import type { Step, Turn } from './types.ts';

/** Whose turn it is, and which one, as far as the table says so. */
interface Moment {
  readonly number: number | null;
  readonly seat: number | null;
}

/** The frames of a match in their order, as the states that they lead to. These share all that doesn't change. */
export class Timeline {
  readonly #states: FrameState[] = [];
  readonly #steps: Step[] = [];
  readonly #turns: Turn[] = [];
  #moment: Moment = { number: null, seat: null };

  get steps(): readonly Step[] {
    return this.#steps;
  }

  get turns(): readonly Turn[] {
    return this.#turns;
  }

  /** The last version whose frame is here; 0 before the first. */
  get last(): number {
    return this.#steps.at(-1)?.version ?? 0;
  }

  /** Throws where a patch doesn't fit the frame before it. */
  add({ version, at, stateHash = '', headHash = '', state, patch }: Frame): void {
    const now = state ?? patched(this.#states.at(-1) as FrameState, patch ?? []);
    this.#states.push(now);
    this.#steps.push({ version, at, stateHash, headHash });
    this.#turn(momentOf(now), version);
  }

  /** The place of the last step up to a version; -1: there is none. */
  placeOf(version: number): number {
    let [from, to] = [0, this.#steps.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#steps[middle] as Step).version <= version) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  /** The state at a step. */
  state(place: number): FrameState | undefined {
    return this.#states[place];
  }

  #turn(moment: Moment, version: number): void {
    const { number, seat } = this.#moment;
    const last = this.#turns.at(-1);
    if (last && moment.number === number && moment.seat === seat)
      this.#turns[this.#turns.length - 1] = { ...last, to: version };
    else if (moment.number !== null || moment.seat !== null) {
      this.#turns.push({
        number: moment.number ?? this.#turns.length + 1,
        seat: moment.seat,
        from: version,
        to: version
      });
    }
    this.#moment = moment;
  }
}

function momentOf({ table }: FrameState): Moment {
  return { number: table?.stats['turn'] ?? null, seat: table?.active ?? null };
}
