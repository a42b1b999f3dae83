/** Movement: what lies elsewhere after a change flies there from where it was. */

/** No more than this many fly at once. */
const MOST = 12;
/** How long a flight takes, in ms. */
const TAKES = 180;
/** What has moved by less only makes room, in px. */
const FAR = 24;

export type Places = ReadonlyMap<string, DOMRect>;

/** Where each card is now. */
export function placesIn(board: Element): Places {
  const places = new Map<string, DOMRect>();
  for (const card of cardsIn(board)) {
    const box = card.getBoundingClientRect();
    if (box.width > 0) places.set(card.dataset['card'] ?? '', box);
  }
  return places;
}

/** Let the cards fly that were elsewhere, the farthest first. */
export function fly(board: Element, before: Places): void {
  const moved = cardsIn(board).flatMap((card) => {
    const from = before.get(card.dataset['card'] ?? '');
    const to = card.getBoundingClientRect();
    if (!from || to.width === 0) return [];
    const [x, y] = [from.x - to.x, from.y - to.y];
    return Math.hypot(x, y) < FAR ? [] : [{ card, x, y, far: Math.hypot(x, y) }];
  });
  // A table that is laid out anew as a whole only jumps.
  if (moved.length > MOST * 3) return;
  for (const { card, x, y } of moved.sort((one, other) => other.far - one.far).slice(0, MOST)) {
    card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
      duration: TAKES,
      easing: 'ease-out'
    });
  }
}

function cardsIn(board: Element): HTMLElement[] {
  return [...board.querySelectorAll<HTMLElement>('[data-card]')];
}
