import type {
  ActionLook,
  CardInfo,
  FaceLook,
  FlagLook,
  GroupLook,
  LinkLook,
  Look,
  NumberLook,
  ZoneLook
} from '../api/types.ts';

/** The same with all that has a default there. */
export type Whole<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> };

/** How a card of the catalogue is drawn. */
export interface Face {
  /** Degrees, or null: no colour of its own. */
  readonly hue: number | null;
  /** That of the hue, or one that has none. */
  readonly colour: Whole<FaceLook>['colour'];
  readonly glyph: string | null;
  /** The numbers in its corners: name, label and printed value. */
  readonly corners: Readonly<Record<Corner, Printed | null>>;
  /** The line of its kind, such as "Character · Agent". */
  readonly line: string;
  /** The colour of the symbol beside that line, or null: it has none. */
  readonly symbol: 'black' | 'silver' | 'gold' | null;
  readonly tags: readonly string[];
}

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';

export interface Printed {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** A look that always answers: where the game's says nothing, by a default. */
export interface Looks {
  readonly seats: 'facing' | 'ring' | 'sides';
  /** Shared zones in the order of the look, the others after them in that of the table. */
  order(zones: readonly string[]): readonly string[];
  zone(name: string): Whole<ZoneLook>;
  number(name: string): Whole<NumberLook>;
  flag(name: string): Whole<FlagLook>;
  group(kind: string): Whole<GroupLook>;
  link(kind: string): Whole<LinkLook>;
  action(type: string): Whole<ActionLook>;
  face(card: CardInfo): Face;
  /** What people read for a value of a field of an action. */
  word(field: string, value: string | number | boolean): string;
  phase(name: string): string;
  mark(name: string): string;
  markLabel(name: string): string;
  duration(name: string): string;
  kind(name: string): string;
  /** Whether a client may answer such a prompt by itself where there is one answer. */
  mayAnswer(promptKind: string): boolean;
  readonly source: Look;
}
