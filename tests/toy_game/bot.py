"""A greedy bot: it sends its highest card, and leaves the rest to the default."""

from __future__ import annotations

from domain.kernel.actions import Action
from domain.kernel.bots import answers, best, named
from domain.kernel.game import CardGame, Pick
from domain.kernel.prompts import Prompt
from tests.toy_game import actions as act
from tests.toy_game.match import State

KINDS = named(act.Send)


def choose(game: CardGame, state: State, prompt: Prompt, pick: Pick) -> Action | None:
    """The answer, or None for the prompt's default; `pick` breaks ties."""
    offered = answers(KINDS, game.options(state, prompt))
    return best(((state.cards[answer.card].value, answer) for answer in offered), pick)
