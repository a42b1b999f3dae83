/** How large the cards of a table are drawn, in percent of the usual size: kept in this browser. */
import { keep, kept } from '#lib/shell/kept.ts';

export const LEAST = 80;
export const MOST = 160;
export const STEP = 10;
const USUAL = 100;
const NAME = 'cards';

let size = $state(kept(NAME, USUAL, isSize));

export function cardSize(): number {
  return size;
}

export function setCardSize(percent: number): void {
  if (!isSize(percent)) return;
  size = percent;
  keep(NAME, percent === USUAL ? undefined : percent);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= LEAST && value <= MOST;
}
