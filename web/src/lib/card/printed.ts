/** All that is printed on a card beside its name and its text, as labels with words. Pure. */
import { plain, type CardInfo, type Looks } from '#core/index.ts';

export interface PrintedFact {
  readonly name: string;
  readonly label: string;
  /** Null: it holds, and has no words. */
  readonly value: string | null;
}

/** The numbers first, then the lines, then what a card may have several of. */
export function factsOf({ face }: CardInfo, looks: Looks): readonly PrintedFact[] {
  const fact = (name: string, value: string | null) => ({ name, label: looks.number(name).label, value });
  return [
    ...Object.entries(face.numbers ?? {}).map(([name, value]) => fact(name, String(value))),
    ...Object.entries(face.lines ?? {}).map(([name, value]) => fact(name, plain(value))),
    ...Object.entries(face.tags ?? {}).map(([name, words]) =>
      fact(name, words.length ? words.map(plain).join(', ') : null)
    )
  ];
}
