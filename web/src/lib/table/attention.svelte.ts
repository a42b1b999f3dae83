/** What calls the player: the title of the tab, its picture, and what a screen reader is told. */
import type { Event } from '#core/index.ts';
import { saidOf } from '#lib/log/lines.ts';
import { habits } from '#lib/prompt/habits.svelte.ts';
import { announce } from '#lib/shell/announce.svelte.ts';

const CALLING =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#175c48"/><circle cx="16" cy="16" r="9" fill="#ffd479"/></svg>'
  );

/** The picture of the tab says that somebody is asked; gives back the former one when it ends. */
export function callingPicture(): () => void {
  const picture = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const former = picture?.href;
  if (picture) picture.href = CALLING;
  return () => {
    if (picture && former !== undefined) picture.href = former;
  };
}

/** Tells what has happened since, once. */
export class Telling {
  #last: number | null = null;
  #asked: string | null = null;

  happened(log: readonly Event[]): void {
    const last = log.at(-1)?.version ?? 0;
    const from = this.#last;
    this.#last = last;
    if (from === null || last <= from) return;
    const said = saidOf(
      log.filter(({ version }) => version > from),
      habits.sayAll ? 'all' : 'play'
    );
    if (said) announce(said);
  }

  asked(prompt: { readonly id: string; readonly text: string } | null): void {
    const former = this.#asked;
    this.#asked = prompt?.id ?? null;
    if (prompt && prompt.id !== former) announce(prompt.text, 'assertive');
  }
}
