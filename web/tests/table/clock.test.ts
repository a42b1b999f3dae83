import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { MatchSnapshot } from '#core/index.ts';
import { announce, spoken } from '#lib/shell/announce.svelte.ts';
import Clock from '#lib/table/Clock.svelte';

afterEach(() => vi.useRealTimers());

/** The time goes on, and all that comes of it is there. */
function after(ms: number): string {
  vi.advanceTimersByTime(ms);
  flushSync();
  return spoken.assertive;
}

test('what is left is said once at 30 and at 10 seconds, and later by a page that is late', () => {
  vi.useFakeTimers({ now: 0 });
  const clocks = { clocks: [{ seat: 0, promptId: 'q1', deadline: new Date(32_000).toISOString(), bankMs: 0 }] };
  const snapshot = { clocks, clockOffset: 0 } as unknown as MatchSnapshot;
  announce('Choose', 'assertive');
  render(Clock, { snapshot, seat: 0, said: true });
  flushSync();
  expect(after(1_000)).toBe('Choose');
  expect(after(1_500)).toBe('30 seconds left');
  announce('Choose', 'assertive');
  expect(after(10_000)).toBe('Choose');
  vi.setSystemTime(23_000);
  expect(after(500)).toBe('9 seconds left');
});
