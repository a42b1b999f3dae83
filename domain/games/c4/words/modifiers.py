"""Words for what cards in play change as long as they are there; `query` reads them, so they do nothing."""

from __future__ import annotations

from typing import Literal

from domain.games.c4.abilities import Scope
from domain.games.c4.loadouts import Attribute
from domain.games.c4.words.vocabulary import word
from domain.kernel.effects.vocabulary import Number, Players


@word("modifier")
def mod_gain(scope: Scope, who: Players, n: Number) -> None:
    """C4-376 Their gains, not takes, change by n."""


@word("modifier")
def mod_lose(scope: Scope, who: Players, n: Number) -> None:
    """C4-376 Their losses, not takes, change by n."""


@word("modifier")
def price(scope: Scope, who: Players, n: Number) -> None:
    """C4-306 Their additional actions cost n more or less."""


@word("modifier")
def prevent_gain(scope: Scope, who: Players) -> None:
    """C4-378 They can't gain."""


@word("modifier")
def prevent_lose(scope: Scope, who: Players, cause: Literal["take"] | None = None) -> None:
    """C4-378 They can't lose, or with `take` only not be taken from."""


@word("modifier")
def forbid(scope: Scope, who: Players, what: Literal["attack", "attack_you", "reactions", "actions_over_2"]) -> None:
    """C4-502 They may not do this."""


@word("modifier")
def attr(scope: Scope, who: Players, what: Attribute) -> None:
    """C4-543 They count as having an attribute."""


@word("modifier")
def ties_win(scope: Scope, who: Players) -> None:
    """C4-410 Equal symbols count as their win."""
