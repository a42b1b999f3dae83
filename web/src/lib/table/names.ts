import { m } from '#words';
import { thingsOf, type Looks, type Match, type Table, type Thing, type Value } from '#core/index.ts';

/** The name of a seat: its player's, or its number. */
export function seatName(match: Match | null, seat: number): string {
  const found = match?.seats.find(({ number }) => number === seat);
  return found?.name ?? m.table_seat({ number: seat + 1 });
}

/** What stands on a table, in words, whoever says it: `card:ID`, `group:ID`, `seat:N`. */
export function thingName(thing: Thing | string, table: Table, match: Match | null, looks: Looks): string {
  const [, kind, id = ''] = /^(card|group|seat):(.*)$/s.exec(thing) ?? [null, 'card', thing];
  if (kind === 'seat') return seatName(match, Number(id));
  const group = (table.groups ?? []).find((one) => one.id === id);
  if (group) return group.label;
  const placed = thingsOf(table).get(id);
  if (placed?.card.name) return placed.card.name;
  if (!placed) return id;
  const place = (placed.zone.cards ?? []).indexOf(placed.card) + 1;
  return m.table_back_at({ place, zone: looks.zone(placed.zone.name).label });
}

/** A value of a field, in words: the thing that it names, else the word. */
export function valueName(
  field: string,
  option: { readonly value: Value; readonly thing: Thing | null },
  table: Table,
  match: Match | null,
  looks: Looks
): string {
  if (option.thing !== null) return thingName(option.thing, table, match, looks);
  return typeof option.value === 'number' ? String(option.value) : looks.word(field, option.value);
}
