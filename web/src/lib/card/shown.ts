import type { CardInfo, Corner, Face, Looks, TableCard } from '#core/index.ts';
import { okHue } from './hue.ts';

/** A number as it is now, with what is printed where that differs. */
export interface Shown {
  readonly name: string;
  readonly label: string;
  readonly icon: string | null;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly value: string;
  /** Of how much it is a part, or null. */
  readonly most: string | null;
  /** What is printed, if the number has changed. */
  readonly base: string | null;
  readonly rose: boolean;
}

export interface FlagShown {
  readonly name: string;
  readonly label: string;
  readonly draw: 'turn' | 'dim' | 'ring' | 'ribbon' | 'none';
}

/** A card with all that is to be seen of it. */
export interface CardShown {
  /** Null: nobody here knows what it is. */
  readonly name: string | null;
  readonly info: CardInfo | null;
  readonly face: Face | null;
  /** Of OKLCH; null: none of its own. */
  readonly hue: number | null;
  /** How much of the chroma of a shade it has: none of it is grey. */
  readonly tint: number;
  readonly corners: Readonly<Partial<Record<Corner, Shown>>>;
  /** The numbers that stand in no corner. */
  readonly numbers: readonly Shown[];
  readonly flags: readonly FlagShown[];
}

/** The number that a holder pays: the table says it beside the counters. */
const COST = 'cost';

export function shownCard(card: TableCard, info: CardInfo | null, looks: Looks): CardShown {
  const face = info ? looks.face(info) : null;
  const counters = countersOf(card, info);
  const corners: Partial<Record<Corner, Shown>> = {};
  for (const [corner, printed] of Object.entries(face?.corners ?? {}) as [Corner, Face['corners'][Corner]][]) {
    if (!printed || Object.values(corners).some(({ name }) => name === printed.name)) continue;
    const now = counters[printed.name];
    corners[corner] = { ...number(printed.name, now ?? printed.value, looks, card, counters), label: printed.label };
  }
  const placed = new Set(Object.values(corners).map(({ name }) => name));
  const free = Object.keys(counters).filter((name) => !placed.has(name) && !isMost(name, counters, looks));
  return {
    name: card.name ?? info?.name ?? null,
    info,
    face,
    hue: face?.hue == null ? null : okHue(face.hue),
    tint: face && face.colour !== 'hue' ? 0 : 1,
    corners,
    numbers: free.map((name) => number(name, counters[name] ?? 0, looks, card, counters)),
    flags: (card.flags ?? []).map((name) => ({ name, ...looks.flag(name) }))
  };
}

/** Numbers of a seat, a group or a table; what is only the most of another stands beside that. */
export function shownNumbers(stats: Readonly<Record<string, number>>, looks: Looks): readonly Shown[] {
  return Object.keys(stats)
    .filter((name) => !isMost(name, stats, looks))
    .map((name) => number(name, stats[name] ?? 0, looks, {}, stats));
}

/** The counters, and the price where it is another than what is printed, or none is. */
function countersOf({ counters, cost }: TableCard, info: CardInfo | null): Readonly<Record<string, number>> {
  const printed = info?.face.numbers?.[COST];
  return cost == null || cost === printed ? (counters ?? {}) : { ...counters, [COST]: cost };
}

function isMost(name: string, stats: Readonly<Record<string, number>>, looks: Looks): boolean {
  return Object.keys(stats).some((other) => looks.number(other).most === name);
}

function number(
  name: string,
  value: number | string,
  looks: Looks,
  { base }: TableCard,
  beside: Readonly<Record<string, number>>
): Shown {
  const { label, icon, tone, most } = looks.number(name);
  const printed = base?.[name];
  const top = most === null ? undefined : beside[most];
  return {
    name,
    label,
    icon,
    tone,
    value: String(value),
    most: top === undefined ? null : String(top),
    base: printed === undefined ? null : String(printed),
    rose: printed !== undefined && Number(value) > printed
  };
}
