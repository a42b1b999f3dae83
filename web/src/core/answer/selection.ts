import { capacity, due, forced, isFull, isMany, takes, times, written } from './domain.ts';
import type {
  AnswerIndex,
  Chosen,
  Field,
  IndexedTemplate,
  OpenOption,
  Pick,
  Question,
  Selection,
  Thing,
  Value
} from './types.ts';
import type { Action, Parameter } from '../api/types.ts';

type OpenField = Field & { readonly parameter: Parameter };

/** A template with what is picked of it. `met`: the fields without a choice whose thing was picked. */
interface Candidate {
  readonly template: IndexedTemplate;
  readonly chosen: ReadonlyMap<string, Chosen>;
  readonly met: ReadonlySet<string>;
}

/** Nothing is picked yet. */
export function begin(index: AnswerIndex): Selection {
  return selected(index, []);
}

/** One pick more. A pick that leads to no answer changes nothing; one of what is chosen already takes it back. */
export function pick(selection: Selection, one: Pick): Selection {
  const { index, picks } = selection;
  if (narrowed(index, [...picks, one]).length > 0) return selected(index, [...picks, one]);
  const place = picks.findLastIndex((former) => samePick(former, one));
  return place < 0 ? selection : again({ ...selection, picks: picks.toSpliced(place, 1) }, index);
}

/** Without the last pick. */
export function undo({ index, picks }: Selection): Selection {
  return selected(index, picks.slice(0, -1));
}

/** The same picks among other answers, as far as they are still legal there. */
export function again({ index, picks }: Selection, other: AnswerIndex): Selection {
  let kept: readonly Pick[] = [];
  for (const former of picks) {
    const one = former.kind === 'template' ? moved(former.place, index, other) : former;
    if (one && narrowed(other, [...kept, one]).length > 0) kept = [...kept, one];
  }
  return selected(other, kept);
}

function moved(place: number, index: AnswerIndex, other: AnswerIndex): Pick | null {
  const shape = ({ template }: IndexedTemplate) =>
    JSON.stringify([template.type, template.label, template.fixed, template.parameters?.map(({ name }) => name)]);
  const former = index.templates[place];
  const alike = former ? other.templates.filter((one) => shape(one) === shape(former)) : [];
  const found = alike.find((one) => one.place === place) ?? alike[0];
  return found ? { kind: 'template', place: found.place } : null;
}

function samePick(one: Pick, other: Pick): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Everything that can be picked now: buttons, things of the table, values of the field that is asked for. */
export function offers({ left, pickable, question, picks }: Selection): readonly Pick[] {
  const field = question?.field ?? '';
  const buttons = left.length > 1 || picks.length === 0 ? left : [];
  return [
    ...buttons.map(({ template }): Pick => ({ kind: 'template', place: template.place })),
    ...[...pickable].map((thing): Pick => ({ kind: 'thing', thing })),
    ...(question?.options ?? []).filter(({ open }) => open).map(({ value }): Pick => ({ kind: 'value', field, value })),
    ...(question?.mayEnd ? [{ kind: 'done', field: question.field } as const] : [])
  ];
}

// Narrowing

function narrowed(index: AnswerIndex, picks: readonly Pick[]): readonly Candidate[] {
  let left = index.templates.map(untouched);
  for (const [place, one] of picks.entries()) {
    const telling = place === 0 || left.length > 1;
    left = left.flatMap((candidate) => applied(candidate, one, telling) ?? []);
  }
  return left;
}

function untouched(template: IndexedTemplate): Candidate {
  const chosen = new Map<string, Chosen>();
  for (const { name, parameter } of open(template)) {
    const values = forced(parameter);
    chosen.set(name, { field: name, values: values ?? [], complete: values !== null });
  }
  return { template, chosen, met: new Set() };
}

function open({ fields }: IndexedTemplate): readonly OpenField[] {
  return fields.filter((field): field is OpenField => field.parameter !== null);
}

/** `telling`: a thing without a choice may still tell this candidate from others. */
function applied(candidate: Candidate, one: Pick, telling: boolean): Candidate | null {
  switch (one.kind) {
    case 'template':
      return one.place === candidate.template.place ? candidate : null;
    case 'thing':
      return (telling ? met(candidate, one.thing) : null) ?? touched(candidate, one.thing) ?? met(candidate, one.thing);
    case 'value':
      return given(candidate, one.field, typeof one.value === 'boolean' ? Number(one.value) : one.value);
    case 'count':
      return counted(candidate, one.field, one.value, one.count);
    case 'done':
      return ended(candidate, one.field);
  }
}

/** The thing of a field without a choice: it says which candidate is meant. */
function met(candidate: Candidate, thing: Thing): Candidate | null {
  const field = candidate.template.fields.find((one) => isSettled(candidate, one) && namedBy(candidate, one, thing));
  return field ? { ...candidate, met: new Set([...candidate.met, field.name]) } : null;
}

/** A thing goes to the first open field that takes it. */
function touched(candidate: Candidate, thing: Thing): Candidate | null {
  for (const field of open(candidate.template)) {
    const values = field.options.filter((option) => option.thing === thing).map(({ value }) => value);
    const value = values.find((one) => isOpen(candidate, field, one));
    if (value !== undefined) return added(candidate, field, value);
  }
  return null;
}

/** Whether a field has no choice, and its thing was not picked yet. */
function isSettled({ met }: Candidate, { name, parameter }: Field): boolean {
  return !met.has(name) && (parameter === null || forced(parameter) !== null);
}

function namedBy({ chosen }: Candidate, field: Field, thing: Thing): boolean {
  const values = chosen.get(field.name)?.values;
  return field.options.some((option) => option.thing === thing && (values?.includes(option.value) ?? true));
}

function isOpen(candidate: Candidate, { name, parameter }: OpenField, value: Value): boolean {
  const { values, complete } = chosenOf(candidate, name);
  return !complete && takes(parameter, values, value);
}

function chosenOf({ chosen }: Candidate, field: string): Chosen {
  return chosen.get(field) ?? { field, values: [], complete: true };
}

function added(candidate: Candidate, { name, parameter }: OpenField, value: Value): Candidate {
  return withValues(candidate, name, parameter, [...chosenOf(candidate, name).values, value]);
}

function withValues(candidate: Candidate, field: string, parameter: Parameter, values: readonly Value[]): Candidate {
  const chosen = new Map(candidate.chosen);
  chosen.set(field, { field, values, complete: isFull(parameter, values) });
  return { ...candidate, chosen };
}

function fieldOf(candidate: Candidate, name: string): OpenField | undefined {
  return open(candidate.template).find((field) => field.name === name);
}

function given(candidate: Candidate, name: string, value: Value): Candidate | null {
  const field = fieldOf(candidate, name);
  if (!field) return null;
  if (forced(field.parameter)?.includes(value)) return candidate;
  return isOpen(candidate, field, value) ? added(candidate, field, value) : null;
}

function counted(candidate: Candidate, name: string, value: Value, count: number): Candidate | null {
  const field = fieldOf(candidate, name);
  if (field?.parameter.kind !== 'counts' || !Number.isInteger(count) || count < 0) return null;
  const { values } = chosenOf(candidate, name);
  if (count > capacity(field.parameter, values, value)) return null;
  const others = values.filter((one) => one !== value);
  return withValues(candidate, name, field.parameter, [...others, ...Array<Value>(count).fill(value)]);
}

function ended(candidate: Candidate, name: string): Candidate | null {
  const field = fieldOf(candidate, name);
  const { values, complete } = chosenOf(candidate, name);
  if (!field || complete || !isMany(field.parameter) || due(field.parameter, values) > 0) return null;
  return { ...candidate, chosen: new Map(candidate.chosen).set(name, { field: name, values, complete: true }) };
}

// What a selection shows

function selected(index: AnswerIndex, picks: readonly Pick[]): Selection {
  const left = narrowed(index, picks);
  const [only, another] = left;
  return {
    index,
    picks,
    left: left.map(({ template, chosen }) => ({ template, chosen: [...chosen.values()] })),
    pickable: new Set(left.flatMap((candidate) => [...offered(candidate, picks.length === 0 || left.length > 1)])),
    chosen: new Set(left.flatMap((candidate) => [...taken(candidate, left.length === 1)])),
    question: only && !another ? questionOf(only) : null,
    ready: only && !another && picks.length > 0 ? actionOf(only) : null
  };
}

/** The things that a candidate takes; those without a choice only where they tell it from others. */
function* offered(candidate: Candidate, settled: boolean): Generator<Thing> {
  for (const field of candidate.template.fields) {
    const { parameter } = field;
    for (const { thing, value } of field.options) {
      if (thing === null) continue;
      if (settled && isSettled(candidate, field) && namedBy(candidate, field, thing)) yield thing;
      else if (parameter && isOpen(candidate, { ...field, parameter }, value)) yield thing;
    }
  }
}

/** The things that are picked, and with `whole` those that come with them. */
function* taken(candidate: Candidate, whole: boolean): Generator<Thing> {
  for (const field of candidate.template.fields) {
    const settled = field.parameter === null || forced(field.parameter) !== null;
    if (settled && !whole && !candidate.met.has(field.name)) continue;
    const values = candidate.chosen.get(field.name)?.values;
    for (const { thing, value } of field.options) if (thing !== null && (values?.includes(value) ?? true)) yield thing;
  }
}

function questionOf(candidate: Candidate): Question | null {
  const field = open(candidate.template).find(({ name }) => !chosenOf(candidate, name).complete);
  if (!field) return null;
  const { name, parameter, options } = field;
  const { values } = chosenOf(candidate, name);
  const shown = options.map((option): OpenOption => ({
    ...option,
    open: takes(parameter, values, option.value),
    chosen: times(values, option.value),
    most: capacity(parameter, values, option.value)
  }));
  const rest = due(parameter, values);
  return { field: name, parameter, options: shown, chosen: values, due: rest, mayEnd: isMany(parameter) && rest === 0 };
}

function actionOf(candidate: Candidate): Action | null {
  if ([...candidate.chosen.values()].some(({ complete }) => !complete)) return null;
  const { template } = candidate.template;
  const parameters = open(candidate.template).map(({ name, parameter }) => {
    return [name, written(parameter, chosenOf(candidate, name).values)] as const;
  });
  return { ...template.fixed, ...Object.fromEntries(parameters), type: template.type };
}
