"""Match options, what a player brings, and what makes both legal."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, read_decks, wrong_number
from domain.kernel.refusal import Violation

SEATS = (2, 3)
ROUNDS = range(1, 5)
SHORTEST, LONGEST = 60, 86_400
"""TOY-303 Seconds of a match with a time limit."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """TOY-201 TOY-303 `rounds`: 1 to 4. `time_limit_s`: a minute to a day, or none."""

    rounds: int = 3
    time_limit_s: int | None = None


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """TOY-103 A secret charm: the owl may look after the deck, the fox does nothing."""

    charm: str


def check_options(options: Options, seats: int) -> list[Violation]:
    """TOY-104 TOY-201 TOY-303 The faults of a match's options."""
    limit = options.time_limit_s
    short = limit is not None and not SHORTEST <= limit <= LONGEST
    return [
        *wrong_number("TOY-201", "a match has 1 to 4 rounds", options.rounds, ROUNDS, "options", "rounds"),
        *([Violation("TOY-303", "a minute to a day", ("options", "time_limit_s"))] if short else []),
        *wrong_number("TOY-104", "two or three seats play", seats, SEATS, "seats"),
    ]


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """TOY-103 The charm is one of those that there are."""
    return [] if loadout.charm in decks() else [Violation("TOY-103", "the charm is the owl or the fox", ("charm",))]


def time_limit(options: Options) -> int | None:
    """TOY-303 In milliseconds."""
    return in_ms(options.time_limit_s)


@cache
def decks() -> Mapping[str, ReadyDeck]:
    """TOY-103 The charms; all play with one deck of cards, so a ready-made one brings none."""
    return read_decks(__package__, ReadyDeck)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """The loadout with a charm; None: there is no such charm."""
    return Loadout(charm=deck) if deck in decks() else None
