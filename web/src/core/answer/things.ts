import type { FieldReference, Table, TableCard, TablePlayer, TableZone } from '../api/types.ts';
import type { Thing, Value } from './types.ts';

/** Where a card lies: its zone, and the seat whose zone it is, or null for a zone of the middle. */
export interface PlacedCard {
  readonly card: TableCard;
  readonly zone: TableZone;
  readonly seat: number | null;
}

/** Every card with an id, by that; in the order of the table. */
export function thingsOf(table: Table): ReadonlyMap<string, PlacedCard> {
  return new Map([...placed(table)].flatMap((one) => (one.card.id == null ? [] : [[one.card.id, one] as const])));
}

function* placed(table: Table): Generator<PlacedCard> {
  for (const zone of table.zones ?? []) for (const card of zone.cards ?? []) yield { card, zone, seat: null };
  for (const player of table.players) yield* of(player);
}

function* of(player: TablePlayer): Generator<PlacedCard> {
  for (const zone of player.zones ?? []) for (const card of zone.cards ?? []) yield { card, zone, seat: player.seat };
}

/** What the values of actions name on a table, for the seat that acts. */
export class Names {
  readonly #cards = new Map<string, string>();
  readonly #groups: ReadonlySet<string>;
  readonly #seats: ReadonlySet<number>;

  constructor(table: Table | null, seat: number) {
    const all = table ? [...thingsOf(table).values()] : [];
    // the asked seat's own card goes before one of the same value that lies elsewhere
    for (const { card } of [...all.filter((one) => one.seat !== seat), ...all.filter((one) => one.seat === seat)]) {
      if (card.id != null) this.#cards.set(card.value ?? card.id, card.id);
    }
    this.#groups = new Set((table?.groups ?? []).map(({ id }) => id));
    this.#seats = new Set((table?.players ?? []).map((player) => player.seat));
  }

  /** What a value names: the first of `names` that is there; null for a word, a number, and what lies nowhere. */
  thing(names: FieldReference['names'], value: Value): Thing | null {
    for (const name of names) {
      const text = String(value);
      const card = this.#cards.get(text);
      if ((name === 'CARD' || name === 'PLACE') && card !== undefined) return `card:${card}`;
      if (name === 'GROUP' && this.#groups.has(text)) return `group:${text}`;
      if (name === 'SEAT' && this.#seats.has(Number(value))) return `seat:${Number(value)}`;
    }
    return null;
  }
}
