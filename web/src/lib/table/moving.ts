/** Movement: what lies elsewhere after a change flies there from where it was; the others only make room. */
import { thingsOf, type PlacedCard } from '#core/answer/things.ts';
import type { Table } from '#core/index.ts';

/** No more than this many fly at once; where many more would, the table is laid out anew and only jumps. */
const MOST = 12;
/** How long a flight takes, in ms. */
const TAKES = 180;

export type Places = ReadonlyMap<string, DOMRect>;

/** The cards that lie elsewhere on the second table: in another zone or group, or under another card. */
export function movedOn(before: Table, after: Table): readonly string[] {
  const former = thingsOf(before);
  const moved = [...thingsOf(after)].flatMap(([id, placed]) => {
    const from = former.get(id);
    return from && placeOf(from) !== placeOf(placed) ? [id] : [];
  });
  return moved.length > MOST * 3 ? [] : moved.slice(0, MOST);
}

function placeOf({ card, zone, seat }: PlacedCard): string {
  return [seat, zone.name, card.host, card.group].join(' ');
}

/** Where these cards are now, as far as they are drawn. */
export function placesIn(board: Element, cards: readonly string[]): Places {
  return new Map(cards.flatMap((id) => boxesOf(board, id).map(({ box }) => [id, box] as const)));
}

/** Let the cards fly from where they were. */
export function fly(board: Element, before: Places): void {
  for (const [id, from] of before) {
    for (const { card, box } of boxesOf(board, id)) {
      card.animate([{ transform: `translate(${from.x - box.x}px, ${from.y - box.y}px)` }, { transform: 'none' }], {
        duration: TAKES,
        easing: 'ease-out'
      });
    }
  }
}

function boxesOf(board: Element, id: string): { card: Element; box: DOMRect }[] {
  const card = board.querySelector(`[data-card="${CSS.escape(id)}"]`);
  const box = card?.getBoundingClientRect();
  return card && box?.width ? [{ card, box }] : [];
}
