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

/** The last so many of these lines, the latest first, and whether there are more of them. */
export function latestOf(
  events: readonly Event[],
  depth: Depth,
  most: number
): { readonly lines: readonly Line[]; readonly more: boolean } {
  const lines: Line[] = [];
  for (let place = events.length - 1; place >= 0; place -= 1) {
    const event = events[place] as Event;
    if (!WEIGHTS[depth].includes(event.weight)) continue;
    if (lines.length === most) return { lines, more: true };
    lines.push(lineOf(event));
  }
  return { lines, more: false };
}

const made = new WeakMap<Event, Line>();

/** The same object for the same event, so that it is drawn once. */
function lineOf(event: Event): Line {
  const known = made.get(event);
  if (known) return known;
  const { version, text, weight, ruleIds, subjects } = event;
  const line = { version, text, weight, rules: ruleIds ?? [], seat: subjects?.seats?.[0] ?? null };
  made.set(event, line);
  return line;
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
