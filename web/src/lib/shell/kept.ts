/** What this browser keeps. A browser that keeps nothing (private windows, switched off) only forgets. */
const PREFIX = 'playledger.';

/** The value kept under a name, or `otherwise` if there is none or it cannot be read. */
export function kept<T>(name: string, otherwise: T, is: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return is(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a value under a name; `undefined` forgets it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
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
