/** What the service's words about tournaments are called here. */
import { m } from '#words';
import type { Pairing, Policy, Rank, Ruling, Standing, TableResult, Tournament } from './types.ts';

type Words<Name extends string> = Readonly<Record<Name, () => string>>;

export const formats: Words<Policy['format']> = {
  SWISS: m.format_swiss,
  ROUND_ROBIN: m.format_round_robin,
  SINGLE_ELIMINATION: m.format_single,
  DOUBLE_ELIMINATION: m.format_double,
  PODS: m.format_pods
};

export const formatHints: Words<Policy['format']> = {
  SWISS: m.format_swiss_hint,
  ROUND_ROBIN: m.format_round_robin_hint,
  SINGLE_ELIMINATION: m.format_single_hint,
  DOUBLE_ELIMINATION: m.format_double_hint,
  PODS: m.format_pods_hint
};

export const statuses: Words<Tournament['status']> = {
  REGISTRATION: m.event_registration,
  RUNNING: m.event_running,
  FINISHED: m.event_finished,
  CANCELLED: m.event_cancelled
};

export const tableStatuses: Words<Pairing['status']> = {
  OPEN: m.pairing_open,
  NEEDS_RULING: m.pairing_needs_ruling,
  DECIDED: m.pairing_decided,
  DISPUTED: m.pairing_disputed
};

export const stages: Words<Rank['stage']> = {
  BRACKET: m.rank_bracket,
  ROUNDS: m.rank_rounds,
  DISQUALIFIED: m.rank_disqualified
};

export const rulings: Words<Ruling['kind']> = {
  OVERRIDE: m.ruling_override,
  AWARD: m.ruling_award,
  NO_SHOW: m.ruling_no_show,
  GAME_LOSS: m.ruling_game_loss,
  MATCH_LOSS: m.ruling_match_loss,
  DISQUALIFICATION: m.ruling_disqualification,
  WARNING: m.ruling_warning,
  REPLAY: m.ruling_replay,
  UPHOLD: m.ruling_uphold
};

/** "Swiss, 5 rounds, then the best 8": what is played, in one line. */
export function course(event: Tournament): string {
  const { policy } = event;
  const due = event.roundsDue ?? policy.rounds ?? null;
  const parts = [formats[policy.format]()];
  if (due !== null && due > 0) parts.push(m.event_rounds({ count: due }));
  if (policy.bestOf && policy.bestOf > 1) parts.push(m.event_best_of({ count: policy.bestOf }));
  if (policy.cut) parts.push(m.event_cut({ count: policy.cut.size }));
  return parts.join(' · ');
}

/** Whether somebody may still enter after the start. */
export const mayEnterLate = (event: Tournament): boolean =>
  event.status === 'RUNNING' && (event.policy.lateEntry?.until ?? 1) > event.round;

/** Where an event stands now. */
export function standing(event: Tournament): string {
  if (event.status !== 'RUNNING') return statuses[event.status]();
  if (event.paused) return m.event_paused();
  const round = event.roundsDue ? m.event_round_of({ round: event.round, count: event.roundsDue }) : '';
  return round && event.round <= (event.roundsDue ?? 0) ? round : m.round_number({ round: event.round });
}

export const nameOf = (one: { name?: string | null }): string => one.name ?? m.entrant_nameless();

/** The result of a table by its seats: "2 : 1", or the places at a larger one. */
export function score(result: TableResult, seats: number): string[] {
  const games = result.games ?? [];
  if (games.length === seats && games.some((won) => won > 0)) return games.map(String);
  return Array.from({ length: seats }, (_, seat) => {
    const place = result.places.findIndex((group) => group.includes(seat));
    return place < 0 ? '–' : m.pairing_place({ place: 1 + result.places.slice(0, place).flat().length });
  });
}

/** Rounds won, drawn and lost. */
export const record = (row: Standing): string => row.record.join('–');
