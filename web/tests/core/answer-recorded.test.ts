// @vitest-environment node
// Recorded questions of every game: every answer can be reached by picks, and no pick leads nowhere.
import { describe, expect, test } from 'vitest';
import { again, begin, indexOf, offers, pick, undo } from '../../src/core/answer/index.ts';
import type { Action, AnswerIndex, Field, Pick, Selection, Value } from '../../src/core/index.ts';
import { type Asked, questions } from './answers.ts';

const games = [...new Set(questions.map(({ game }) => game))];

/** The picks of what a field has in an answer: clicks where it is on the table, else by its value. */
function picksOf(field: Field, answer: Action): Pick[] {
  const value = answer[field.name];
  const { parameter, name } = field;
  if (parameter === null) return [];
  if (parameter.kind === 'counts') {
    const counts = Object.entries(value as Record<string, number>);
    return counts.flatMap(([option, count]) => Array<Pick>(count).fill({ kind: 'value', field: name, value: option }));
  }
  const values = (Array.isArray(value) ? value : [value]) as (Value | boolean)[];
  return values.map((one) => {
    const thing = field.options.find((option) => option.value === one)?.thing;
    return thing ? { kind: 'thing', thing } : { kind: 'value', field: name, value: one };
  });
}

/** Begins with the button of a template, picks in the order of its fields, and ends what could hold more. */
function reached(index: AnswerIndex, answer: Action, place: number): Selection {
  let selection = pick(begin(index), { kind: 'template', place });
  for (const field of index.templates[place]!.fields) {
    for (const one of picksOf(field, answer)) selection = pick(selection, one);
    if (selection.question?.field === field.name && selection.question.mayEnd) {
      selection = pick(selection, { kind: 'done', field: field.name });
    }
  }
  return selection;
}

/** Whatever an action has, in one order. */
function same(action: Action | null): string {
  return JSON.stringify(Object.entries(action ?? {}).sort());
}

function reachable({ options, table, answers }: Asked): void {
  const index = indexOf(options, table);
  for (const answer of answers) {
    const ready = index.templates.map(({ place }) => reached(index, answer, place).ready);
    expect(ready.map(same), JSON.stringify(answer)).toContain(same(answer));
  }
}

/** Numbers by chance, the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function walked(asked: Asked, below: (most: number) => number): void {
  const legal = new Set(asked.answers.map(same));
  let selection = begin(indexOf(asked.options, asked.table));
  for (let steps = 0; selection.ready === null; steps += 1) {
    const picks = offers(selection);
    expect(picks.length, JSON.stringify(selection.picks)).toBeGreaterThan(0);
    expect(steps, JSON.stringify(selection.picks)).toBeLessThan(100);
    const before = selection;
    selection = pick(before, picks[below(picks.length)]!);
    expect(selection.picks.length).toBe(before.picks.length + 1);
    expect(selection.left.length).toBeGreaterThan(0);
    expect(undo(selection).picks).toEqual(before.picks);
    expect(again(selection, selection.index).picks).toEqual(selection.picks);
  }
  if (asked.whole && asked.answers.length < 200) expect(legal).toContain(same(selection.ready));
}

test('questions of six games are recorded', () => expect(games).toHaveLength(6));

describe.each(games)('%s', (game) => {
  const asked = questions.filter((one) => one.game === game);

  test('every answer can be reached by picks', () => asked.forEach(reachable));

  test('no pick leads nowhere', () => {
    asked.forEach((one, place) => {
      for (let seed = 0; seed < 5; seed += 1) walked(one, chance(place * 100 + seed));
    });
  });

  test('what answers name by an id is on the table', () => {
    for (const { options, table } of asked) {
      for (const { fields } of indexOf(options, table).templates) {
        for (const { options: values } of fields) {
          const onTable = values.filter(({ names }) => !names.some((name) => name === 'WORD' || name === 'NUMBER'));
          expect(onTable.filter(({ thing }) => thing === null)).toEqual([]);
        }
      }
    }
  });
});
