/** What the parts of a table share: how things look, what can be picked, what to do about a click. */
import { getContext, setContext } from 'svelte';
import type { Snippet } from 'svelte';
import type { CardInfo, Looks, Match, Table, Thing } from '#core/index.ts';

export interface Scene {
  readonly table: Table;
  readonly looks: Looks;
  /** The catalogue by id. */
  readonly infos: ReadonlyMap<string, CardInfo>;
  readonly match: Match | null;
  /** Whose eyes: null, a watcher's. */
  readonly me: number | null;
  readonly pickable: ReadonlySet<Thing>;
  readonly chosen: ReadonlySet<Thing>;
  /** The number keys of what can be picked, where there are ten at most. */
  readonly numbered: ReadonlyMap<Thing, number>;
  /** Somebody is asked here: what can't be picked steps back. */
  readonly asks: boolean;
  /** The id of the card that is read in full. */
  readonly pinned: string | null;
  /** Nothing moves or flashes: a jump, or too much at once. */
  readonly quiet: boolean;
  /** What stands beside the name of a seat, as its clock. */
  readonly note: Snippet<[seat: number]> | undefined;
  pin(id: string): void;
}

const KEY = Symbol('scene');

export function setScene(scene: Scene): Scene {
  return setContext(KEY, scene);
}

export function scene(): Scene {
  return getContext<Scene>(KEY);
}
