import { expect, test, vi } from 'vitest';
import { begin, indexOf, pick, type Event, type Selection } from '#core/index.ts';
import { linesOf, saidOf } from '#lib/log/lines.ts';
import { questionsOf, buttonsOf, onlyAnswer } from '#lib/prompt/questions.ts';
import { keyed, numberedThings, type KeyedTable } from '#lib/table/keys.ts';
import { setKey, usualKeys } from '#lib/table/keymap.svelte.ts';
import { clockFace } from '#lib/table/now.svelte.ts';
import { asking, LOOKS, TABLE } from './scene.ts';

const start = (...targets: string[]) => begin(indexOf(asking(...targets), TABLE));

test('few answers get a button each, of many those on the table are picked there', () => {
  const few = buttonsOf(start('a1', 'b1'), LOOKS, 6);
  expect(few.main.map(({ template }) => template.label)).toEqual(['Hit a1', 'Hit b1']);
  expect(few.pass.map(({ template }) => template.type)).toEqual(['wait']);
  const many = buttonsOf(start('a1', 'b1'), LOOKS, 1);
  expect(many.main).toEqual([]);
  expect(many.begun).toEqual([{ type: 'hit', count: 2 }]);
  expect(many.pass).toHaveLength(1);
});

test('a standing prompt of asides is no question', () => {
  const aside = { ...asking('a1'), prompt: { ...asking().prompt, id: 'q2', mode: 'STANDING' as const } };
  const looks = { ...LOOKS, action: (type: string) => ({ ...LOOKS.action(type), weight: 'aside' as const }) };
  expect(questionsOf([aside, asking('b1')], looks)).toMatchObject({
    questions: [{ prompt: { id: 'q1' } }],
    asides: [{ prompt: { id: 'q2' } }]
  });
  expect(questionsOf([aside, asking('b1')], LOOKS).questions.map(({ prompt }) => prompt.id)).toEqual(['q1', 'q2']);
});

test('there is an only answer where there is no choice', () => {
  expect(onlyAnswer(start())).toEqual({ kind: 'template', place: 0 });
  expect(onlyAnswer(start('a1'))).toBeNull();
});

function table(selection: Selection | null, on = true) {
  return {
    on: () => on,
    selection: () => selection,
    pick: vi.fn(),
    undo: vi.fn(),
    restart: vi.fn(),
    pass: () => ({ kind: 'template', place: 2 }) as const,
    all: vi.fn(),
    log: vi.fn(),
    help: vi.fn(),
    prompt: vi.fn()
  } satisfies KeyedTable;
}

const press = (key: string, to: KeyedTable, at: Element = document.body) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true });
  Object.defineProperty(event, 'target', { value: at });
  return keyed(event, to);
};

test('numbers pick what bears them, letters act, and all of them can be switched off', () => {
  const keys = table(start('a1', 'b1'));
  expect(press('2', keys)).toBe(true);
  expect(keys.pick).toHaveBeenCalledWith({ kind: 'thing', thing: 'card:b1' });
  expect(press('7', keys)).toBe(false);
  press('p', keys);
  expect(keys.pick).toHaveBeenLastCalledWith({ kind: 'template', place: 2 });
  press(']', keys);
  expect(keys.prompt).toHaveBeenCalledWith(1);
  const off = table(start('a1'), false);
  expect(press('1', off)).toBe(false);
  expect(press('/', off)).toBe(false);
  expect(press('Backspace', off)).toBe(true);
  expect(off.undo).toHaveBeenCalledOnce();
});

test('a key can be another, or none; what is in the way is told', () => {
  const keys = table(start('a1', 'b1'));
  expect(setKey('undo', 'P')).toEqual({ kind: 'taken', by: 'pass' });
  expect(setKey('undo', '3')).toEqual({ kind: 'fixed' });
  expect(setKey('undo', 'uz')).toBeNull();
  expect(setKey('all', '')).toBeNull();
  expect(press('u', keys)).toBe(false);
  expect(press('Z', keys)).toBe(true);
  expect(keys.undo).toHaveBeenCalledOnce();
  expect(press('/', keys)).toBe(false);
  expect(JSON.parse(localStorage.getItem('playledger.keys') ?? '')).toMatchObject({ undo: 'z', all: '', pass: 'p' });
  usualKeys();
  expect(press('/', keys)).toBe(true);
});

test('what is typed into a field is no key of the table', () => {
  const keys = table(start('a1'));
  expect(press('1', keys, document.createElement('input'))).toBe(false);
  expect(keys.pick).not.toHaveBeenCalled();
});

test('more than nine things have no numbers', () => {
  const crowd = { pickable: new Set(Array.from({ length: 10 }, (_, place) => `card:${place}` as const)) };
  expect(numberedThings(crowd as unknown as Selection)).toEqual([]);
  expect(numberedThings(pick(start('a1', 'b1'), { kind: 'thing', thing: 'card:a1' }))).toHaveLength(0);
});

const event = (version: number, weight: Event['weight'], text: string) =>
  ({ version, weight, text, ruleIds: ['R-1'] }) as unknown as Event;

test('the log has what weighs enough, and its rules beside its words', () => {
  const events = [event(1, 'TRACE', 'a'), event(2, 'PLAY', 'P1 hits P2.'), event(3, 'KEY', 'Turn 2')];
  expect(linesOf(events, 'key').map(({ version }) => version)).toEqual([3]);
  expect(linesOf(events, 'play').map(({ version }) => version)).toEqual([2, 3]);
  expect(linesOf(events, 'all')).toHaveLength(3);
  expect(linesOf(events, 'key')[0]).toMatchObject({ text: 'Turn 2', rules: ['R-1'] });
});

test('what is said at once is short, and ends with the last', () => {
  const events = Array.from({ length: 40 }, (_, place) => event(place, 'PLAY', `Something happened, number ${place}.`));
  const said = saidOf(events, 'play');
  expect(said.endsWith('number 39.')).toBe(true);
  expect(said.length).toBeLessThan(300);
});

test('a clock is minutes and seconds, and never short of what is left', () => {
  expect([0, 400, 59_001, 3_600_000].map(clockFace)).toEqual(['0:00', '0:01', '1:00', '1:00:00']);
});
