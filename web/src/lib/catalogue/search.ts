/** Search and filters over the cards of a game, by whatever facts its cards have. */
import type { CardInfo } from '#core/index.ts';

/** A fact by which cards can be told apart: few enough values, on enough cards. */
export interface Facet {
  readonly name: string;
  readonly values: readonly string[];
}

export type Filters = Readonly<Record<string, string>>;

/** Beyond so many values a list to choose from is no help. */
const MOST_VALUES = 24;

/** The facts to filter by. A fact of several words, such as `Hero, Agent`, has each of them as a value. */
export function facetsOf(cards: readonly CardInfo[]): readonly Facet[] {
  const found = new Map<string, Set<string>>();
  for (const { attributes } of cards)
    for (const [name, value] of Object.entries(attributes)) {
      const values = found.get(name) ?? new Set<string>();
      for (const one of words(value)) values.add(one);
      found.set(name, values);
    }
  return [...found]
    .filter(([, values]) => values.size > 1 && values.size <= MOST_VALUES)
    .map(([name, values]) => ({ name, values: [...values].sort(compared) }));
}

/** The cards that have every word of the text somewhere, and each filter's value. */
export function searched(cards: readonly CardInfo[], text: string, filters: Filters): readonly CardInfo[] {
  const wanted = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const held = Object.entries(filters);
  return cards.filter((card) => {
    const said = [card.id, card.name, card.text, ...Object.values(card.attributes)].join('\n').toLocaleLowerCase();
    return (
      wanted.every((word) => said.includes(word)) &&
      held.every(([name, value]) => words(card.attributes[name] ?? '').includes(value))
    );
  });
}

function words(value: string): readonly string[] {
  return value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
}

/** Numbers by their size, words by the alphabet. */
export function compared(one: string, other: string): number {
  return one.localeCompare(other, undefined, { numeric: true });
}
