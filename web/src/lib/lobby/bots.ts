import { m } from '#words';
import type { Bot } from './begin.ts';

/** How each bot of the house plays, in words. */
export const strengths: Record<Bot, () => string> = {
  random: m.bot_random,
  greedy: m.bot_greedy,
  searching: m.bot_searching
};
