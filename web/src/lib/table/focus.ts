/** Where the focus is on a table, so that it is never lost: a card that has left gives it to its neighbour. */
export interface Held {
  readonly card: string | null;
  readonly zone: string | null;
  readonly place: number;
}

/** What has the focus on this table, or null. */
export function heldOn(board: Element): Held | null {
  const active = document.activeElement;
  if (!active || !board.contains(active)) return null;
  const zone = active.closest<HTMLElement>('[data-zone]');
  const cards = zone ? cardsOf(zone) : [];
  return {
    card: (active as HTMLElement).dataset['card'] ?? null,
    zone: zone?.dataset['zone'] ?? null,
    place: cards.indexOf(active as HTMLElement)
  };
}

/** Give the focus to what had it, to its neighbour in the zone, or to `otherwise`. */
export function holdAgain(board: Element, held: Held, otherwise: HTMLElement | null): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const same = held.card === null ? null : cardsOf(board).find((card) => card.dataset['card'] === held.card);
  const zone = [...board.querySelectorAll<HTMLElement>('[data-zone]')].find(
    ({ dataset }) => dataset['zone'] === held.zone
  );
  const left = zone ? cardsOf(zone) : [];
  const neighbour = left[Math.min(Math.max(held.place, 0), left.length - 1)];
  (same ?? neighbour ?? otherwise)?.focus({ preventScroll: true });
}

/** The card so many steps on in its zone, or in the first card of the zone so many steps on. */
export function beside(board: Element, from: Element, by: 1 | -1, zones: boolean): HTMLElement | null {
  const zone = from.closest('[data-zone]');
  if (!zone) return null;
  if (!zones) {
    const cards = cardsOf(zone);
    return cards[cards.indexOf(from as HTMLElement) + by] ?? null;
  }
  const all = [...board.querySelectorAll('[data-zone]')].filter((one) => cardsOf(one).length > 0);
  const next = all[all.indexOf(zone) + by];
  return next ? (cardsOf(next).find((card) => card.tabIndex === 0) ?? cardsOf(next)[0] ?? null) : null;
}

function cardsOf(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>('button[data-card]')].filter((card) => card.offsetParent !== null);
}
