/** How somebody wants the page: kept in this browser, said to the style sheets by attributes of the root element. */
import { keep, kept } from './kept.ts';

export const SCHEMES = ['auto', 'light', 'dark'] as const;
export const SIZES = ['small', 'usual', 'large', 'largest'] as const;
export const MOTIONS = ['auto', 'none'] as const;

export interface Settings {
  scheme: (typeof SCHEMES)[number];
  size: (typeof SIZES)[number];
  motion: (typeof MOTIONS)[number];
  /** Whether single letters are keys of the table. */
  keys: boolean;
}

const USUAL: Settings = { scheme: 'auto', size: 'usual', motion: 'auto', keys: true };

export const settings: Settings = $state(read());

/** Change one setting, for now and for later visits. */
export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value;
  keep('settings', { ...settings });
  show();
}

/** Tell the style sheets. */
export function show(root: HTMLElement = document.documentElement): void {
  mark(root, 'data-scheme', settings.scheme, 'auto');
  mark(root, 'data-size', settings.size, 'usual');
  mark(root, 'data-motion', settings.motion, 'auto');
}

/** Whether things may move: neither here nor in the system somebody said no. */
export function moves(): boolean {
  return settings.motion === 'auto' && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function mark(root: HTMLElement, name: string, value: string, usual: string): void {
  if (value === usual) root.removeAttribute(name);
  else root.setAttribute(name, value);
}

function read(): Settings {
  const found = kept<Record<string, unknown>>('settings', {}, isRecord);
  return {
    scheme: one(SCHEMES, found['scheme'], USUAL.scheme),
    size: one(SIZES, found['size'], USUAL.size),
    motion: one(MOTIONS, found['motion'], USUAL.motion),
    keys: typeof found['keys'] === 'boolean' ? found['keys'] : USUAL.keys
  };
}

function one<T extends string>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((known) => known === value) ?? otherwise;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
