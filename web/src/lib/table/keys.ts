/** The keys of a table, as what they do. */
import type { Pick, Selection, Thing } from '#core/index.ts';
import { actOf, type Act } from './keymap.svelte.ts';

export interface KeyedTable {
  /** Whether single letters are keys. */
  on(): boolean;
  selection(): Selection | null;
  pick(one: Pick): void;
  undo(): void;
  restart(): void;
  /** The first answer that passes, or null. */
  pass(): Pick | null;
  all(): void;
  log(): void;
  help(): void;
  /** Another of the prompts. */
  prompt(by: 1 | -1): void;
}

/** Answers a key that was pressed with nothing else in hand; whether it was one of the table. */
export function keyed(event: KeyboardEvent, table: KeyedTable): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || isWriting(event.target)) return false;
  if (event.key === 'Escape') return acted(table.restart);
  if (event.key === 'Backspace') return acted(table.undo);
  if (!table.on()) return false;
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (number > 0) {
    const thing = numberedThing(table.selection(), number);
    if (thing) table.pick({ kind: 'thing', thing });
    return thing !== undefined;
  }
  const act = actOf(event.key);
  return act !== undefined && ACTING[act](table);
}

const ACTING: Readonly<Record<Act, (table: KeyedTable) => boolean>> = {
  pass(table) {
    const pass = table.pass();
    if (pass) table.pick(pass);
    return pass !== null;
  },
  undo: (table) => acted(table.undo),
  all: (table) => acted(table.all),
  log: (table) => acted(table.log),
  help: (table) => acted(table.help),
  former: (table) => acted(() => table.prompt(-1)),
  next: (table) => acted(() => table.prompt(1))
};

/** Up to so many things have a number each. */
export const NUMBERED = 9;

/** The things that have a number, in order: none if there are too many. */
export function numberedThings(selection: Selection | null): readonly Thing[] {
  const things = [...(selection?.pickable ?? [])];
  return things.length > NUMBERED ? [] : things;
}

function numberedThing(selection: Selection | null, number: number): Thing | undefined {
  return numberedThings(selection)[number - 1];
}

function acted(act: () => void): true {
  act();
  return true;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, select, textarea, [contenteditable], dialog, [popover]') !== null
  );
}
