/** The numbers of a match from moment to moment: those of the seats that the look of the game names. Pure. */
import type { FrameState, Looks, Step, Turn } from '#core/index.ts';

/** The end of a turn, or of a batch where the table has no turns. */
export interface Moment {
  /** Of the turn, or the version. */
  readonly number: number;
  readonly seat: number | null;
  readonly version: number;
}

/** What one seat had of a number at each moment; null: it was not there yet, or no more. */
export interface SeatCourse {
  readonly seat: number;
  readonly values: readonly (number | null)[];
}

export interface Course {
  readonly name: string;
  readonly label: string;
  readonly seats: readonly SeatCourse[];
}

/** So many batches are looked at where there are no turns. */
const MOST = 100;

export function momentsOf(turns: readonly Turn[], steps: readonly Step[]): readonly Moment[] {
  if (turns.length > 0) return turns.map(({ number, seat, to }) => ({ number, seat, version: to }));
  const every = Math.ceil(steps.length / MOST);
  const chosen = steps.filter((_, at) => at % every === 0 || at === steps.length - 1);
  return chosen.map(({ version }) => ({ number: version, seat: null, version }));
}

/** Every such number that has ever changed, in the order of the look; without a look, every number of the players. */
export function coursesOf(
  moments: readonly Moment[],
  stateAt: (version: number) => FrameState | undefined,
  looks: Looks
): readonly Course[] {
  const tables = moments.map(({ version }) => stateAt(version)?.table ?? null);
  const players = tables.findLast((table) => table !== null)?.players ?? [];
  const value = (at: number, seat: number, name: string) =>
    tables[at]?.players.find((player) => player.seat === seat)?.stats?.[name] ?? null;
  const named = looks.source.numbers;
  const names = named ? Object.keys(named) : [...new Set(players.flatMap(({ stats }) => Object.keys(stats ?? {})))];
  const bounds = new Set(Object.values(named ?? {}).map(({ most }) => most));
  return names
    .filter((name) => !bounds.has(name))
    .map((name) => ({
      name,
      label: looks.number(name).label,
      seats: players.map(({ seat }) => ({ seat, values: tables.map((_, at) => value(at, seat, name)) }))
    }))
    .filter(({ seats: all }) => all.some(({ values }) => new Set(values.filter((one) => one !== null)).size > 1));
}
