/** What this browser keeps. A browser that keeps nothing (private windows, switched off) only forgets. */
const PREFIX = 'playledger.';

/** Where something is kept. It is asked for each time, since a browser may refuse it. */
export type Place = () => Storage;

/** In this browser until it is forgotten. */
export const HERE: Place = () => localStorage;
/** In this tab until it is closed. */
export const TAB: Place = () => sessionStorage;

/** The value kept under a name, or `otherwise` if there is none or it cannot be read. */
export function kept<T>(name: string, otherwise: T, is: (value: unknown) => value is T, where = HERE): T {
  try {
    const value: unknown = JSON.parse(where().getItem(PREFIX + name) ?? 'null');
    return is(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value under a name; `undefined` forgets it. */
export function keep(name: string, value: unknown, where = HERE): void {
  try {
    if (value === undefined) where().removeItem(PREFIX + name);
    else where().setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Nothing can be kept here: the page goes on without.
  }
}

/** The names under which something is kept that begin with a prefix, without it. */
export function keptNames(prefix: string): string[] {
  try {
    const whole = PREFIX + prefix;
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(whole))
      .map((name) => name.slice(whole.length));
  } catch {
    return [];
  }
}
