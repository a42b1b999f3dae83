import type { Frame, FrameState, Operation } from '../api/types.ts';
import { patched } from '../match/patch.ts';
import type { Step, Turn } from './types.ts';

/** Whose turn it is, and which one, as far as the table says so. */
interface Moment {
  readonly number: number | null;
  readonly seat: number | null;
}

/**
 * The frames of a match in their order. States are made when they are asked for, from the nearest one before, and kept:
 * they share all that doesn't change.
 */
export class Timeline {
  readonly #frames: Frame[] = [];
  readonly #states: (FrameState | undefined)[] = [];
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

  add(frame: Frame): void {
    const { version, at, stateHash, headHash } = frame;
    this.#frames.push(frame);
    this.#states.push(frame.state ?? undefined);
    this.#steps.push({ version, at, stateHash, headHash });
    this.#turn(frame.state ? momentOf(frame.state) : momentAfter(this.#moment, frame.patch ?? []), version);
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
    let known = place;
    while (known >= 0 && this.#states[known] === undefined) known -= 1;
    if (known < 0) return undefined;
    let state = this.#states[known] as FrameState;
    for (let next = known + 1; next <= place; next += 1) {
      state = patched(state, (this.#frames[next] as Frame).patch ?? []);
      this.#states[next] = state;
    }
    return state;
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

const NUMBER = '/table/stats/turn';
const SEAT = '/table/active';

/** What a patch says of it, without making the state. */
function momentAfter(before: Moment, patch: readonly Operation[]): Moment {
  let { number, seat } = before;
  for (const operation of patch) {
    const value = operation.op === 'remove' ? null : operation.value;
    if (operation.path === NUMBER) number = value as number | null;
    if (operation.path === SEAT) seat = value as number | null;
    if (operation.path === '/table/stats') number = (value as Record<string, number> | null)?.['turn'] ?? null;
    if (operation.path === '/table') ({ number, seat } = momentOf({ table: value } as FrameState));
    if (operation.path === '') ({ number, seat } = momentOf(value as FrameState));
  }
  return { number, seat };
}
