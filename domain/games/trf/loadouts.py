"""Match options, what a player brings, and what makes both legal (TRF-8xx, TRF-901)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

import msgspec

from domain.games.trf.definitions import Definition, Kind
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, read_decks, too_many, too_short, unknown, wrong_number
from domain.kernel.refusal import Violation

Mode = Literal["duel", "free_for_all"]
SEATS: Mapping[Mode, tuple[int, ...]] = {"duel": (2,), "free_for_all": (3, 4)}
"""TRF-101 TRF-901 The numbers of players."""
TURNS_EACH = 50
"""TRF-707 The turn cap for each player, where none is agreed."""
PLANETS = 9
"""TRF-802 The most planets in an asset deck."""
Size = Annotated[int, msgspec.Meta(ge=1, le=200)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """TRF-809 TRF-R67 The options of a match; `prompt_seconds` 0 is no time-out, `max_copies` 0 no limit.

    `card_sets` are the hashes of the sets written by players that may be brought beside the core set.
    """

    mode: Mode = "duel"
    turn_cap: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    stalemate_turns: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 12
    deck_min: Size = 40
    deck_max: Size = 60
    max_copies: Annotated[int, msgspec.Meta(ge=0, le=200)] = 4
    prompt_seconds: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 0
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """TRF-102 TRF-104 A loadout, by card ids: the homeworld is not in the deck (TRF-106)."""

    account: str
    homeworld: str
    deck: tuple[str, ...]
    reserve_account: str | None = None


def decision_ms(options: Options) -> int | None:
    """TRF-706 TRF-809 The time for an answer."""
    return in_ms(options.prompt_seconds)


def turn_cap(options: Options, seats: int) -> int:
    """TRF-707 The turn at whose end the match is over."""
    return options.turn_cap or TURNS_EACH * seats


def check_options(options: Options, seats: int) -> list[Violation]:
    """TRF-101 TRF-809 TRF-901 The players of the mode, and sizes that a deck can have."""
    rule, allowed = "TRF-101" if options.mode == "duel" else "TRF-901", SEATS[options.mode]
    wanted = f"a match of mode {options.mode} has {' or '.join(map(str, allowed))} players"
    faults = wrong_number(rule, wanted, seats, allowed, "seats")
    if options.deck_min > options.deck_max:
        message = f"no deck has at least {options.deck_min} and at most {options.deck_max} cards"
        faults.append(Violation("TRF-804", message, ("options", "deck_min")))
    return [*faults, *too_short("TRF-809", options.prompt_seconds, "prompt_seconds")]


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """TRF-102 TRF-807 TRF-808 TRF-R67 Every violation; what opponents bring does not matter."""
    faults = [
        *_check_card(context.cards, "account", loadout.account, "account", "TRF-102"),
        *_check_card(context.cards, "planet", loadout.homeworld, "homeworld", "TRF-105"),
    ]
    if loadout.reserve_account is not None:
        faults += _check_card(context.cards, "account", loadout.reserve_account, "reserve_account", "TRF-104")
        if loadout.reserve_account == loadout.account:
            message = "the reserve account differs from the account"
            faults.append(Violation("TRF-807", message, ("reserve_account",)))
    return [*faults, *_check_deck(context, loadout.deck)]


def _check_card(cards: Mapping[str, Definition], kind: Kind, cid: str, key: str, rule: str) -> Iterator[Violation]:
    """TRF-102 TRF-104 TRF-105 One card of the kind that is wanted, whatever its faction."""
    found = cards.get(cid)
    if found is None:
        yield unknown(rule, cid, key)
    elif found.kind != kind:
        yield Violation(rule, f"{found.name} is no {kind}", (key,))


def _check_deck(context: LoadoutContext[Options, Loadout], deck: tuple[str, ...]) -> Iterator[Violation]:
    """TRF-801 TRF-802 TRF-804 TRF-806 TRF-R49 Assets in any mix, also those that the account cannot play."""
    options = context.options
    least, most = options.deck_min, options.deck_max
    yield from wrong_number("TRF-804", f"a deck has {least} to {most} cards", len(deck), range(least, most + 1), "deck")
    counts = Counter(deck)
    cards: dict[str, Definition] = {}
    for cid in counts:
        found = context.cards.get(cid)
        if found is None:
            yield unknown("TRF-801", cid, "deck", cid)
        elif found.kind == "account":
            yield Violation("TRF-801", f"{found.name} is an account; a deck holds none", ("deck", cid))
        else:
            cards[cid] = found
    planets = sum(counts[cid] for cid, card in cards.items() if card.kind == "planet")
    yield from wrong_number("TRF-802", f"a deck has at most {PLANETS} planets", planets, range(PLANETS + 1), "deck")
    for cid, card in cards.items():
        yield from _check_copies(options, card, counts[cid], cid)


def _check_copies(options: Options, card: Definition, n: int, cid: str) -> Iterator[Violation]:
    """TRF-803 TRF-805 TRF-R49 One copy of a Unique character, so many of any other card."""
    if card.unique:
        yield from too_many("TRF-803", n, 1, f"{card.name}, which is Unique", "1 is allowed", "deck", cid)
    elif most := options.max_copies:
        yield from too_many("TRF-805", n, most, card.name, f"{most} are allowed", "deck", cid)


class Deck(ReadyDeck, frozen=True):
    """A preconstructed deck with its account and homeworld."""

    account: str
    homeworld: str
    reserve_account: str | None = None

    def listed(self) -> Mapping[str, int]:
        """The deck with its accounts and its homeworld, which may be in the deck besides."""
        brought = Counter(card for card in (self.account, self.reserve_account, self.homeworld) if card is not None)
        return dict(brought + Counter(self.cards))


@cache
def decks() -> Mapping[str, Deck]:
    """PRE-1 to PRE-6."""
    return read_decks(__package__, Deck)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """A preconstructed deck by name, the same for every seat (TRF-808); None: there is no such deck."""
    found = decks().get(deck)
    return None if found is None else Loadout(found.account, found.homeworld, found.deck, found.reserve_account)
