/** Which settings an event of each format has, and what they are called: the schema is the service's. */
import { m } from '#words';
import forms from '#core/api/generated/forms.json' with { type: 'json' };
import { asWords, fieldsOf, type Field, type Schema } from '#lib/forms/schema.ts';
import type { FieldTexts } from '#lib/forms/texts.ts';
import type { Policy } from './types.ts';

const schema = forms as Schema;
const all = fieldsOf(schema);
const policy = all.find(({ name }) => name === 'policy');
const ofPolicy = policy?.kind === 'group' ? policy.fields : [];

const RATES = ['tieBreaks', 'points', 'floor', 'ownBye'];
/** What is asked at once, and what is folded. A setting that a format has no use for is not asked. */
const ASKED: Readonly<Record<Policy['format'], { first: string[]; more: string[] }>> = {
  SWISS: { first: ['rounds', 'bestOf', 'roundMs', 'cut'], more: ['lateEntry', ...RATES, 'regulations'] },
  ROUND_ROBIN: { first: ['cycles', 'bestOf', 'roundMs', 'cut'], more: ['seeding', 'drops', ...RATES] },
  SINGLE_ELIMINATION: { first: ['bestOf', 'roundMs', 'thirdPlace'], more: ['seeding', 'replays'] },
  DOUBLE_ELIMINATION: { first: ['bestOf', 'roundMs', 'bracketReset'], more: ['seeding', 'replays'] },
  PODS: {
    first: ['pods', 'rounds', 'roundMs', 'cut'],
    more: ['lateEntry', 'tieBreaks', 'floor', 'ownBye', 'regulations']
  }
};

const named = (names: readonly string[], fields: readonly Field[]) =>
  names.flatMap((name) => fields.filter((field) => field.name === name));

export function policyFields(format: Policy['format'], which: 'first' | 'more'): Field[] {
  return named(ASKED[format][which], ofPolicy);
}

export const entryFields = named(['mostEntrants', 'entry', 'checkIn', 'decks', 'rated', 'season'], all);
export const clockFields = named(['decisionMs', 'turnMs', 'bankMs', 'spectatorDelayMs'], all);

const labels: Readonly<Record<string, () => string>> = {
  mostEntrants: m.make_most_entrants,
  entry: m.make_entry,
  checkIn: m.make_check_in,
  decks: m.make_decks,
  rated: m.make_rated,
  season: m.make_season,
  decisionMs: m.make_decision,
  turnMs: m.make_turn,
  bankMs: m.make_bank,
  spectatorDelayMs: m.make_delay,
  'policy.rounds': m.make_rounds,
  'policy.bestOf': m.make_best_of,
  'policy.roundMs': m.make_round_minutes,
  'policy.cut': m.make_cut,
  'policy.cut.size': m.make_cut_size,
  'policy.cut.format': m.make_cut_format,
  'policy.cut.bestOf': m.make_best_of,
  'policy.pods': m.make_pods,
  'policy.pods.size': m.make_pods_size,
  'policy.pods.least': m.make_pods_least,
  'policy.pods.most': m.make_pods_most,
  'policy.pods.byPlace': m.make_pods_by_place,
  'policy.pods.bye': m.make_points_bye,
  'policy.cycles': m.make_cycles,
  'policy.thirdPlace': m.make_third_place,
  'policy.bracketReset': m.make_reset,
  'policy.seeding': m.make_seeding,
  'policy.replays': m.make_replays,
  'policy.drops': m.make_drops,
  'policy.lateEntry': m.make_late,
  'policy.lateEntry.until': m.make_late_until,
  'policy.lateEntry.missed': m.make_late_missed,
  'policy.tieBreaks': m.make_tie_breaks,
  'policy.points': m.make_points,
  'policy.points.win': m.make_points_win,
  'policy.points.draw': m.make_points_draw,
  'policy.points.loss': m.make_points_loss,
  'policy.points.bye': m.make_points_bye,
  'policy.points.units': m.make_points_units,
  'policy.floor': m.make_floor,
  'policy.floor.numerator': m.make_floor_numerator,
  'policy.floor.denominator': m.make_floor_denominator,
  'policy.ownBye': m.make_own_bye,
  'policy.regulations': m.make_regulations
};

const hints: Readonly<Record<string, () => string>> = {
  mostEntrants: m.make_most_entrants_hint,
  season: m.make_season_hint,
  rated: m.make_rated_hint,
  decisionMs: m.make_decision_hint,
  bankMs: m.make_bank_hint,
  spectatorDelayMs: m.make_delay_hint,
  'policy.rounds': m.make_rounds_hint,
  'policy.bestOf': m.make_best_of_hint,
  'policy.roundMs': m.make_round_minutes_hint,
  'policy.cut': m.make_cut_hint,
  'policy.pods': m.make_pods_hint,
  'policy.pods.byPlace': m.make_pods_by_place_hint,
  'policy.tieBreaks': m.make_tie_breaks_hint,
  'policy.lateEntry': m.make_late_hint,
  'policy.points.units': m.make_points_units_hint,
  'policy.replays': m.make_replays_hint,
  'policy.regulations': m.make_regulations_hint
};

const choices: Readonly<Record<string, () => string>> = {
  'decks OPEN': m.make_decks_open,
  'decks AFTER_ROUND': m.make_decks_after_round,
  'decks CLOSED': m.make_decks_closed,
  'entry OPEN': m.terms_entry_open,
  'entry INVITE': m.terms_entry_invite,
  'policy.cut.format SINGLE_ELIMINATION': m.format_single,
  'policy.cut.format DOUBLE_ELIMINATION': m.format_double,
  'policy.seeding DRAWN': m.make_seeding_drawn,
  'policy.seeding GIVEN': m.make_seeding_given,
  'policy.drops KEPT': m.make_drops_kept,
  'policy.drops ANNULLED': m.make_drops_annulled,
  'policy.lateEntry.missed LOSS': m.make_loss,
  'policy.lateEntry.missed DRAW': m.make_draw,
  'policy.ownBye EXCLUDED': m.make_own_bye_excluded,
  'policy.ownBye WIN': m.make_own_bye_win,
  'policy.regulations FIDE_2023': m.make_regulations_2023,
  'policy.regulations FIDE_2026': m.make_regulations_2026
};

const SECOND = 1000;
const scales: Readonly<Record<string, number>> = {
  decisionMs: SECOND,
  turnMs: SECOND,
  bankMs: 60 * SECOND,
  spectatorDelayMs: SECOND,
  'policy.roundMs': 60 * SECOND
};

export const texts: FieldTexts = {
  label: (place) => labels[place]?.() ?? asWords(place.slice(place.lastIndexOf('.') + 1)),
  hint: (place) => hints[place]?.() ?? null,
  choice: (place, value) => choices[`${place} ${value}`]?.() ?? asWords(value),
  scale: (place) => scales[place] ?? 1
};
