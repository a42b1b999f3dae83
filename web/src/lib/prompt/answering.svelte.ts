/** The answer in the making of one seat: which prompt, what is picked, what is sent. */
import {
  again,
  begin,
  indexOf,
  pick,
  undo,
  type MatchSnapshot,
  type MatchStore,
  type Pick,
  type Selection,
  type Thing
} from '#core/index.ts';
import type { Looks, PromptOptions } from '#core/index.ts';
import { questionsOf, type Questions, weightOf } from './questions.ts';
import { habits } from './habits.svelte.ts';

/** How long a pass that must be pressed again waits for that, in ms. */
const ARMED = 2000;
const NOTHING: Questions = { questions: [], asides: [] };

export class Answering {
  readonly #snapshot: () => MatchSnapshot;
  readonly #store: () => MatchStore;
  readonly #looks: () => Looks | null;
  #wanted = $state.raw<string | null>(null);
  #selection = $state.raw<Selection | null>(null);
  /** The kind of prompt whose answer is done: what is here of it is nothing to pick from any more. */
  #answered = $state.raw<PromptOptions | null>(null);
  #armed = $state(false);
  /** What a drag has lifted, and the selection before that. */
  #lifted: { readonly thing: Thing; readonly before: Selection; readonly whole: boolean } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(snapshot: () => MatchSnapshot, store: () => MatchStore, looks: () => Looks | null) {
    this.#snapshot = snapshot;
    this.#store = store;
    this.#looks = looks;
  }

  readonly asked: Questions = $derived.by(() => {
    const [legal, looks] = [this.#snapshot().legal, this.#looks()];
    return legal && looks ? questionsOf(legal.prompts, looks) : NOTHING;
  });

  /** The prompt that is answered now. */
  readonly current: PromptOptions | null = $derived.by(() => {
    const { questions } = this.asked;
    return questions.find(({ prompt }) => prompt.id === this.#wanted) ?? questions[0] ?? null;
  });

  /** What is picked so far, or null: nothing is asked. */
  get selection(): Selection | null {
    return this.#selection;
  }

  /** The answer is complete and waits to be pressed once more. */
  get armed(): boolean {
    return this.#armed;
  }

  /** Called whenever another prompt, or the same with other answers, is there. What is dragged then stays in the hand. */
  follow(): void {
    const options = this.current;
    const table = this.#snapshot().frame?.table ?? null;
    const lifted = this.#lifted;
    this.#disarm();
    if (!options || options === this.#answered) {
      this.#selection = null;
      return;
    }
    const index = indexOf(options, table);
    const former = this.#selection;
    const same = former?.index.prompt.id === options.prompt.id;
    this.#selection = same && former ? again(lifted?.before ?? former, index) : begin(index);
    if (same && lifted) this.lift(lifted.thing);
  }

  choose(prompt: string): void {
    this.#wanted = prompt;
  }

  pick(one: Pick): void {
    if (!this.#selection || this.#snapshot().sending) return;
    const same = this.#armed && one.kind === 'template' && isSame(one, this.#selection.picks.at(-1));
    if (same) return this.send();
    const next = pick(this.#selection, one);
    if (next === this.#selection) return;
    this.#disarm();
    this.#selection = next;
    if (next.ready) this.#ask(next);
  }

  /** A drag begins: the thing is picked so far that its targets are marked, and nothing is sent before it is put down. */
  lift(thing: Thing): boolean {
    const before = this.#selection;
    if (!before?.pickable.has(thing) || this.#snapshot().sending) return false;
    const next = pick(before, { kind: 'thing', thing });
    if (next === before) return false;
    this.#disarm();
    this.#lifted = { thing, before, whole: next.ready !== null };
    if (!next.ready) this.#selection = next;
    return true;
  }

  /** Whether what is lifted can be put on a thing; null: anywhere on the table, where it alone is the answer. */
  takes(target: Thing | null): boolean {
    if (!this.#lifted) return false;
    if (this.#lifted.whole) return target === null;
    return target !== null && target !== this.#lifted.thing && (this.#selection?.pickable.has(target) ?? false);
  }

  /** The drag ends on a target. */
  put(target: Thing | null): void {
    const { thing } = this.#lifted ?? {};
    const taken = this.takes(target);
    if (!taken || thing === undefined) return this.back();
    this.#lifted = null;
    this.pick({ kind: 'thing', thing: target ?? thing });
  }

  /** The drag ends on nothing: what was lifted is put back. */
  back(): void {
    if (this.#lifted) this.#selection = this.#lifted.before;
    this.#lifted = null;
  }

  undo(): void {
    if (!this.#selection || this.#selection.picks.length === 0) return;
    this.#disarm();
    this.#selection = undo(this.#selection);
  }

  restart(): void {
    if (!this.#selection || this.#selection.picks.length === 0) return;
    this.#disarm();
    this.#selection = begin(this.#selection.index);
  }

  /** Sends the answer that is ready. */
  send(): void {
    const selection = this.#selection;
    const options = this.current;
    if (!selection?.ready || !options || this.#snapshot().sending) return;
    this.#disarm();
    void this.answer(options, selection.ready);
  }

  /** Sends an answer to a prompt; whether it was taken. What is refused stays picked as far as it is still legal. */
  async answer(options: PromptOptions, action: NonNullable<Selection['ready']>): Promise<boolean> {
    if (this.#snapshot().sending) return false;
    try {
      await this.#store().act(options.prompt, action);
    } catch {
      return false; // the store holds why
    }
    if (this.current === options) {
      this.#answered = options;
      this.#selection = null;
    }
    return true;
  }

  /** An answer is ready: it goes at once, or is asked for once more. */
  #ask(selection: Selection): void {
    const looks = this.#looks();
    const ready = selection.ready;
    if (!ready || !looks) return;
    const weight = weightOf(ready.type, looks);
    const habit = habits[weight];
    const others = selection.index.templates.length > 1;
    if (habit === 'never' || (habit === 'others' && !others)) return this.send();
    this.#armed = true;
    if (weight === 'pass') this.#timer = setTimeout(() => this.undo(), ARMED);
  }

  /** Nothing waits any more to be pressed once more, or to be put down. */
  #disarm(): void {
    clearTimeout(this.#timer);
    this.#armed = false;
    this.#lifted = null;
  }
}

function isSame(one: Pick, other: Pick | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
