/** Short notes at the edge of the page. A note of a fault stays until it is closed. */
export type Tone = 'plain' | 'good' | 'bad';
export interface Toast {
  id: number;
  text: string;
  tone: Tone;
  /** Where to go on, if anywhere. */
  link: { href: string; text: string } | undefined;
}

/** Milliseconds that a note without fault stays. */
const STAYS = 6_000;
/** Notes shown at once: older ones give way. */
const MOST = 4;

export const toasts: Toast[] = $state([]);
let last = 0;

/** Show a note. */
export function toast(text: string, tone: Tone = 'plain', link?: Toast['link']): void {
  const id = ++last;
  toasts.push({ id, text, tone, link });
  if (toasts.length > MOST) toasts.shift();
  if (tone !== 'bad') setTimeout(() => close(id), STAYS);
}

/** Take a note away. */
export function close(id: number): void {
  const place = toasts.findIndex((shown) => shown.id === id);
  if (place >= 0) toasts.splice(place, 1);
}
