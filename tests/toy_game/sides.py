"""Envoys in modes: a duel, two pairs, or a pair against a giant that brings a deck of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from domain.kernel.catalogue import DeckInfo
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.refusal import Violation
from domain.kernel.sides import Sides
from tests.toy_game import GAME as ENVOYS
from tests.toy_game import loadouts
from tests.toy_game.loadouts import Loadout

SIDES: Mapping[str, Sides] = {"duel": ((0,), (1,)), "pairs": ((0, 2), (1, 3)), "giant": ((0, 1), (2,))}
GIANT = 2


class Options(loadouts.Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Those of Envoys, and the mode."""

    mode: Literal["duel", "pairs", "giant"] = "duel"


def mode(options: loadouts.Options) -> str:
    assert isinstance(options, Options)
    return options.mode


def decks() -> Sequence[DeckInfo]:
    return [*ENVOYS.decks(), DeckInfo("troll", "Troll", {})]


def precon(deck: str, seat: int, options: loadouts.Options, seats: int) -> Loadout | None:
    is_giant = mode(options) == "giant" and seat == GIANT
    return Loadout(charm=deck) if deck in (("troll",) if is_giant else ("owl", "fox")) else None


def check_options(options: loadouts.Options, seats: int) -> list[Violation]:
    wanted = sum(map(len, SIDES[mode(options)]))
    return [] if seats == wanted else [Violation("TOY-201", f"{wanted} seats play a {mode(options)}", ("seats",))]


def check_loadout(context: LoadoutContext[loadouts.Options, Loadout], loadout: Loadout) -> list[Violation]:
    return [] if loadout.charm == "troll" else loadouts.check_loadout(context, loadout)


def sides(options: loadouts.Options, seats: int) -> Sides:
    return SIDES[mode(options)]


GAME: CardGame = replace(
    ENVOYS,
    slug="sided",
    title="Sided Envoys",
    max_seats=4,
    options_type=Options,
    decks=decks,
    precon=precon,
    check_options=check_options,
    check_loadout=check_loadout,
    sides=sides,
    seat_name=lambda seat: f"envoy {seat}",
)
