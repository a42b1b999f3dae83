"""Words for what cards in play change as long as they are there; `continuous` reads them, so they do nothing."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.loadouts import Attribute
from domain.games.c4.rules.continuous import EvalContext
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number, Players


@word("modifier")
def mod_gain(context: EvalContext, who: Players, n: Number) -> None:
    """C4-376 Their gains, not takes, change by n."""


@word("modifier")
def mod_lose(context: EvalContext, who: Players, n: Number) -> None:
    """C4-376 Their losses, not takes, change by n."""


@word("modifier")
def price(context: EvalContext, who: Players, n: Number) -> None:
    """C4-306 Their additional actions cost n more or less."""


@word("modifier")
def prevent_gain(context: EvalContext, who: Players) -> None:
    """C4-378 They can't gain."""


@word("modifier")
def prevent_lose(context: EvalContext, who: Players, cause: Literal["take"] | None = None) -> None:
    """C4-378 They can't lose, or with `take` only not be taken from."""


@word("modifier")
def forbid(
    context: EvalContext, who: Players, what: Literal["attack", "attack_you", "reactions", "actions_over_2"]
) -> None:
    """C4-502 They may not do this."""


@word("modifier")
def attr(context: EvalContext, who: Players, what: Attribute) -> None:
    """C4-543 They count as having an attribute."""


@word("modifier")
def ties_win(context: EvalContext, who: Players) -> None:
    """C4-410 Equal symbols count as their win."""
