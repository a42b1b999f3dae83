/**
 * A loadout as people put it together. Which of its members hold cards is told by the decks that come with the game:
 * there they hold ids of cards.
 */
import type { CardInfo } from '#core/index.ts';
import { fieldsOf, type Field, type Schema } from '#lib/forms/schema.ts';
import type { Deck } from './catalogue.ts';

export type Loadout = Readonly<Record<string, unknown>>;

/** A member of a loadout: a pile of cards, one card, or something of the game's own. */
export type Part =
  | { readonly kind: 'cards'; readonly name: string }
  | { readonly kind: 'card'; readonly name: string; readonly nullable: boolean; readonly offered: readonly CardInfo[] }
  | { readonly kind: 'other'; readonly field: Field };

/** The members of a game's loadouts, in the order of their schema. */
export function partsOf(schema: Schema, decks: readonly Deck[], cards: readonly CardInfo[]): readonly Part[] {
  const known = new Map(cards.map((card) => [card.id, card]));
  return fieldsOf(schema).map((field): Part => {
    const held = decks.flatMap((deck) => {
      const value = (deck.loadout as Loadout | null | undefined)?.[field.name];
      return Array.isArray(value) ? (value as unknown[]) : value == null ? [] : [value];
    });
    const ids = held.filter((id): id is string => typeof id === 'string' && known.has(id));
    if (ids.length === 0 || ids.length < held.length) return { kind: 'other', field };
    if (field.kind === 'list') return { kind: 'cards', name: field.name };
    return { kind: 'card', name: field.name, nullable: field.nullable, offered: alike(ids, known, cards) };
  });
}

/** The cards of the same kinds as these: whoever asks for one of them hardly wants another. */
function alike(ids: readonly string[], known: ReadonlyMap<string, CardInfo>, cards: readonly CardInfo[]) {
  const kind = (card: CardInfo) => card.attributes['kind'] ?? '';
  const kinds = new Set(ids.flatMap((id) => known.get(id) ?? []).map(kind));
  return cards.filter((card) => kinds.has(kind(card)));
}

/** How often each card is in a pile, in the order of its first copy. */
export function counted(pile: unknown): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const id of Array.isArray(pile) ? (pile as unknown[]) : [])
    if (typeof id === 'string') found.set(id, (found.get(id) ?? 0) + 1);
  return found;
}

/** The pile with so many copies of a card; a new card comes last. */
export function withCopies(pile: unknown, id: string, copies: number): readonly string[] {
  const all = new Map(counted(pile)).set(id, Math.max(0, copies));
  return [...all].flatMap(([card, times]) => Array.from({ length: times }, () => card));
}

/** What a violation points at: the member of the loadout, or null for the whole. */
export function placeOf(path: readonly string[]): string | null {
  return path.find((step) => step !== 'loadout') ?? null;
}
