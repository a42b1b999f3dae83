"""Match options, what a player brings, and what makes both legal (SCP-8xx, SCP-920)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Literal

import msgspec

from domain.games.scp.definitions import Definition
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, known, read_decks, too_many, too_short, wrong_number
from domain.kernel.refusal import Violation

Mode = Literal["multi", "solitaire"]
SEATS: Mapping[Mode, tuple[int, ...]] = {"multi": (2, 3, 4, 5, 6), "solitaire": (1,)}
"""SCP-101 SCP-920 The numbers of players."""
SMALLEST = 40
"""SCP-801 SCP-920 Cards in a deck, at least; in solitaire exactly."""
FOR_EACH_OTHER = 10
"""SCP-801 Cards that a deck may have more for each other player."""
SCPS = 10
"""SCP-802 SCPs in an SCP deck."""
COPIES = 3
"""SCP-804 Of one card in a deck."""
DANGEROUS = 10
"""SCP-805 An SCP deck has one SCP of such a Skill at most."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """SCP-807 SCP-R69 The options of a match; `prompt_timeout` is in seconds, 0 is none.

    `card_sets` are the hashes of the sets written by players that may be brought beside the core set.
    """

    mode: Mode = "multi"
    round_limit: Annotated[int, msgspec.Meta(ge=5, le=100)] = 30
    prompt_timeout: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 0
    solitaire_target: Annotated[int, msgspec.Meta(ge=1, le=20)] = 2
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """SCP-103 SCP-803 A loadout, by card ids: a deck, and apart from it an SCP deck."""

    deck: tuple[str, ...]
    scps: tuple[str, ...]


def decision_ms(options: Options) -> int | None:
    """SCP-807 SCP-808 The time for an answer."""
    return in_ms(options.prompt_timeout)


def check_options(options: Options, seats: int) -> list[Violation]:
    """SCP-101 SCP-807 SCP-904 SCP-920 SCP-R01 The players of the mode, and the time to answer."""
    alone = options.mode == "solitaire"
    wanted = f"a match of mode {options.mode} has {'1 player' if alone else '2 to 6 players'}"
    return [
        *wrong_number("SCP-920" if alone else "SCP-101", wanted, seats, SEATS[options.mode], "seats"),
        *too_short("SCP-807", options.prompt_timeout, "prompt_timeout"),
    ]


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """SCP-103 SCP-806 SCP-R69 Every violation; what other players bring does not matter."""
    return [*_check_deck(context, loadout.deck), *_check_scps(context, loadout.scps)]


def _check_deck(context: LoadoutContext[Options, Loadout], deck: tuple[str, ...]) -> Iterator[Violation]:
    """SCP-801 SCP-803 SCP-804 SCP-805 SCP-920 SCP-R59 A deck's size, its cards, their copies, and its Personnel."""
    most = SMALLEST + FOR_EACH_OTHER * (context.seats - 1)
    wanted = f"exactly {most}" if most == SMALLEST else f"{SMALLEST} to {most}"
    rule = "SCP-920" if context.options.mode == "solitaire" else "SCP-801"
    yield from wrong_number(rule, f"a deck has {wanted} cards", len(deck), range(SMALLEST, most + 1), "deck")
    cards, strange = known(context.cards, Definition, deck, "SCP-803", "deck")
    yield from strange
    for cid, card in cards.items():
        if card.is_("scp"):
            yield Violation("SCP-803", f"{card.name} is an SCP; a deck holds none", ("deck", cid))
    yield from _check_copies(cards, Counter(deck))
    if not any(card.is_("personnel") for card in cards.values()):
        yield Violation("SCP-805", "a deck has at least 1 Personnel", ("deck",))


def _check_copies(cards: Mapping[str, Definition], counts: Mapping[str, int]) -> Iterator[Violation]:
    """SCP-804 SCP-R57 Three copies of a card in a deck, one of a Unique card."""
    for cid, card in cards.items():
        most = 1 if card.unique else COPIES
        name = f"{card.name}, which is Unique" if card.unique else card.name
        allowed = f"{most} {'is' if most == 1 else 'are'} allowed"
        yield from too_many("SCP-804", counts[cid], most, name, allowed, "deck", cid)


def _check_scps(context: LoadoutContext[Options, Loadout], scps: tuple[str, ...]) -> Iterator[Violation]:
    """SCP-802 SCP-803 SCP-804 SCP-805 Ten different SCPs, one of the most dangerous at most."""
    yield from wrong_number("SCP-802", f"an SCP deck has exactly {SCPS} SCPs", len(scps), (SCPS,), "scps")
    cards, strange = known(context.cards, Definition, scps, "SCP-803", "scps")
    yield from strange
    for cid, card in cards.items():
        if not card.is_("scp"):
            yield Violation("SCP-803", f"{card.name} is no SCP; an SCP deck holds SCPs only", ("scps", cid))
    counts = Counter(scps)
    for cid, card in cards.items():
        yield from too_many("SCP-804", counts[cid], 1, card.name, "an SCP deck has 1", "scps", cid)
    dangerous = [card for card in cards.values() if card.is_("scp") and card.skill >= DANGEROUS]
    if len(dangerous) > 1:
        named = " and ".join(card.name for card in dangerous)
        message = f"an SCP deck has at most 1 SCP of Skill {DANGEROUS} or more, not {named}"
        yield Violation("SCP-805", message, ("scps",))


class Deck(ReadyDeck, frozen=True):
    """A preconstructed deck: 40 cards, 10 more for each other player, and 10 SCPs."""

    extensions: tuple[Mapping[str, int], ...]
    scps: Mapping[str, int]

    def of(self, seats: int) -> Counter[str]:
        """SCP-801 SCP-920 SCP-R106 The cards of the deck in a match of so many players."""
        found = Counter(self.cards)
        for extension in self.extensions[: seats - 1]:
            found.update(extension)
        return found

    def listed(self) -> Mapping[str, int]:
        """The deck with all its extensions and its SCPs."""
        return dict(self.of(len(self.extensions) + 1) + Counter(self.scps))


@cache
def decks() -> Mapping[str, Deck]:
    """The four preconstructed decks of the catalogue."""
    return read_decks(__package__, Deck)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """SCP-806 SCP-920 A preconstructed deck by name, the same for every seat; None: there is no such deck."""
    found = decks().get(deck)
    return None if found is None else Loadout(tuple(found.of(seats).elements()), tuple(found.scps))
