"""Match options, what a player brings, and what makes both legal (C4-8xx)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Literal, get_args

import msgspec

from domain.kernel.cardsets import Core
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import ReadyDeck, in_ms, read_decks, too_many, unknown, wrong_number
from domain.kernel.refusal import Violation

TOKEN_KINDS = (
    "acorn",
    "bead",
    "bottlecap",
    "button",
    "coin",
    "die",
    "gem",
    "marble",
    "pebble",
    "shell",
    "thimble",
    "washer",
)
"""C4-808 The token kinds offered."""
Attribute = Literal[
    "wears_pants", "wears_glasses", "wears_hat", "wears_black", "in_costume", "visible_tattoo", "long_hair"
]
ATTRIBUTES = get_args(Attribute)
SMALLEST_DECK = 13
LARGEST_DECK = 200
SEVEN_WORDS = ("blast", "bother", "crikey", "drat", "fudge", "heck", "phooey")
OTHER_WORDS = (
    "balderdash",
    "baloney",
    "blimey",
    "botheration",
    "darn",
    "dash",
    "fiddlesticks",
    "flapdoodle",
    "gosh",
    "hogwash",
    "malarkey",
    "piffle",
    "poppycock",
    "rats",
    "shucks",
    "sugar",
)
"""C4-557 The words offered beside the usual seven. No free ones: options stand in the chain."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """C4-806 C4-R78 The options of a match. `turn_cap` 0 means 30 turns per player; times in seconds, 0: no limit.
    `card_sets` are the hashes of the sets written by players that decks may use beside the others.
    """

    opening_hand: Annotated[int, msgspec.Meta(ge=0, le=7)] = 0
    turn_cap: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0
    copy_limit: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None
    allowed_sets: tuple[str, ...] | None = None
    prompt_seconds: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 60
    turn_seconds: Annotated[int, msgspec.Meta(ge=0, le=604_800)] = 300
    reaction_cap: Annotated[int, msgspec.Meta(ge=1, le=30)] = 30
    swear_words: tuple[str, ...] = SEVEN_WORDS
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """C4-102 C4-103 C4-541 C4-542 A loadout: a deck as card ids, a token kind, attributes, a faction."""

    deck: tuple[str, ...]
    token_kind: str
    attributes: tuple[str, ...] = ()
    faction: Literal["airship", "maker", "adventurer", "none"] = "none"


def decision_ms(options: Options) -> int | None:
    """C4-809 The time for a prompt, if it is limited."""
    return in_ms(options.prompt_seconds)


def turn_ms(options: Options) -> int | None:
    """C4-809 The time for a turn, if it is limited."""
    return in_ms(options.turn_seconds)


def check_options(core: Callable[[], Core], options: Options, seats: int) -> list[Violation]:
    """C4-101 C4-557 C4-805 C4-806 C4-901 C4-R01 The faults of a match's options; `core` gives the sets of the game."""
    faults = wrong_number("C4-101", "a match has 2 to 8 players", seats, range(2, 9), "seats")
    if len(options.swear_words) != 7 or len(set(options.swear_words)) != 7:
        faults.append(Violation("C4-557", "swear_words has exactly 7 different entries", ("options", "swear_words")))
    offered = sorted(SEVEN_WORDS + OTHER_WORDS)
    if strange := next((word for word in options.swear_words if word not in offered), None):
        message = f"{strange[:32]!r} is not offered; choose out of: {', '.join(offered)}"
        faults.append(Violation("C4-557", message, ("options", "swear_words")))
    known = [card_set.id for card_set in core().sets]
    allowed = dict.fromkeys(options.allowed_sets or ())
    if len(allowed) != len(options.allowed_sets or ()):
        faults.append(Violation("C4-805", "allowed_sets names each set once", ("options", "allowed_sets")))
    for number in allowed:
        if number not in known:
            message = f"{number!r} is no set of this game; known: {', '.join(known)}"
            faults.append(Violation("C4-805", message, ("options", "allowed_sets")))
    return faults


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """C4-807 C4-R52 Every violation of C4-801 to C4-805 and of the declarations."""
    return [
        *_check_size(loadout),
        *_check_cards(loadout, context),
        *_check_copies(loadout, context.options),
        *_check_declarations(loadout),
    ]


def _check_size(loadout: Loadout) -> list[Violation]:
    """C4-801 C4-803 From 13 to 200 cards."""
    size = len(loadout.deck)
    if size < SMALLEST_DECK:
        message = f"a deck has at least {SMALLEST_DECK} cards; this one has {size}, {SMALLEST_DECK - size} too few"
        return [Violation("C4-801", message, ("deck",))]
    return wrong_number("C4-803", f"a deck has at most {LARGEST_DECK} cards", size, range(LARGEST_DECK + 1), "deck")


def _check_cards(loadout: Loadout, context: LoadoutContext[Options, Loadout]) -> Iterator[Violation]:
    """C4-614 C4-804 C4-805 C4-R78 Only C4 cards of the catalogue, from allowed sets; a deck may mix them."""
    options = context.options
    for cid in dict.fromkeys(loadout.deck):
        card = context.cards.get(cid)
        if card is None:
            yield unknown("C4-804", cid, "deck", cid, what="C4 card")
        elif options.allowed_sets is not None and card.set not in (*options.allowed_sets, *options.card_sets):
            message = f"{card.name} is of set {card.set}; allowed here: {', '.join(options.allowed_sets)}"
            yield Violation("C4-805", message, ("deck", cid))


def _check_copies(loadout: Loadout, options: Options) -> Iterator[Violation]:
    """C4-802 Any number of copies, unless the match has a limit."""
    if (limit := options.copy_limit) is not None:
        for cid, n in Counter(loadout.deck).items():
            yield from too_many("C4-802", n, limit, cid, f"this match allows {limit}", "deck", cid)


def _check_declarations(loadout: Loadout) -> Iterator[Violation]:
    """C4-541 C4-808 C4-R53 Known token kinds and attributes."""
    if loadout.token_kind not in TOKEN_KINDS:
        message = f"{loadout.token_kind!r} is no token kind; choose one of: {', '.join(TOKEN_KINDS)}"
        yield Violation("C4-808", message, ("token_kind",))
    for name in loadout.attributes:
        if name not in ATTRIBUTES:
            message = f"{name!r} is no attribute; known: {', '.join(ATTRIBUTES)}"
            yield Violation("C4-541", message, ("attributes",))


class Dressed(ReadyDeck, frozen=True):
    """C4-108 C4-R92 A preconstructed deck with the attributes that are declared with it."""

    attributes: tuple[str, ...] = ()


@cache
def decks() -> Mapping[str, Dressed]:
    """The preconstructed decks."""
    return read_decks(__package__, Dressed)


def precon(deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """A loadout around a preconstructed deck: each seat a token kind of its own. None: there is no such deck."""
    found = decks().get(deck)
    return None if found is None else Loadout(found.deck, TOKEN_KINDS[seat % len(TOKEN_KINDS)], found.attributes)
