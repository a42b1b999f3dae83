"""Match options, what a player brings, and what makes both legal (7xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

import msgspec

from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, known, read_decks, too_many, too_short, wrong_number
from domain.kernel.refusal import Violation
from scripts.new_game.game.definitions import Definition

DECK, COPIES = 20, 5
"""BON-701 BON-703."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """BON-503 BON-704 The options of a match; 0 seconds: no limit. `card_sets` are the hashes of sets that players have
    written.
    """

    goal: Annotated[int, msgspec.Meta(ge=1, le=99)] = 20
    turn_cap: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 60
    prompt_seconds: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 60
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """BON-701 A loadout: a deck as card ids."""

    deck: tuple[str, ...]


def decision_ms(options: Options) -> int | None:
    """BON-704 The time for an answer."""
    return in_ms(options.prompt_seconds)


def check_options(options: Options, seats: int) -> list[Violation]:
    """BON-101 BON-704 The faults of a match's options that the types don't exclude."""
    return [
        *wrong_number("BON-101", "a match has two to four players", seats, range(2, 5), "seats"),
        *too_short("BON-704", options.prompt_seconds, "prompt_seconds"),
    ]


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """BON-701 BON-702 BON-703 Every violation."""
    found, strange = known(context.cards, Definition, loadout.deck, "BON-702", "deck")
    size = wrong_number("BON-701", f"a deck has {DECK} cards", len(loadout.deck), (DECK,), "deck")
    return [*strange, *size, *_check_copies(found, loadout)]


def _check_copies(found: Mapping[str, Definition], loadout: Loadout) -> Iterator[Violation]:
    """BON-703 At most 5 copies of a card."""
    copies = Counter(loadout.deck)
    for cid, card in found.items():
        yield from too_many("BON-703", copies[cid], COPIES, card.name, f"{COPIES} are allowed", "deck", cid)


@cache
def decks() -> Mapping[str, ReadyDeck]:
    """The ready-made decks."""
    return read_decks(__package__, ReadyDeck)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """A loadout around a ready-made deck; None: there is no such deck."""
    found = decks().get(deck)
    return None if found is None else Loadout(found.deck)
