"""Match options, what a player brings, and what makes both legal (CNC-8xx, CNC-901)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Literal

import msgspec

from domain.games.cape_and_cowl.definitions import PORTER, Definition
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, known, read_decks, too_many, wrong_number
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
    return in_ms(options.decision_timer_s or (TIMER_WITH_LIMIT if options.time_limit_s else None))


def time_limit_ms(options: Options) -> int | None:
    """CNC-715 CNC-808 The time of the match."""
    return in_ms(options.time_limit_s)


def check_options(options: Options, seats: int) -> list[Violation]:
    """CNC-101 CNC-901 Exactly two players; the rest is in the types."""
    return wrong_number("CNC-901", "a match has exactly two players", seats, (2,), "seats")


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """CNC-102 CNC-801 CNC-806 CNC-807 CNC-R64 Every violation; kind, Class and type of the cards don't matter."""
    found, strange = known(context.cards, Definition, loadout.deck, "CNC-602", "deck")
    copies = Counter(loadout.deck)
    cards = [(card, copies[cid]) for cid, card in found.items()]
    return [*strange, *_check_size(loadout), *_check_rarities(cards), *_check_copies(cards)]


def _check_size(loadout: Loadout) -> list[Violation]:
    """CNC-801 CNC-807 The Porter once, and 50 further cards."""
    porters = loadout.deck.count(PORTER)
    others = len(loadout.deck) - porters
    return [
        *wrong_number("CNC-807", "a deck has exactly one Porter", porters, (1,), "deck"),
        *wrong_number("CNC-801", f"a deck has {DECK} cards beside the Porter", others, (DECK,), "deck"),
    ]


def _check_rarities(cards: Sequence[tuple[Definition, int]]) -> Iterator[Violation]:
    """CNC-802 CNC-803 CNC-804 At most 10 Rares and 15 Uncommons; Commons as many as one likes."""
    by_rarity = Counter[str | None]()
    for card, n in cards:
        by_rarity[card.rarity] += n
    for rarity, most, rule, name in (("R", RARES, "CNC-802", "Rares"), ("U", UNCOMMONS, "CNC-803", "Uncommons")):
        yield from wrong_number(rule, f"a deck has at most {most} {name}", by_rarity[rarity], range(most + 1), "deck")


def _check_copies(cards: Sequence[tuple[Definition, int]]) -> Iterator[Violation]:
    """CNC-616 CNC-805 CNC-R43 At most 5 copies of a card id; versions are cards of their own."""
    for card, n in cards:
        if card.cid != PORTER:
            yield from too_many("CNC-805", n, COPIES, card.name, f"{COPIES} are allowed", "deck", card.cid)


@cache
def decks() -> Mapping[str, ReadyDeck]:
    """CNC-810 The five Starter Decks."""
    return read_decks(__package__, ReadyDeck)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """CNC-810 A Starter Deck by name; None: there is no such deck."""
    found = decks().get(deck)
    return None if found is None else Loadout(found.deck)
