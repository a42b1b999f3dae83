import { untrack } from 'svelte';

/** What a screen reader is told: `polite` waits for its turn, `assertive` is for what asks the reader. */
export const spoken: { polite: string; assertive: string } = $state({ polite: '', assertive: '' });

const SAME_AGAIN = '\u200b';

/** Say a text once. A text that is said twice in a row is told apart by a sign that nobody hears. */
export function announce(text: string, how: keyof typeof spoken = 'polite'): void {
  const before = untrack(() => spoken[how]); // who speaks by an effect does not speak again because of that
  spoken[how] = before === text ? text + SAME_AGAIN : text;
}
