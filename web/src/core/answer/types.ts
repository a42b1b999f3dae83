import type { Action, FieldReference, Parameter, Prompt, Template } from '../api/types.ts';

/**
 * What can be picked on a table: `card:ID`, `group:ID`, `seat:N`. What stands nowhere on the table, words and numbers,
 * is picked by its value.
 */
export type Thing = `card:${string}` | `group:${string}` | `seat:${number}`;
export type Value = string | number;

/** One of the values of a field: what it names on the table, if it names anything there. */
export interface Option {
  readonly value: Value;
  readonly thing: Thing | null;
  /** What values of the field may name. */
  readonly names: FieldReference['names'];
}

export interface Field {
  readonly name: string;
  /** Null for a field with one value, which is fixed. */
  readonly parameter: Parameter | null;
  /** In the order of the parameter's options; of a fixed field its only value, if it can name something. */
  readonly options: readonly Option[];
}

export interface IndexedTemplate {
  /** Its place among the prompt's templates. */
  readonly place: number;
  readonly template: Template;
  readonly fields: readonly Field[];
}

/** A prompt's answers, found by what they name. */
export interface AnswerIndex {
  readonly prompt: Prompt;
  readonly templates: readonly IndexedTemplate[];
  /** Which templates and fields have a thing; the things of a table that aren't here can't be picked. */
  readonly things: ReadonlyMap<Thing, readonly { readonly template: number; readonly field: string }[]>;
}

export type Pick =
  /** A click on the table. It goes to the fixed field or the first open field that takes it. */
  | { readonly kind: 'thing'; readonly thing: Thing }
  /** A button: one of the templates. */
  | { readonly kind: 'template'; readonly place: number }
  /** A value of a field, as the prompt bar lists them. Of a set: one more of it, or one less if it is there. */
  | { readonly kind: 'value'; readonly field: string; readonly value: Value | boolean }
  /** Of a field that counts: so many of this option. */
  | { readonly kind: 'count'; readonly field: string; readonly value: Value; readonly count: number }
  /** A set, or counts, that could hold more, is complete. */
  | { readonly kind: 'done'; readonly field: string };

/** What is chosen so far of one field. */
export interface Chosen {
  readonly field: string;
  /** In the order of picking; of counts: each option as often as it counts. */
  readonly values: readonly Value[];
  readonly complete: boolean;
}

export interface OpenOption extends Option {
  /** It can be picked now. */
  readonly open: boolean;
  /** How often it is chosen. */
  readonly chosen: number;
  /** Of counts: how often at most, beside what else is chosen; else 1. */
  readonly most: number;
}

/** The next thing to ask for: one field of the template that is left. */
export interface Question {
  readonly field: string;
  readonly parameter: Parameter;
  readonly options: readonly OpenOption[];
  readonly chosen: readonly Value[];
  /** Still to be chosen at least; of a payment: what is still due. */
  readonly due: number;
  /** A `done` can be picked now. */
  readonly mayEnd: boolean;
}

/** A selection as it is to be shown. */
export interface Selection {
  readonly index: AnswerIndex;
  readonly picks: readonly Pick[];
  /** The templates that are left, each with what is chosen of it. */
  readonly left: readonly { readonly template: IndexedTemplate; readonly chosen: readonly Chosen[] }[];
  /** Each thing that can be picked now; each of these picks leads to an answer. */
  readonly pickable: ReadonlySet<Thing>;
  /** Each thing that is chosen. */
  readonly chosen: ReadonlySet<Thing>;
  /** The open field if one template is left, else null: then one of `left` is asked for, or another thing. */
  readonly question: Question | null;
  /** The answer, once one is left, everything is chosen, and something was picked. */
  readonly ready: Action | null;
}
