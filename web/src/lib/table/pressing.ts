/** One listener for a whole table: clicks, long presses and the keys of its cards. */
import type { Attachment } from 'svelte/attachments';
import type { Thing } from '#core/index.ts';
import { beside } from './focus.ts';

/** How long a press is long, in ms. */
const LONG = 500;

export interface Pressed {
  /** A thing was clicked, tapped, or pressed by Enter. */
  pick(thing: Thing): void;
  /** A card is to be read: a long press, the other button of the mouse, Space. */
  read(card: string): void;
  /** Whether Space and arrows are keys of the table. */
  keys(): boolean;
}

export function pressing(pressed: Pressed): Attachment<HTMLElement> {
  return (board) => {
    let timer = 0;
    let long = false;
    const stop = () => clearTimeout(timer);
    const thingAt = (event: Event) => (event.target as Element).closest<HTMLElement>('[data-thing]');
    const click = (event: Event) => {
      const thing = thingAt(event)?.dataset['thing'];
      if (thing && !long) pressed.pick(thing as Thing);
      long = false;
    };
    const read = (event: Event) => {
      const card = thingAt(event)?.dataset['card'];
      if (card === undefined) return;
      event.preventDefault();
      pressed.read(card);
    };
    const down = (event: PointerEvent) => {
      long = false;
      const card = thingAt(event)?.dataset['card'];
      if (event.pointerType !== 'touch' || card === undefined) return;
      timer = window.setTimeout(() => {
        long = true;
        pressed.read(card);
      }, LONG);
    };
    const key = (event: KeyboardEvent) => {
      const at = thingAt(event);
      if (!at || !pressed.keys() || event.altKey || event.metaKey) return;
      const step = STEPS[event.key];
      if (step !== undefined) {
        const next = beside(board, at, step, event.ctrlKey);
        if (next) event.preventDefault();
        next?.focus();
      } else if (event.key === ' ' && at.dataset['card'] !== undefined) {
        event.preventDefault();
        pressed.read(at.dataset['card']);
      }
    };
    board.addEventListener('click', click);
    board.addEventListener('contextmenu', read);
    board.addEventListener('pointerdown', down);
    for (const end of ENDS) board.addEventListener(end, stop);
    board.addEventListener('keydown', key);
    return () => {
      stop();
      board.removeEventListener('click', click);
      board.removeEventListener('contextmenu', read);
      board.removeEventListener('pointerdown', down);
      for (const end of ENDS) board.removeEventListener(end, stop);
      board.removeEventListener('keydown', key);
    };
  };
}

const ENDS = ['pointerup', 'pointercancel', 'pointermove', 'pointerleave'] as const;
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
