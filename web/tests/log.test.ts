import { cleanup, render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { createRawSnippet } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Event } from '#core/index.ts';
import { latestOf, linesOf } from '#lib/log/lines.ts';
import Log from '#lib/log/Log.svelte';

afterEach(cleanup);

const rule = createRawSnippet((id: () => string) => ({ render: () => `<button>${id()}</button>` }));
const event = (version: number): Event =>
  ({
    version,
    text: `text ${version}`,
    weight: version % 2 ? 'PLAY' : 'TRACE',
    ruleIds: ['R-1'],
    subjects: { seats: [0] }
  }) as unknown as Event;
const events = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, place) => event(from + place));
const texts = () =>
  screen.getAllByRole('listitem').map(({ textContent }) => Number(/text (\d+)/.exec(textContent)?.[1]));
const whole = () => vi.waitFor(() => expect(texts()).toHaveLength(100));
const further = () => screen.queryByRole('button', { name: 'Earlier' });

describe('the lines of a log', () => {
  test('are the last ones, the latest first', () => {
    const all = events(1, 50);
    expect(latestOf(all, 'play', 3)).toMatchObject({ lines: [49, 47, 45].map((version) => ({ version })), more: true });
    expect(latestOf(all, 'play', 25)).toEqual({ lines: linesOf(all, 'play').toReversed(), more: false });
    expect(latestOf(all, 'key', 25)).toEqual({ lines: [], more: false });
  });

  test('are the same objects for the same events', () => {
    const all = events(1, 50);
    const [before, after] = [latestOf(all, 'all', 9), latestOf([...all, event(51)], 'all', 9)];
    expect(after.lines.slice(1)).toEqual(before.lines.slice(0, -1));
    expect(after.lines.every((line, place) => place === 0 || line === before.lines[place - 1])).toBe(true);
  });
});

describe('a log', () => {
  test('draws no more for 10,000 events than for the last of them', async () => {
    const { container, rerender } = render(Log, { props: { events: events(1, 300), rule } });
    const elements = () => container.querySelectorAll('*').length;
    expect(texts()).toHaveLength(20);
    await whole();
    const few = elements();
    await rerender({ events: events(1, 10_000) });
    expect(elements()).toBe(few);
    expect(few).toBeLessThan(600);
    expect(texts()[0]).toBe(9_999);
  });

  test('goes back through what is here, then asks for more', async () => {
    const user = userEvent.setup();
    let asked = 0;
    const earlier = (): Promise<boolean> => {
      asked += 1;
      return rerender({ events: events(1, 600) }).then(() => false);
    };
    const { rerender } = render(Log, { props: { events: events(301, 600), rule, earlier } });
    await whole();
    expect([texts().length, texts().at(-1), asked]).toEqual([100, 401, 0]);
    further()?.focus();
    await user.keyboard('{Enter}');
    expect([texts().length, texts().at(-1), asked]).toEqual([150, 301, 0]);
    expect(document.activeElement).toBe(further());
    await user.keyboard('{Enter}');
    expect([texts().length, texts().at(-1), asked]).toEqual([300, 1, 1]);
    expect(further()).toBeNull();
  });

  test('without earlier events ends with what is here', () => {
    render(Log, { props: { events: events(301, 310), rule } });
    expect(texts()).toEqual([309, 307, 305, 303, 301]);
    expect(further()).toBeNull();
  });
});
