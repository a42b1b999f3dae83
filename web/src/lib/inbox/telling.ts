/** What an item of the inbox says, and where it leads. */
import { m } from '#words';
import type { Item } from './inbox.svelte.ts';

export interface Told {
  text: string;
  href: string;
}

/** The sentence of an item. A kind that this page does not know is told by its name. */
export function told(item: Item): Told {
  const href = 'tournamentId' in item ? `/t/${item.tournamentId}` : `/m/${item.matchId}`;
  return { text: sentence(item), href };
}

function sentence(item: Item): string {
  switch (item.kind) {
    case 'YourTurn':
      return m.told_turn();
    case 'MatchStarted':
      return m.told_started();
    case 'MatchOver':
      return item.result.kind === 'ABORTED' ? m.told_aborted() : over(item.result.placings, item.seat);
    case 'SeatVacated':
      return m.told_vacated({ seat: item.vacated + 1 });
    case 'PairingPosted':
      return m.told_pairing({ round: item.round, table: item.table });
    case 'ByeReceived':
      return m.told_bye({ round: item.round });
    case 'ResultRuled':
      return item.table === null ? m.told_ruled_about_you() : m.told_ruled({ table: item.table });
    case 'ResultDisputedNews':
      return m.told_disputed({ table: item.table });
    case 'RulingNeeded':
      return m.told_needed({ table: item.table });
    case 'TournamentOver':
      return item.rank === null ? m.told_cancelled() : m.told_over({ rank: item.rank });
    default:
      return (item as { kind: string }).kind;
  }
}

/** How a match ended for a seat; `placings` are groups of equal seats, the best first. */
function over(placings: readonly (readonly number[])[], seat: number): string {
  const best = placings[0] ?? [];
  if (!best.includes(seat)) return m.told_lost();
  return best.length > 1 ? m.told_drawn() : m.told_won();
}
