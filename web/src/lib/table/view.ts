/** A table as it is laid out: what lies where, what is attached to what, who belongs to which group. Pure. */
import type { Looks, Table, TableCard, TableGroup, TablePlayer, TableZone, Whole, ZoneLook } from '#core/index.ts';

export interface Placed {
  /** One of its own on this table, also for what has no id. */
  readonly key: string;
  readonly card: TableCard;
  /** Whose zone it lies in, or null: in the middle. */
  readonly seat: number | null;
  /** What lies under it. */
  readonly attached: readonly Placed[];
}

export interface ZoneView {
  readonly key: string;
  readonly zone: TableZone;
  readonly look: Whole<ZoneLook>;
  readonly seat: number | null;
  /** Those that are drawn here: neither under a host nor in the panel of a group. */
  readonly cards: readonly Placed[];
}

export interface GroupView {
  readonly group: TableGroup;
  readonly cards: readonly Placed[];
  /** Members that lie elsewhere: by id. */
  readonly elsewhere: readonly string[];
}

export type Place = ZoneLook['place'];

export interface SeatView {
  readonly player: TablePlayer;
  readonly zones: readonly ZoneView[];
}

export interface TableView {
  /** All seats, from the one at the bottom on in the order of the table. */
  readonly seats: readonly SeatView[];
  readonly centre: readonly ZoneView[];
  readonly groups: readonly GroupView[];
}

/** `bottom`: the seat at the bottom; null: the first one. */
export function viewOf(table: Table, looks: Looks, bottom: number | null): TableView {
  const laying = new Laying(table, looks);
  const first = table.players.findIndex(({ seat }) => seat === bottom);
  const players = [...table.players.slice(Math.max(first, 0)), ...table.players.slice(0, Math.max(first, 0))];
  const shared = table.zones ?? [];
  const centre = looks
    .order(shared.map(({ name }) => name))
    .flatMap((name) => shared.filter((one) => one.name === name));
  return {
    seats: players.map((player) => ({
      player,
      zones: (player.zones ?? []).map((zone) => laying.zone(zone, player.seat))
    })),
    centre: centre.map((zone) => laying.zone(zone, null)),
    groups: (table.groups ?? []).map((group) => laying.group(group))
  };
}

/** The zones of a seat that lie at some places. */
export function zonesAt({ zones }: SeatView, ...places: readonly Place[]): readonly ZoneView[] {
  return zones.filter((one) => places.includes(one.look.place));
}

/** Whether a zone is drawn as a pile: a name, a count, and the card on top. A hand of backs is one too. */
export function isPile({ zone, look }: Pick<ZoneView, 'zone' | 'look'>): boolean {
  const cards = zone.cards ?? [];
  const apart = look.arrange === 'pile' || look.place === 'pile' || look.place === 'out';
  const unknown = look.place === 'hand' && cards.every(({ name, card }) => name == null && card == null);
  return apart || unknown || cards.length === 0;
}

/** So many cards are drawn in one task: more of them hold up a weak phone. */
const AT_ONCE = 12;

/** How many of the seats, from the first on, have no more open cards than are drawn at once; at least one. */
export function seatsAtOnce(seats: readonly SeatView[]): number {
  let cards = 0;
  const beyond = seats.findIndex(({ zones }) => {
    for (const zone of zones) if (!isPile(zone)) cards += zone.cards.length;
    return cards > AT_ONCE;
  });
  return beyond < 0 ? seats.length : Math.max(1, beyond);
}

/** How cards and zones were laid last: what lies as before is the very same, so that it isn't drawn anew. */
const PLACED = new WeakMap<TableCard, Placed>();
const ZONES = new WeakMap<TableZone, ZoneView>();

class Laying {
  readonly #looks: Looks;
  readonly #placed = new Map<string, { card: TableCard; zone: TableZone; seat: number | null }>();
  readonly #under = new Map<string, string[]>();

  constructor(table: Table, looks: Looks) {
    this.#looks = looks;
    const zones = [
      ...(table.zones ?? []).map((zone) => ({ zone, seat: null as number | null })),
      ...table.players.flatMap(({ seat, zones }) =>
        (zones ?? []).map((zone) => ({ zone, seat: seat as number | null }))
      )
    ];
    for (const { zone, seat } of zones) {
      for (const card of zone.cards ?? []) if (card.id != null) this.#placed.set(card.id, { card, zone, seat });
    }
    const gathered = new Set((table.groups ?? []).map(({ id }) => id));
    for (const [id, { card, zone }] of this.#placed) {
      const { under, by } = looks.zone(zone.name);
      if (under === 'host' && card.host != null && this.#isOpen(card.host)) this.#tuck(card.host, id);
      else if (by === 'group' && card.group != null && gathered.has(card.group)) this.#tuck(groupKey(card.group), id);
    }
  }

  zone(zone: TableZone, seat: number | null): ZoneView {
    const key = `${seat ?? ''}/${zone.name}`;
    const own = (zone.cards ?? []).map((card, place) => ({ card, place }));
    const here = own.filter(({ card }) => card.id == null || !this.#tucked.has(card.id));
    const look = this.#looks.zone(zone.name);
    const cards = here.map(({ card, place }) => this.#place(card, seat, card.id ?? `${key}/${place}`));
    const before = ZONES.get(zone);
    if (before?.key === key && before.look === look && alike(before.cards, cards)) return before;
    const view = { key, zone, look, seat, cards };
    ZONES.set(zone, view);
    return view;
  }

  group(group: TableGroup): GroupView {
    const ids = this.#under.get(groupKey(group.id)) ?? [];
    const cards = ids.flatMap((id) => {
      const found = this.#placed.get(id);
      return found ? [this.#place(found.card, found.seat, id)] : [];
    });
    return { group, cards, elsewhere: (group.members ?? []).filter((id) => !ids.includes(id)) };
  }

  readonly #tucked = new Set<string>();

  #tuck(where: string, id: string): void {
    this.#tucked.add(id);
    this.#under.set(where, [...(this.#under.get(where) ?? []), id]);
  }

  /** Whether something can lie under a card: that lies open, and under nothing itself. */
  #isOpen(host: string): boolean {
    const found = this.#placed.get(host);
    if (!found) return false;
    const look = this.#looks.zone(found.zone.name);
    return !isPile({ zone: found.zone, look }) && !(look.under === 'host' && found.card.host != null);
  }

  #place(card: TableCard, seat: number | null, key: string): Placed {
    const ids = card.id == null ? [] : (this.#under.get(card.id) ?? []);
    const attached = ids.flatMap((id) => {
      const found = this.#placed.get(id);
      return found ? [this.#place(found.card, found.seat, id)] : [];
    });
    const before = PLACED.get(card);
    if (before?.key === key && before.seat === seat && alike(before.attached, attached)) return before;
    const placed = { key, card, seat, attached };
    PLACED.set(card, placed);
    return placed;
  }
}

function alike(some: readonly Placed[], others: readonly Placed[]): boolean {
  return some.length === others.length && some.every((one, place) => one === others[place]);
}

function groupKey(id: string): string {
  return `group of ${id}`;
}
