"""Bots for whole matches: one answers at random, one as the game's own greedy bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from service.simulation.sampling import answer

Bot = Callable[[CardGame, State, Prompt, Random], Any]
"""(game, state, prompt, chance) to an action."""


def greedy(game: CardGame, state: State, prompt: Prompt, random: Random) -> Any:
    """The answer of the game's own bot, else the prompt's default, else anything."""
    action = game.greedy(state, prompt, random.choice)
    if action is None:
        action = game.default(state, prompt)
    return answer(game, state, prompt, random) if action is None else action


BOTS: Mapping[str, Bot] = {"random": answer, "greedy": greedy}
