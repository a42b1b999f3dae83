"""Envoys in modes: a duel, two pairs, or a pair against a giant that brings a deck of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from domain.kernel import game as contract
from domain.kernel.catalogue import DeckInfo
from domain.kernel.game import LoadoutContext
from domain.kernel.refusal import Violation
from domain.kernel.seating import Sides
from tests.toy_game import actions as act
from tests.toy_game.game import Envoys

SIDES: Mapping[str, Sides] = {"duel": ((0,), (1,)), "pairs": ((0, 2), (1, 3)), "giant": ((0, 1), (2,))}
GIANT = 2


class Options(act.Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Those of Envoys, and the mode."""

    mode: Literal["duel", "pairs", "giant"] = "duel"


class Sided(Envoys):
    """The game."""

    slug = "sided"
    title = "Sided Envoys"
    max_seats = 4
    options_type: type[act.Options] = Options

    def decks(self) -> Sequence[DeckInfo]:
        return [*super().decks(), DeckInfo("troll", "Troll", {})]

    def precon(self, deck: str, seat: int, options: Any) -> act.Loadout | None:
        is_giant = options.mode == "giant" and seat == GIANT
        return act.Loadout(charm=deck) if deck in (("troll",) if is_giant else ("owl", "fox")) else None

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        wanted = sum(map(len, SIDES[options.mode]))
        return [] if seats == wanted else [Violation("TOY-201", f"{wanted} seats play a {options.mode}", ("seats",))]

    def check_loadout(self, context: LoadoutContext, loadout: act.Loadout) -> list[Violation]:
        return [] if loadout.charm == "troll" else super().check_loadout(context, loadout)

    def sides(self, options: Any, seats: int) -> Sides:
        return SIDES[options.mode]


GAME: contract.Game = Sided()
