"""Bots for whole matches: one answers at random, one as the game's own greedy bot, one so but never against others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from domain.kernel.bots import answers, named
from domain.kernel.game import CardGame, Strength
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template
from service.bots.sampling import answer, sample, typed
from service.bots.searching import Budget, Search, budget_of, candidates, like

ROUNDS = 1
"""Own turns that begin before a table is weighed: until then every other seat has moved."""
Bot = Callable[[CardGame, State, Prompt, Random], Any]
"""(game, state, prompt, chance) to an action."""


def greedy(game: CardGame, state: State, prompt: Prompt, random: Random) -> Any:
    """The answer of the game's own bot, else the prompt's default, else anything."""
    action = game.greedy(state, prompt, random.choice)
    if action is None:
        action = game.default(state, prompt)
    return answer(game, state, prompt, random) if action is None else action


class Peaceful(CardGame):
    """A game in which nobody is offered what goes against others, as far as something else is."""

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        """Templates whose first answer attacks are left out."""
        every = super().options(state, prompt)
        return [one for one in every if not self._attacks(state, prompt, one)] or every

    def _attacks(self, state: State, prompt: Prompt, template: Template) -> bool:
        first = next(answers(named(*self.actions), [template]))
        return self.attacking(state.board, prompt.seat, first)


def waiting(game: CardGame, state: State, prompt: Prompt, random: Random) -> Any:
    """As the greedy bot answers where nothing that goes against others is offered; where it would do so all the same,
    the prompt's default, else anything.
    """
    peaceful = like(game, Peaceful)
    action = greedy(peaceful, state, prompt, random)
    if not game.attacking(state.board, prompt.seat, action):
        return action
    action = game.default(state, prompt)
    return typed(game, sample(random.choice(peaceful.options(state, prompt)), random)) if action is None else action


def searching(budget: Budget, policy: Bot = greedy, rounds: int = ROUNDS) -> Bot:
    """The bot that tries the greedy answer, the default and some others on tables as they may be, and plays on by a
    policy until so many own turns have begun. In a game in which nobody looks ahead, the greedy one.
    """

    def answered(game: CardGame, state: State, prompt: Prompt, random: Random) -> Any:
        proposed = greedy(game, state, prompt, random)
        if game.dealt is None or prompt.mode == "standing" or prompt.kind in game.routine:
            return proposed
        found = candidates(game, state, prompt, random, greedy, [proposed, game.default(state, prompt)])
        return Search(game, state, prompt, random, policy, rounds).best(found, budget) if len(found) > 1 else proposed

    return answered


HOUSE: Mapping[Strength, Bot] = {
    "random": answer,
    "greedy": greedy,
    "searching": searching(Budget(seconds=0.2)),
}
"""The bots that the house seats beside players: none thinks much longer than this."""
BOTS: Mapping[str, Bot] = {"random": answer, "greedy": greedy, "waiting": waiting}
SEARCHING = "searching"
"""Begins the name of a bot that looks ahead: `searching:64`, `searching:20ms`."""


def bot_named(name: str) -> Bot:
    """The bot of this name. Raises KeyError for none."""
    kind, _, said = name.partition(":")
    budget = budget_of(said) if kind == SEARCHING else None
    return BOTS[name] if budget is None else searching(budget)
