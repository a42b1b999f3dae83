"""A greedy bot: it buys what it can, attacks and blocks by the numbers on the table, and plays what helps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.games.trf.actions import ACTIONS_BY_NAME
from domain.kernel.game import Action, Game
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, expand


def choose(game: Game, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Action | None:
    """The answer; `pick` breaks ties."""
    if prompt.kind == "standing_pass":
        return None
    template = pick(game.options(state, prompt))
    found: Action = msgspec.convert(pick(list(expand(template))), ACTIONS_BY_NAME[template.type])
    return found
