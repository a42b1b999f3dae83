/** A match as one seat plays it, or as a watcher sees it: what is asked, and every way to answer. */
import { known, type LegalActionSet, type Match, type MatchSnapshot, type Pick, type Table } from '#core/index.ts';
import { Rulebook } from '#lib/log/rulebook.ts';
import { Answering } from '#lib/prompt/answering.svelte.ts';
import type { Following } from './following.svelte.ts';
import type { Staging } from './staging.ts';

export class Playing {
  readonly following: Following;
  readonly staging: Staging;
  /** The seat that plays here; null: a watcher's. */
  readonly seat: number | null;
  readonly book: Rulebook;
  readonly answering: Answering;

  constructor(following: Following, staging: Staging, seat: number | null, slug: string) {
    this.following = following;
    this.staging = staging;
    this.seat = seat;
    this.book = new Rulebook(following.service, slug);
    this.answering = new Answering(
      () => this.snapshot,
      () => following.store,
      () => staging.looks
    );
  }

  get snapshot(): MatchSnapshot {
    return this.following.snapshot;
  }

  get table(): Table | null {
    return this.snapshot.frame?.table ?? null;
  }

  get match(): Match | null {
    return this.snapshot.match;
  }

  readonly over: boolean = $derived.by(() =>
    ['FINISHED', 'ABORTED'].includes((this.snapshot.frame?.status ?? '').toUpperCase())
  );

  /** What the own seat is asked and waited for. */
  readonly asked = $derived.by(
    () =>
      (this.snapshot.frame?.prompts ?? []).find(({ seat, mode }) => seat === this.seat && mode !== 'STANDING') ?? null
  );

  /** All answers of the own seat, as the service words them. */
  answers(): Promise<LegalActionSet> {
    const params = { path: { id: this.snapshot.id }, query: { seat: this.seat ?? 0 } };
    return known(this.following.service.rest.GET('/v1/matches/{id}/legal-actions', { params }));
  }

  /** Begins one of the answers to a prompt, by its place. */
  begin(prompt: string, place: number): void {
    this.answering.choose(prompt);
    this.answering.follow();
    this.answering.pick({ kind: 'template', place });
  }

  /** The first answer that passes or ends something, or null. */
  pass(): Pick | null {
    const { looks } = this.staging;
    const found = this.answering.selection?.left.find(
      ({ template }) => looks.action(template.template.type).weight === 'pass'
    );
    return found ? { kind: 'template', place: found.template.place } : null;
  }

  /** Turns to another of the open questions. */
  turn(by: 1 | -1): void {
    const { questions } = this.answering.asked;
    const place = questions.findIndex((one) => one === this.answering.current);
    const next = questions[(place + by + questions.length) % questions.length];
    if (next) this.answering.choose(next.prompt.id);
  }

  async concede(): Promise<void> {
    await this.following.store.concede().catch(() => undefined); // the prompt bar says why not
  }
}
