import { createSubscriber } from 'svelte/reactivity';

/** How often a clock is drawn, in ms. */
const BEAT = 500;

const beat = createSubscriber((update) => {
  const timer = setInterval(update, BEAT);
  return () => clearInterval(timer);
});

/** The time by our own clock, in ms since the epoch; what reads it is drawn anew while it goes on. */
export function now(): number {
  beat();
  return Date.now();
}

/** A time that is left, in minutes and seconds. */
export function clockFace(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
