/** What has happened, as lines to read: by weight, with the rules' ids beside. Pure. */
import type { Event } from '#core/index.ts';

export type Depth = 'key' | 'play' | 'all';
export const DEPTHS: readonly Depth[] = ['key', 'play', 'all'];

const WEIGHTS: Readonly<Record<Depth, readonly Event['weight'][]>> = {
  key: ['KEY'],
  play: ['KEY', 'PLAY'],
  all: ['KEY', 'PLAY', 'DETAIL', 'TRACE']
};

export interface Line {
  readonly version: number;
  readonly text: string;
  readonly weight: Event['weight'];
  readonly rules: readonly string[];
  readonly seat: number | null;
}

/** The lines of the events that count at this depth, oldest first. */
export function linesOf(events: readonly Event[], depth: Depth): readonly Line[] {
  return events.filter(({ weight }) => WEIGHTS[depth].includes(weight)).map(lineOf);
}

function lineOf({ version, text, weight, ruleIds, subjects }: Event): Line {
  return { version, text, weight, rules: ruleIds ?? [], seat: subjects?.seats?.[0] ?? null };
}

/** At most so much is said at once, in signs. */
const SAID = 240;

/** What is said of new events: those that matter, in one utterance, the last ones if they are many. */
export function saidOf(events: readonly Event[], depth: Depth): string {
  let said = '';
  for (const { text } of [...linesOf(events, depth)].reverse()) {
    if (said && said.length + text.length > SAID) break;
    said = said ? `${text} ${said}` : text;
  }
  return said;
}
