import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { announce, spoken } from '#lib/shell/announce.svelte.ts';
import { kept, keep, keptNames } from '#lib/shell/kept.ts';
import { set, settings, show } from '#lib/shell/settings.svelte.ts';
import { close, toast, toasts } from '#lib/shell/toasts.svelte.ts';
import Toasts from '#lib/shell/Toasts.svelte';

const isText = (value: unknown) => typeof value === 'string';

beforeEach(() => {
  localStorage.clear();
  toasts.splice(0);
});

test('what is kept comes back, and what is not as it should be does not', () => {
  keep('seat.one', 'token');
  expect(kept('seat.one', '', isText)).toBe('token');
  localStorage.setItem('playledger.seat.two', '{broken');
  expect(kept('seat.two', 'otherwise', isText)).toBe('otherwise');
  expect(keptNames('seat.').sort()).toEqual(['one', 'two']);
  keep('seat.one', undefined);
  expect(keptNames('seat.')).toEqual(['two']);
});

test('a setting is kept and told to the style sheets', () => {
  set('scheme', 'dark');
  expect(settings.scheme).toBe('dark');
  expect(document.documentElement).toHaveAttribute('data-scheme', 'dark');
  set('scheme', 'auto');
  show();
  expect(document.documentElement).not.toHaveAttribute('data-scheme');
});

test('the same text is said again', () => {
  announce('Your turn');
  const first = spoken.polite;
  announce('Your turn');
  expect(spoken.polite).not.toBe(first);
  expect(spoken.assertive).toBe('');
});

test('a note of a fault stays until it is closed, and old notes give way', async () => {
  render(Toasts);
  for (let number = 1; number <= 5; number++) toast(`note ${number}`, 'bad');
  expect(await screen.findByText('note 5')).toBeVisible();
  expect(toasts.map((note) => note.text)).toEqual(['note 2', 'note 3', 'note 4', 'note 5']);
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(toasts.map((note) => note.text)).toEqual(['note 3', 'note 4', 'note 5']);
  close(-1);
  expect(toasts).toHaveLength(3);
});
