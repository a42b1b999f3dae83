import type { FieldReference, Parameter, PromptOptions, Table, Template } from '../api/types.ts';
import { Names } from './things.ts';
import type { AnswerIndex, Field, IndexedTemplate, Option, Thing, Value } from './types.ts';

type Naming = (field: string) => FieldReference['names'];

/** The answers to a prompt, found by what they name on a table. */
export function indexOf(options: PromptOptions, table: Table | null): AnswerIndex {
  const names = new Names(table, options.prompt.seat);
  const templates = options.templates.map((template, place) => {
    const naming: Naming = (field) =>
      options.references.find((one) => one.action === template.type && one.field === field)?.names ?? ['WORD'];
    return { place, template, fields: fieldsOf(template, naming, names) };
  });
  return { prompt: options.prompt, templates, things: thingsIn(templates) };
}

function fieldsOf(template: Template, naming: Naming, names: Names): readonly Field[] {
  const option =
    (field: string) =>
    (value: Value): Option => {
      const named = naming(field);
      return { value, thing: names.thing(named, value), names: named };
    };
  const fixed = Object.entries(template.fixed ?? {}).map(([name, value]) => {
    return { name, parameter: null, options: valuesIn(value).map(option(name)) };
  });
  const open = (template.parameters ?? []).map((parameter) => {
    return { name: parameter.name, parameter, options: optionsOf(parameter).map(option(parameter.name)) };
  });
  return [...fixed, ...open];
}

/** Each value once, in the order of the parameter. */
function optionsOf(parameter: Parameter): readonly Value[] {
  return [...new Set(parameter.options)];
}

/** What a fixed value names: itself, its items, or, of a map of numbers, its names. */
function valuesIn(value: unknown): readonly Value[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  return value !== null && typeof value === 'object' ? Object.keys(value) : [];
}

function thingsIn(templates: readonly IndexedTemplate[]): AnswerIndex['things'] {
  const found = new Map<Thing, { template: number; field: string }[]>();
  for (const { place, fields } of templates) {
    for (const { name, options } of fields) {
      for (const { thing } of options) {
        if (thing === null) continue;
        const places = found.get(thing) ?? [];
        found.set(thing, places);
        places.push({ template: place, field: name });
      }
    }
  }
  return found;
}
