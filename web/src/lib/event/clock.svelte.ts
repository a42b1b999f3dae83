/** A clock that shows how much time is left: its value changes once a second while somebody shows it. */
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const every = setInterval(update, 1000);
  return () => clearInterval(every);
});

/** Now, in ms since the epoch, and again each second. */
export function now(): number {
  subscribe();
  return Date.now();
}

/** Ms as minutes and seconds: 83,000 is "1:23". Time that is over is shown as a minus. */
export function asClock(ms: number): string {
  const whole = Math.floor(Math.abs(ms) / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const text = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return ms < 0 && whole > 0 ? `−${text}` : text;
}
