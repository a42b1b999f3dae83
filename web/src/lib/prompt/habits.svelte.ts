/** How somebody likes to answer: kept in this browser. */
import { keep, kept } from '#lib/shell/kept.ts';

/** When an answer is asked for once more before it is sent. `others`: while something else could be done. */
export type Confirm = 'never' | 'others' | 'always';

export interface Habits {
  main: Confirm;
  pass: Confirm;
  /** Answer by itself where there is one answer only. */
  auto: boolean;
  /** Say all events, not only those that matter. */
  sayAll: boolean;
}

const USUAL: Habits = { main: 'never', pass: 'others', auto: false, sayAll: false };
export const CONFIRMS: readonly Confirm[] = ['never', 'others', 'always'];

export const habits: Habits = $state({ ...USUAL, ...kept<Partial<Habits>>('habits', {}, isHabits) });

export function setHabit<Name extends keyof Habits>(name: Name, value: Habits[Name]): void {
  habits[name] = value;
  keep('habits', { ...habits });
}

function isHabits(value: unknown): value is Partial<Habits> {
  if (typeof value !== 'object' || value === null) return false;
  const { main, pass, auto, sayAll } = value as Record<string, unknown>;
  const confirms = [main, pass].every((one) => one === undefined || CONFIRMS.includes(one as Confirm));
  return confirms && [auto, sayAll].every((one) => one === undefined || typeof one === 'boolean');
}
