import { beforeEach, expect, test, vi } from 'vitest';
import type { MatchSnapshot, MatchStore, PromptOptions, Thing } from '#core/index.ts';
import { Answering } from '#lib/prompt/answering.svelte.ts';
import { asking, LOOKS, TABLE } from './scene.ts';

const act = vi.fn(() => Promise.resolve({}));
const options: PromptOptions = {
  ...asking('a1'),
  templates: [
    { type: 'throw', fixed: { what: 'h1' }, parameters: [{ name: 'target', kind: 'card', options: ['b1', 's1'] }] },
    { type: 'hit', fixed: { target: 'a1' } },
    { type: 'wait' }
  ],
  references: [
    { action: 'throw', field: 'what', names: ['CARD'] },
    { action: 'throw', field: 'target', names: ['CARD'] },
    { action: 'hit', field: 'target', names: ['CARD'] }
  ]
};
const prompts = [options];
const snapshot = { legal: { prompts }, frame: { table: TABLE }, sending: null } as unknown as MatchSnapshot;

function answering(): Answering {
  const made = new Answering(
    () => snapshot,
    () => ({ act }) as unknown as MatchStore,
    () => LOOKS
  );
  made.follow();
  return made;
}

const pickable = ({ selection }: Answering) => [...(selection?.pickable ?? [])];
beforeEach(() => {
  act.mockClear();
  prompts[0] = options;
});

test('what is lifted marks its targets, and is an answer once it lies on one of them', () => {
  const made = answering();
  expect(made.lift('card:h1')).toBe(true);
  expect(pickable(made)).toEqual(['card:b1', 'card:s1']);
  expect((['card:b1', 'card:a1', null] as (Thing | null)[]).map((target) => made.takes(target))).toEqual([
    true,
    false,
    false
  ]);
  made.put('card:b1');
  expect(act).toHaveBeenCalledWith(options.prompt, { type: 'throw', what: 'h1', target: 'b1' });
});

test('what is put on nothing is back where it was, and nothing is picked', () => {
  const made = answering();
  made.lift('card:h1');
  made.put('card:a1');
  expect(made.selection?.picks).toEqual([]);
  expect(made.takes('card:b1')).toBe(false);
  expect(act).not.toHaveBeenCalled();
});

test('what is an answer alone is sent when it leaves its place, not when it is lifted', () => {
  const made = answering();
  expect(made.lift('card:a1')).toBe(true);
  expect(act).not.toHaveBeenCalled();
  expect([made.takes('card:b1'), made.takes(null)]).toEqual([false, true]);
  made.put(null);
  expect(act).toHaveBeenCalledWith(options.prompt, { type: 'hit', target: 'a1' });
});

test('what can not be picked is not lifted, and a new question ends a drag', () => {
  const made = answering();
  expect(made.lift('card:s1')).toBe(true);
  prompts[0] = { ...options, prompt: { ...options.prompt, id: 'q2' } };
  made.follow();
  made.put('card:b1');
  expect(act).not.toHaveBeenCalled();
  expect(made.lift('seat:1')).toBe(false);
});

test('the same question told anew leaves in the hand what is dragged', () => {
  const made = answering();
  const liftedAnew = () => {
    expect(made.lift('card:h1')).toBe(true);
    prompts[0] = { ...options };
    made.follow();
    expect(pickable(made)).toEqual(['card:b1', 'card:s1']);
  };
  liftedAnew();
  made.back();
  expect(made.selection?.picks).toEqual([]);
  liftedAnew();
  made.put('card:b1');
  expect(act).toHaveBeenCalledExactlyOnceWith(options.prompt, { type: 'throw', what: 'h1', target: 'b1' });
});
