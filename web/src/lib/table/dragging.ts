/** Drag a thing onto another: the same as picking both. Each drag has a click beside it that does the same. */
import type { Attachment } from 'svelte/attachments';
import type { Thing } from '#core/index.ts';

/** What moves by less is a click, in px. */
const SHORT = 8;

export interface Dragged {
  /** Takes a thing up, if it can be picked; then what it can be put on is marked. */
  lift(thing: Thing): boolean;
  /** Whether something happens if it is put down on this thing, or on none of them but away from its place. */
  takes(target: Thing | null): boolean;
  put(target: Thing | null): void;
  /** Puts it back: nothing was picked. */
  back(): void;
}

export function dragging(dragged: Dragged): Attachment<HTMLElement> {
  return (board) => {
    let held: Drag | null = null;
    const end = () => {
      held?.end();
      held = null;
    };
    const down = (event: PointerEvent) => {
      end();
      const from = thingAt(event.target);
      if (from && event.button === 0 && event.isPrimary) held = new Drag(board, from, event, dragged, end);
    };
    board.addEventListener('pointerdown', down);
    return () => {
      end();
      board.removeEventListener('pointerdown', down);
    };
  };
}

/** One press of the pointer: a drag as soon as it has moved far enough on a thing that can be lifted. */
class Drag {
  readonly #board: HTMLElement;
  readonly #from: HTMLElement;
  readonly #start: { readonly x: number; readonly y: number };
  readonly #pointer: number;
  readonly #dragged: Dragged;
  readonly #done: () => void;
  readonly #listening = new AbortController();
  #ghost: HTMLElement | null = null;
  #over: HTMLElement | null = null;

  constructor(board: HTMLElement, from: HTMLElement, event: PointerEvent, dragged: Dragged, done: () => void) {
    this.#board = board;
    this.#from = from;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#pointer = event.pointerId;
    this.#dragged = dragged;
    this.#done = done;
    const { signal } = this.#listening;
    addEventListener('pointermove', (move) => this.#move(move), { signal });
    addEventListener('pointerup', (up) => this.#drop(up), { signal });
    addEventListener('pointercancel', () => this.#cancel(), { signal });
    addEventListener('blur', () => this.#cancel(), { signal });
    addEventListener('selectstart', (select) => select.preventDefault(), { signal });
    addEventListener('keydown', (key) => this.#key(key), { signal, capture: true });
  }

  /** Nothing of it is left on the screen. */
  end(): void {
    this.#listening.abort();
    this.#mark(null);
    this.#ghost?.remove();
    this.#ghost = null;
  }

  #move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    const [x, y] = [event.clientX - this.#start.x, event.clientY - this.#start.y];
    if (!this.#ghost) {
      if (Math.hypot(x, y) < SHORT) return;
      const thing = this.#from.dataset['thing'] as Thing | undefined;
      if (thing === undefined || !this.#dragged.lift(thing)) return this.#done();
      this.#ghost = ghostOf(this.#from, this.#board);
    }
    this.#ghost.style.translate = `${x}px ${y}px`;
    this.#mark(this.#target(event)?.at ?? null);
  }

  #drop(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    if (this.#ghost) {
      swallowClick();
      const target = this.#target(event);
      if (target) this.#dragged.put(target.thing);
      else this.#dragged.back();
    }
    this.#done();
  }

  #cancel(): void {
    if (this.#ghost) this.#dragged.back();
    this.#done();
  }

  #key(event: KeyboardEvent): void {
    if (!this.#ghost || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    swallowClick();
    this.#cancel();
  }

  /** What the pointer is over and takes what is dragged: a thing, a player, or the table away from where it came from. */
  #target(event: PointerEvent): { readonly thing: Thing | null; readonly at: HTMLElement } | null {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    if (!below || !this.#board.contains(below)) return null;
    const at = thingAt(below);
    if (at === this.#from) return null;
    const thing = at?.dataset['thing'] as Thing | undefined;
    if (at && thing !== undefined && this.#dragged.takes(thing)) return { thing, at };
    const around = below.closest<HTMLElement>('[data-thing-at]');
    const player = around?.dataset['thingAt'] as Thing | undefined;
    if (around && player !== undefined && this.#dragged.takes(player)) return { thing: player, at: around };
    const away = below.closest('[data-zone]') !== this.#from.closest('[data-zone]');
    return away && this.#dragged.takes(null) ? { thing: null, at: this.#board } : null;
  }

  #mark(over: HTMLElement | null): void {
    if (over === this.#over) return;
    this.#over?.removeAttribute('data-over');
    over?.setAttribute('data-over', '');
    this.#over = over;
  }
}

function thingAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-thing]') : null;
}

/** A picture of a thing that follows the pointer, and is nothing but a picture. */
function ghostOf(thing: HTMLElement, board: HTMLElement): HTMLElement {
  const box = thing.getBoundingClientRect();
  const ghost = thing.cloneNode(true) as HTMLElement;
  for (const name of ghost.getAttributeNames()) if (name.startsWith('data-')) ghost.removeAttribute(name);
  ghost.tabIndex = -1;
  ghost.inert = true;
  ghost.setAttribute('aria-hidden', 'true');
  Object.assign(ghost.style, {
    position: 'fixed',
    insetBlockStart: `${box.top}px`,
    insetInlineStart: `${box.left}px`,
    inlineSize: `${box.width}px`,
    blockSize: `${box.height}px`,
    margin: '0',
    zIndex: '10',
    opacity: '0.85',
    pointerEvents: 'none'
  });
  board.append(ghost);
  return ghost;
}

/** The click that a browser makes of the end of a drag picks nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
