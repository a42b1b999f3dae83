"""Envoys in modes: a duel, two pairs, or a pair against a giant that brings a deck of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from domain.kernel.catalogue import DeckInfo
from domain.kernel.game import CardGame, LoadoutContext
from domain.kernel.refusal import Violation
from domain.kernel.sides import Sides
from tests.toy_game import actions as act
from tests.toy_game import game

SIDES: Mapping[str, Sides] = {"duel": ((0,), (1,)), "pairs": ((0, 2), (1, 3)), "giant": ((0, 1), (2,))}
GIANT = 2


class Options(act.Options, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Those of Envoys, and the mode."""

    mode: Literal["duel", "pairs", "giant"] = "duel"


def mode(options: act.Options) -> str:
    assert isinstance(options, Options)
    return options.mode


def decks() -> Sequence[DeckInfo]:
    return [*game.decks(), DeckInfo("troll", "Troll", {})]


def precon(deck: str, seat: int, options: act.Options, seats: int) -> act.Loadout | None:
    is_giant = mode(options) == "giant" and seat == GIANT
    return act.Loadout(charm=deck) if deck in (("troll",) if is_giant else ("owl", "fox")) else None


def check_options(options: act.Options, seats: int) -> list[Violation]:
    wanted = sum(map(len, SIDES[mode(options)]))
    return [] if seats == wanted else [Violation("TOY-201", f"{wanted} seats play a {mode(options)}", ("seats",))]


def check_loadout(context: LoadoutContext[act.Options, act.Loadout], loadout: act.Loadout) -> list[Violation]:
    return [] if loadout.charm == "troll" else game.check_loadout(context, loadout)


def sides(options: act.Options, seats: int) -> Sides:
    return SIDES[mode(options)]


GAME: CardGame = replace(
    game.GAME,
    slug="sided",
    title="Sided Envoys",
    max_seats=4,
    options_type=Options,
    decks=decks,
    precon=precon,
    check_options=check_options,
    check_loadout=check_loadout,
    sides=sides,
)
