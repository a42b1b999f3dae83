import { m } from '#words';
import type { BracketNode, BracketPlayer } from './layout.ts';

/** What a round of a bracket is called, by how far it is from the last one of its side. */
export function roundName(side: BracketNode['side'], round: number, nodes: readonly BracketNode[]): string {
  const double = nodes.some((node) => node.side === 'LOSERS' || node.side === 'FINALS');
  const last = Math.max(...nodes.filter((node) => node.side === side).map((node) => node.round));
  if (side === 'THIRD') return m.bracket_third();
  if (side === 'FINALS') return round === 1 ? m.bracket_final() : m.bracket_reset();
  if (side === 'LOSERS') return round === last ? m.bracket_losers_final() : m.bracket_losers_round({ round });
  if (double) return round === last ? m.bracket_winners_final() : m.bracket_winners_round({ round });
  return (
    [m.bracket_final, m.bracket_semifinals, m.bracket_quarterfinals][last - round]?.() ?? m.bracket_round({ round })
  );
}

/** Who plays, or where the player will come from. */
export function playerName(player: BracketPlayer): string {
  if (player.entrant) return player.name ?? m.entrant_nameless();
  const { kind, node, seed } = player.source;
  if (kind === 'SEED') return m.bracket_seed({ seed: seed ?? 0 });
  return kind === 'WINNER' ? m.bracket_winner_of({ node: node ?? '' }) : m.bracket_loser_of({ node: node ?? '' });
}
