// @vitest-environment node
// A selection as a person makes it: clicks that narrow, buttons, taking back, going on after the table has changed.
import { describe, expect, test } from 'vitest';
import { again, begin, indexOf, offers, pick, undo } from '../../src/core/answer/index.ts';
import type { FieldReference, Parameter, PromptOptions, Table, Template, Thing } from '../../src/core/index.ts';

const table: Table = {
  phase: 'main',
  active: 0,
  stats: {},
  players: [
    {
      seat: 0,
      inMatch: true,
      zones: [{ name: 'mine', count: 2, cards: [{ id: 'x' }, { id: 'w', value: '1' }, { id: 'y' }] }]
    },
    { seat: 1, inMatch: true, zones: [{ name: 'theirs', count: 2, cards: [{ id: 'u', value: '1' }, { id: 'z' }] }] }
  ],
  groups: [{ id: 'g', kind: 'some', label: 'Some' }]
};
const names: readonly [string, FieldReference['names']][] = [
  ['card', ['CARD']],
  ['target', ['CARD', 'GROUP']],
  ['seat', ['SEAT']],
  ['word', ['WORD']]
];

function asked(...templates: Template[]): PromptOptions {
  const prompt = {
    id: 'p',
    revision: 0,
    seat: 0,
    kind: 'k',
    mode: 'BLOCKING',
    ruleId: 'R',
    text: '',
    about: null,
    openedAtVersion: 1,
    deadline: null
  } as const;
  const types = [...new Set(templates.map(({ type }) => type))];
  const references = types.flatMap((action) => names.map(([field, said]) => ({ action, field, names: said })));
  return { prompt, actions: [], templates, references, default: null };
}

const one = (name: string, kind: Parameter['kind'], ...options: (string | number)[]): Parameter => ({
  name,
  kind,
  options
});
const thing = (named: Thing) => ({ kind: 'thing', thing: named }) as const;
const play = { type: 'play', fixed: { card: 'x' }, parameters: [one('target', 'card', 'y', 'z', 'g')] };
const burn = { type: 'burn', fixed: { card: 'x' } };
const pass = { type: 'pass' };

describe('a selection', () => {
  const index = indexOf(asked(play, burn, pass), table);

  test('begins with all answers and no click', () => {
    const { left, pickable, ready, question } = begin(index);
    expect(left).toHaveLength(3);
    expect([...pickable].sort()).toEqual(['card:x', 'card:y', 'card:z', 'group:g']);
    expect([ready, question]).toEqual([null, null]);
  });

  test('is narrowed by a click on a card, and asks which action is meant', () => {
    const { left, pickable, chosen } = pick(begin(index), thing('card:x'));
    expect(left.map(({ template }) => template.template.type)).toEqual(['play', 'burn']);
    expect([...pickable].sort()).toEqual(['card:y', 'card:z', 'group:g']);
    expect([...chosen]).toEqual(['card:x']);
  });

  test('is ready after card and target', () => {
    const { ready } = pick(pick(begin(index), thing('card:x')), thing('group:g'));
    expect(ready).toEqual({ type: 'play', card: 'x', target: 'g' });
  });

  test('shows what comes with the one answer that is left, and nothing of many', () => {
    expect([...begin(index).chosen]).toEqual([]);
    expect([...pick(begin(index), { kind: 'template', place: 1 }).chosen]).toEqual(['card:x']);
  });

  test('is ready after a button', () => {
    expect(pick(begin(index), { kind: 'template', place: 2 }).ready).toEqual({ type: 'pass' });
  });

  test('asks for the field that is left', () => {
    const { question } = pick(begin(index), { kind: 'template', place: 0 });
    expect(question).toMatchObject({ field: 'target', due: 1, mayEnd: false });
    expect(question?.options.map(({ value, thing: named }) => [value, named])).toEqual([
      ['y', 'card:y'],
      ['z', 'card:z'],
      ['g', 'group:g']
    ]);
  });

  test('stays as it is after a click that leads nowhere', () => {
    const before = pick(begin(index), thing('card:x'));
    expect(pick(before, thing('seat:1'))).toBe(before);
  });

  test('takes back what is clicked twice, and the last pick', () => {
    const before = pick(begin(index), thing('card:x'));
    expect(pick(before, thing('card:x')).picks).toEqual([]);
    expect(undo(pick(before, thing('card:y'))).picks).toEqual(before.picks);
    expect(undo(begin(index)).picks).toEqual([]);
  });

  test('offers what can be picked, and nothing else', () => {
    const picked = pick(begin(index), { kind: 'template', place: 0 });
    expect(offers(picked).every((offer) => pick(picked, offer) !== picked)).toBe(true);
    expect(offers(picked)).toHaveLength(6); // three things, and the same three as values
  });

  test('keeps what is legal among other answers', () => {
    const picked = pick(pick(begin(index), thing('card:x')), thing('card:z'));
    const other = indexOf(asked(pass, { ...play, parameters: [one('target', 'card', 'y', 'g')] }, burn), table);
    expect(again(picked, other).picks).toEqual([thing('card:x')]);
    const button = pick(begin(index), { kind: 'template', place: 1 });
    expect(again(button, other).ready).toEqual({ type: 'burn', card: 'x' });
  });
});

describe('a thing', () => {
  test('of a value that two cards have is the own one', () => {
    const index = indexOf(asked({ type: 'play', parameters: [one('card', 'card', '1')] }), table);
    expect([...index.things.keys()]).toEqual(['card:w']);
  });

  test('can be a seat, and a word is none', () => {
    const index = indexOf(
      asked({ type: 'say', parameters: [one('seat', 'seat', 0, 1), one('word', 'option', 'a', 'b')] }),
      table
    );
    expect([...index.things.keys()]).toEqual(['seat:0', 'seat:1']);
    const picked = pick(pick(begin(index), { kind: 'value', field: 'word', value: 'b' }), thing('seat:1'));
    expect(picked.ready).toEqual({ type: 'say', seat: 1, word: 'b' });
  });

  test('that is both what acts and a target counts first as what acts', () => {
    const heal = { type: 'heal', fixed: { card: 'x' }, parameters: [one('target', 'card', 'x', 'y')] };
    const index = indexOf(asked(heal, pass), table);
    const acting = pick(begin(index), thing('card:x'));
    expect(acting.ready).toBeNull();
    expect(pick(acting, thing('card:x')).ready).toEqual({ type: 'heal', card: 'x', target: 'x' });
  });
});

describe('several of a field', () => {
  const discard = { type: 'discard', parameters: [{ ...one('card', 'cards', 'x', 'y', 'z'), min: 0, max: 2 }] };
  const index = indexOf(asked(discard), table);

  test('are complete when said so, or when no more can be added', () => {
    const first = pick(begin(index), thing('card:z'));
    expect(first.ready).toBeNull();
    expect(first.question?.mayEnd).toBe(true);
    expect(pick(first, { kind: 'done', field: 'card' }).ready).toEqual({ type: 'discard', card: ['z'] });
    expect(pick(first, thing('card:x')).ready).toEqual({ type: 'discard', card: ['x', 'z'] });
    expect(pick(begin(index), { kind: 'done', field: 'card' }).ready).toEqual({ type: 'discard', card: [] });
  });

  test('can be counted, up and down', () => {
    const counts = { type: 'pay', parameters: [{ ...one('word', 'counts', 'a', 'b'), most: [3, 1], min: 3, max: 3 }] };
    const paying = begin(indexOf(asked(counts), table));
    const two = pick(paying, { kind: 'count', field: 'word', value: 'a', count: 2 });
    expect(two.question?.options.map(({ chosen, most }) => [chosen, most])).toEqual([
      [2, 3],
      [0, 1]
    ]);
    expect(two.question?.due).toBe(1);
    expect(pick(two, { kind: 'value', field: 'word', value: 'b' }).ready).toEqual({
      type: 'pay',
      word: { a: 2, b: 1 }
    });
    expect(pick(two, { kind: 'count', field: 'word', value: 'a', count: 0 }).question?.due).toBe(3);
    expect(pick(two, { kind: 'count', field: 'word', value: 'b', count: 2 })).toBe(two);
  });
});
