/** Whether the next round can begin, and why not. The service decides; this says it before the click. */
import { m } from '#words';
import { played, type BracketNode } from '#lib/bracket/layout.ts';
import type { Entrant, Pairing, Tournament } from '../types.ts';

/** Why no round can begin now; null if one can. */
export function obstacle(
  event: Tournament,
  tables: readonly Pairing[],
  entrants: readonly Entrant[],
  nodes: readonly BracketNode[]
): string | null {
  if (event.paused) return m.start_paused();
  if (event.round === 0) return beforeTheFirst(event, entrants);
  const of = (status: Pairing['status']) =>
    tables
      .filter((table) => table.status === status)
      .map(({ table }) => m.pairing_table({ table }))
      .join(', ');
  const [open, disputed, ruling] = [of('OPEN'), of('DISPUTED'), of('NEEDS_RULING')];
  const why = [
    open && m.start_open({ tables: open }),
    disputed && m.start_disputed({ tables: disputed }),
    ruling && m.start_needs_ruling({ tables: ruling })
  ].filter(Boolean);
  if (why.length > 0) return why.join(' ');
  return noRoundLeft(event, nodes) ? m.start_none_left() : null;
}

/** Whether all that was to be played has been. */
export function noRoundLeft(event: Tournament, nodes: readonly BracketNode[]): boolean {
  if (nodes.length > 0) return played(nodes).every(({ winner }) => winner !== null);
  const bracketed = event.policy.format.endsWith('ELIMINATION') || event.policy.cut != null;
  return !bracketed && event.roundsDue != null && event.round >= event.roundsDue;
}

function beforeTheFirst(event: Tournament, entrants: readonly Entrant[]): string | null {
  const there = entrants.filter((one) => one.status === 'REGISTERED' && (one.checkedIn || !event.checkIn)).length;
  if (there >= 2) return null;
  return event.checkIn ? m.start_too_few_checked_in() : m.start_too_few();
}
