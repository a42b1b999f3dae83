"""A greedy bot: it plays the card that scores most now, and gives away the one that would score least."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt
from scripts.new_game.game import actions as a
from scripts.new_game.game.match import State
from scripts.new_game.game.rules import continuous

Answer = a.PlayCard | a.DiscardCard
KINDS: Mapping[str, type[Answer]] = named(a.PlayCard, a.DiscardCard)


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer, or None for the prompt's default; `pick` breaks ties."""
    offered = answers(KINDS, game.options(state, prompt))
    return best(((_worth(state, prompt.seat, answer), answer) for answer in offered), pick)


def _worth(state: State, seat: int, answer: Answer) -> float:
    """What playing a card is worth, or not losing it; a text counts as half a point."""
    board = state.board
    card = board.cards[board.players[seat].hand.known[answer.card]]
    worth = continuous.worth(board, seat, card) + (0.5 if card.text else 0)
    return worth if isinstance(answer, a.PlayCard) else -worth
