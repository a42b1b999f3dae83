"""The cards in a hand that can't be played now, each with the rule that stops it."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.prompts import Template
from domain.kernel.refusal import Refusal


def unplayable(game: CardGame, state: State, seat: int) -> dict[str, Refusal]:
    """The cards that no prompt waiting for the seat offers, by what actions say for them: each with the refusal of the
    first way to play it that it is asked for, else of the first way at all. Nothing where the seat doesn't play.
    """
    if state.status != "running" or state.seats[seat].conceded:
        return {}
    prompts = [one for one in state.prompts.values() if one.seat == seat and one.mode != "standing"]
    offered = {value for one in prompts for template in game.options(state, one) for value in _values(template)}
    found: dict[str, Refusal] = {}
    unasked: dict[str, Refusal] = {}
    for card, action in game.plays(state, seat):
        if card in offered or card in found:
            continue
        asked = game.asked(state, seat, action, None, None)
        if isinstance(asked, Refusal):
            unasked.setdefault(card, asked)
        elif refused := game.refuse(state, asked, action):
            found[card] = refused
    return {**unasked, **found}


def _values(template: Template) -> Iterator[object]:
    """All that the answers of a template name."""
    for value in template.fixed.values():
        yield from value if isinstance(value, list | tuple) else (value,)
    for parameter in template.parameters:
        yield from parameter.options
