/** What somebody brings to a seat: a deck that comes with the game, or one that this browser keeps. */
import { known, type Service } from '#core/api/service.ts';
import type { CreateMatch, JoinMatch } from '#core/api/types.ts';
import { ownDecks } from '#lib/catalogue/decks.ts';
import { m } from '#words';

/** How an own deck is told from those of the game, whose ids have no such sign. */
const OWN = 'own:';
/** So many of the faults of a deck are told. */
const TOLD = 3;

/** The choice of an own deck, by its id. */
export function ownChoice(id: string): string {
  return OWN + id;
}

/** What the service is told of a choice among the decks of a game. */
export function broughtBy(game: string, choice: string): Pick<JoinMatch, 'deck' | 'loadout'> {
  const own = choice.startsWith(OWN) ? ownDecks(game).find(({ id }) => ownChoice(id) === choice) : undefined;
  // each game has members of its own, of which the document of the API knows nothing
  return own ? { loadout: own.loadout as Record<string, never> } : { deck: choice };
}

/** Nothing is opened for a deck that nobody may bring: refused before, with what the service says against it. */
export async function checkDeck(service: Service, match: CreateMatch, seat: number, choice: string): Promise<void> {
  const { game, seats, options = {} } = match;
  const body = { game, seats, options, seat, ...broughtBy(game, choice) };
  const { legal, violations } = await known(service.rest.POST('/v1/loadouts/validate', { body }));
  if (legal) return;
  const told = violations.slice(0, TOLD).map(({ message, ruleId }) => `${message} (${ruleId})`);
  throw new Error(m.deck_refused({ why: told.join('; ') }));
}
