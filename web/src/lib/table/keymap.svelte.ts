/** Which sign does what at a table: kept in this browser, each to be changed or switched off. */
import { keep, kept } from '#lib/shell/kept.ts';

export const ACTS = ['pass', 'undo', 'all', 'log', 'former', 'next', 'help'] as const;
export type Act = (typeof ACTS)[number];
export type Keymap = Readonly<Record<Act, string>>;

const NAME = 'keys';
export const USUAL: Keymap = { pass: 'p', undo: 'u', all: '/', log: 'l', former: '[', next: ']', help: '?' };

const map: Record<Act, string> = $state({ ...USUAL, ...kept<Partial<Keymap>>(NAME, {}, isMap) });

/** The sign of each act; empty: none. */
export function keymap(): Keymap {
  return map;
}

/** What a key that was pressed does; undefined: nothing of the table. */
export function actOf(key: string): Act | undefined {
  const sign = signOf(key);
  return sign === '' ? undefined : ACTS.find((act) => map[act] === sign);
}

/** Why a sign can't be the key of an act: what has it already, or that it never can be one. */
export type Conflict = { readonly kind: 'taken'; readonly by: Act } | { readonly kind: 'fixed' };

/** Gives an act another sign, the last of those that were written; none switches it off. What is in the way, or null. */
export function setKey(act: Act, written: string): Conflict | null {
  const sign = signOf([...written.trim()].at(-1) ?? '');
  if (/^\d$/.test(sign)) return { kind: 'fixed' };
  const by = sign === '' ? undefined : ACTS.find((other) => other !== act && map[other] === sign);
  if (by) return { kind: 'taken', by };
  map[act] = sign;
  keep(NAME, { ...map });
  return null;
}

/** All as they were at first. */
export function usualKeys(): void {
  Object.assign(map, USUAL);
  keep(NAME, undefined);
}

/** A key as a sign: letters without regard to Shift and the lock of capitals; keys with names are none. */
function signOf(key: string): string {
  const sign = key.toLowerCase();
  return [...sign].length === 1 && sign !== ' ' ? sign : '';
}

function isMap(value: unknown): value is Partial<Keymap> {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  const signs = ACTS.map((act) => found[act] ?? USUAL[act]);
  const used = signs.filter((sign) => sign !== '');
  return signs.every((sign) => typeof sign === 'string') && new Set(used).size === used.length;
}
