/** What a seat is asked, sorted: what waits for it, what it may do beside, what it sets once for later. Pure. */
import type { IndexedTemplate, Looks, Pick, PromptOptions, Selection } from '#core/index.ts';

export interface Questions {
  /** Each a tab: those that the match waits for first. */
  readonly questions: readonly PromptOptions[];
  /** Switches beside the course of play: they take no focus. */
  readonly asides: readonly PromptOptions[];
}

const ORDER = ['BLOCKING', 'SIMULTANEOUS', 'STANDING'];

export function questionsOf(prompts: readonly PromptOptions[], looks: Looks): Questions {
  const place = ({ prompt }: PromptOptions) => ORDER.indexOf(prompt.mode);
  const all = [...prompts].sort((one, other) => place(one) - place(other));
  return { questions: all.filter((one) => !isAside(one, looks)), asides: all.filter((one) => isAside(one, looks)) };
}

function isAside({ prompt, templates }: PromptOptions, looks: Looks): boolean {
  return prompt.mode === 'STANDING' && templates.every(({ type }) => looks.action(type).weight === 'aside');
}

/** Buttons of the answers that are left. */
export interface Buttons {
  readonly main: readonly IndexedTemplate[];
  /** Those that do nothing or end something: always at the end. */
  readonly pass: readonly IndexedTemplate[];
  /** Kinds of answers that are begun by picking something on the table, with how many there are. */
  readonly begun: readonly { readonly type: string; readonly count: number }[];
}

/** `few`: so many answers get a button each; of more, those that something on the table stands for are picked there. */
export function buttonsOf({ left, picks, index, question }: Selection, looks: Looks, few: number): Buttons {
  if (left.length === 1 && (picks.length > 0 || question)) return { main: [], pass: [], begun: [] };
  const templates = left.map(({ template }) => template);
  const passes = templates.filter(({ template }) => looks.action(template.type).weight === 'pass');
  const others = templates.filter((one) => !passes.includes(one));
  const onTable = others.filter((one) => isOnTable(one, index.things));
  const many = others.length > few && picks.length === 0 ? onTable : [];
  const types = [...new Set(many.map(({ template }) => template.type))];
  return {
    main: others.filter((one) => !many.includes(one)),
    pass: passes,
    begun: types.map((type) => ({ type, count: many.filter((one) => one.template.type === type).length }))
  };
}

function isOnTable({ fields }: IndexedTemplate, things: Selection['index']['things']): boolean {
  return fields.some(({ options }) => options.some(({ thing }) => thing !== null && things.has(thing)));
}

/** The weight of an answer, by its kind. */
export function weightOf(type: string, looks: Looks): 'main' | 'pass' {
  return looks.action(type).weight === 'pass' ? 'pass' : 'main';
}

/** The one answer that there is, without any choice; else null. */
export function onlyAnswer(start: Selection): Pick | null {
  const [only, another] = start.left;
  if (!only || another || only.chosen.some(({ complete }) => !complete)) return null;
  return { kind: 'template', place: only.template.place };
}
