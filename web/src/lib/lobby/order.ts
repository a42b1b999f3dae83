/** What somebody has chosen on the form of a new match, and the order that follows from it. */
import type { CreateMatch } from '#core/api/types.ts';
import type { Values } from '#lib/forms/schema.ts';
import type { Bot, Order, Sitter } from './begin.ts';

export interface SeatChoice {
  who: Sitter['who'];
  deck: string;
  bot: Bot;
}

export interface Choices {
  game: string;
  seats: SeatChoice[];
  options: Values;
  /** Milliseconds for one decision; 0: no limit, null: as the options say. */
  decision: number | null;
  turn: number | null;
  bank: number;
  invited: boolean;
  secret: boolean;
  delay: number;
}

/**
 * The choices for the seats of a game, one after another: this screen, then others, in whose place the house may sit.
 * `deck`: what the first seat brings, if it was chosen before.
 */
export function seatChoices(count: number, before: readonly SeatChoice[], bot: Bot, deck = ''): SeatChoice[] {
  return Array.from({ length: count }, (_, seat) => {
    const usual: SeatChoice = seat === 0 ? { who: 'here', deck, bot } : { who: 'others', deck: '', bot };
    return before[seat] ?? usual;
  });
}

/** The order of what was chosen. `names` are those of the persons before this screen, by seat. */
export function orderOf(choices: Choices, names: readonly string[]): Order {
  const match: CreateMatch = {
    game: choices.game,
    seats: choices.seats.length,
    // each game has members of its own, of which the document of the API knows nothing
    options: choices.options as Record<string, never>,
    decisionMs: choices.decision,
    turnMs: choices.turn,
    bankMs: choices.bank,
    visibility: choices.invited ? 'INVITE' : 'OPEN',
    reveal: choices.secret ? 'PARTICIPANTS' : 'ALL',
    spectatorDelayMs: choices.delay
  };
  return { match, seats: choices.seats.map((seat, number) => sitter(seat, names[number] ?? '')) };
}

function sitter({ who, deck, bot }: SeatChoice, name: string): Sitter {
  if (who === 'here') return { who, deck, name };
  return who === 'house' ? { who, bot } : { who };
}
