"""Match options, what a player brings, and what makes both legal (CNC-8xx, CNC-901)."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import msgspec

from domain.games.cape_and_cowl.cards import CARDS, definition, name_of
from domain.games.cape_and_cowl.definitions import PORTER
from domain.kernel.catalogue import DeckInfo
from domain.kernel.game import LoadoutContext
from domain.kernel.refusal import Violation

DECK = 50
RARES, UNCOMMONS, COPIES = 10, 15, 5
TIMER_WITH_LIMIT = 300
"""CNC-808 Seconds for a decision if there is a time limit and no other timer."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """CNC-808 CNC-809 CNC-R64 The options of a match; times in seconds.

    `card_sets` are the hashes of the sets written by players that decks may use beside the core set.
    """

    first_player: Literal["p1", "p2", "random"] = "random"
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    time_limit_s: Annotated[int, msgspec.Meta(ge=60, le=604_800)] | None = None
    tiebreak: Literal["most_cp", "fewest_discards"] = "most_cp"
    decision_timer_s: Annotated[int, msgspec.Meta(ge=10, le=604_800)] | None = None
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """CNC-801 CNC-807 A loadout: card ids, the Porter among them."""

    deck: tuple[str, ...]


def decision_ms(options: Options) -> int | None:
    """CNC-221 CNC-808 The time for a decision."""
    seconds = options.decision_timer_s or (TIMER_WITH_LIMIT if options.time_limit_s else None)
    return None if seconds is None else seconds * 1000


def time_limit_ms(options: Options) -> int | None:
    """CNC-715 CNC-808 The time of the match."""
    return None if options.time_limit_s is None else options.time_limit_s * 1000


def check_options(options: Options, seats: int) -> list[Violation]:
    """CNC-101 CNC-901 CNC-R64 Exactly two players, sets that are known; the rest is in the types."""
    if seats != 2:
        return [Violation("CNC-901", f"a match has exactly two players, not {seats}", ("seats",))]
    return CARDS.check(options.card_sets, "CNC-R64")


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """CNC-102 CNC-801 CNC-806 CNC-807 CNC-R64 Every violation; kind, Class and type of the cards don't matter."""
    own = context.options.card_sets
    strange = {cid: None for cid in loadout.deck if CARDS.playable(cid, own) is None}
    faults = [Violation("CNC-602", f"there is no card {cid[:64]!r} in this match", ("deck", cid)) for cid in strange]
    cards = Counter(cid for cid in loadout.deck if cid not in strange)
    return [*faults, *_check_size(loadout), *_check_rarities(cards), *_check_copies(cards)]


def _check_size(loadout: Loadout) -> list[Violation]:
    """CNC-801 CNC-807 The Porter once, and 50 further cards."""
    porters = loadout.deck.count(PORTER)
    faults = []
    if porters != 1:
        faults.append(Violation("CNC-807", f"a deck has exactly one Porter, not {porters}", ("deck",)))
    if len(loadout.deck) - porters != DECK:
        message = f"a deck has {DECK} cards beside the Porter, not {len(loadout.deck) - porters}"
        faults.append(Violation("CNC-801", message, ("deck",)))
    return faults


def _check_rarities(cards: Counter[str]) -> list[Violation]:
    """CNC-802 CNC-803 CNC-804 At most 10 Rares and 15 Uncommons; Commons as many as one likes."""
    by_rarity = Counter[str | None]()
    for cid, n in cards.items():
        by_rarity[definition(cid).rarity] += n
    limits = (("R", RARES, "CNC-802", "Rares"), ("U", UNCOMMONS, "CNC-803", "Uncommons"))
    return [
        Violation(rule, f"a deck has at most {most} {name}, not {by_rarity[rarity]}", ("deck",))
        for rarity, most, rule, name in limits
        if by_rarity[rarity] > most
    ]


def _check_copies(cards: Counter[str]) -> list[Violation]:
    """CNC-616 CNC-805 CNC-R43 At most 5 copies of a card id; versions are cards of their own."""
    return [
        Violation("CNC-805", f"{n} copies of {name_of(cid)}; {COPIES} are allowed", ("deck", cid))
        for cid, n in cards.items()
        if n > COPIES and cid != PORTER
    ]


@cache
def decks() -> tuple[DeckInfo, ...]:
    """CNC-810 The five Starter Decks."""
    assert __package__ is not None
    data = tomllib.loads(files(__package__).joinpath("decks.toml").read_text("utf-8"))
    return tuple(DeckInfo(slug, deck["name"], deck["cards"]) for slug, deck in data.items())


def precon(deck: str, seat: int, options: Options) -> Loadout | None:
    """CNC-810 A Starter Deck by name; None: there is no such deck."""
    found = next((info for info in decks() if info.id == deck), None)
    return None if found is None else Loadout(tuple(cid for cid, n in found.cards.items() for _ in range(n)))
