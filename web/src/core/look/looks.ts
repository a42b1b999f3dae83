import type { CardInfo, FaceLook, Look } from '../api/types.ts';
import type { Corner, Face, Looks, Printed } from './types.ts';

const NUMBER = { icon: null, most: null, tone: 'plain' } as const;
const CORNERS: readonly Corner[] = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'];

/** A name as people read it: `own_deck` as "Own deck". */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The look of a game, or of one that has none. */
export function looks(look: Look | null): Looks {
  const source = look ?? {};
  const named = (names: Readonly<Record<string, string>> | undefined) => (name: string) =>
    of(names, name) ?? plain(name);
  return {
    source,
    seats: source.table?.seats ?? 'ring',
    order: (zones) => ordered(source.table?.order ?? [], zones),
    zone: kept((name) => ({ label: plain(name), ...ZONE, ...of(source.zones, name) })),
    number: kept((name) => ({ label: plain(name), ...NUMBER, ...of(source.numbers, name) })),
    flag: (name) => ({ label: plain(name), draw: 'ribbon', ...of(source.flags, name) }),
    group: (kind) => ({ label: plain(kind), numbers: [], ...of(source.groups, kind) }),
    link: (kind) => ({ label: plain(kind).toLowerCase(), draw: 'arrow', ...of(source.links, kind) }),
    action: (type) => ({ label: plain(type), weight: 'main', ...of(source.actions, type) }),
    face: (card) => faceOf(source, card),
    word: (field, value) => of(of(source.words, field), String(value)) ?? plain(String(value)),
    phase: named(source.phases),
    mark: named(source.marks),
    markLabel: named(source.markLabels),
    duration: named(source.durations),
    kind: named(source.kinds),
    mayAnswer: (promptKind) => of(source.prompts, promptKind)?.auto ?? true
  };
}

const ZONE = { place: 'front', arrange: 'row', card: 'compact', under: null, by: null } as const;

/** The same answer for the same name, worked out once. */
function kept<T>(work: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, work(name));
    return known.get(name) as T;
  };
}

/** What a map has for a name of its own. A name may be that of a member of every object. */
function of<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}

function ordered(first: readonly string[], zones: readonly string[]): readonly string[] {
  return [...first.filter((name) => zones.includes(name)), ...zones.filter((name) => !first.includes(name))];
}

function faceOf(look: Look, card: CardInfo): Face {
  const face = look.faces?.find((one) => fits(one, card));
  const corners = CORNERS.map((corner) => [corner, printed(look, card, face?.corners?.[corner])] as const);
  return {
    hue: face?.hue ?? null,
    colour: face?.colour ?? 'hue',
    glyph: face?.glyph ?? null,
    corners: Object.fromEntries(corners) as Record<Corner, Printed | null>,
    symbol: symbolOf(look, card, face?.line ?? []),
    line: (face?.line ?? []).flatMap((name) => told(card, name)).join(' · '),
    tags: (face?.tags ?? []).flatMap((name) => told(card, name))
  };
}

function fits(face: FaceLook, card: CardInfo): boolean {
  return Object.entries(face.when ?? {}).every(([name, value]) => of(card.attributes, name) === value);
}

/** The symbol of the first of these lines whose word has one. */
function symbolOf(look: Look, { face }: CardInfo, line: readonly string[]): Face['symbol'] {
  const found = line.flatMap((name) => of(of(look.symbols, name), of(face.lines, name) ?? '') ?? []);
  return found[0] ?? null;
}

/** A number or a line of the card's face, as a corner shows it. */
function printed(look: Look, { face }: CardInfo, name: string | null | undefined): Printed | null {
  if (name == null) return null;
  const value = of(face.numbers, name) ?? of(face.lines, name);
  return value === undefined
    ? null
    : { name, label: of(look.numbers, name)?.label ?? plain(name), value: String(value) };
}

/** A line of the card's face, or the words of a tag, for people; of a tag that only holds, its name. */
function told({ face }: CardInfo, name: string): readonly string[] {
  const words = of(face.tags, name);
  if (words) return words.length ? words.map(plain) : [plain(name)];
  const said = of(face.lines, name) ?? of(face.numbers, name);
  return said === undefined ? [] : [plain(String(said))];
}
