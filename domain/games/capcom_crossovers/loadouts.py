"""Match options, what a player brings, and what makes both legal (CAP-8xx)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Literal

import msgspec

from domain.games.capcom_crossovers.board import Mode
from domain.games.capcom_crossovers.definitions import Definition, Printed
from domain.kernel.cardsets import Core
from domain.kernel.game import LoadoutContext
from domain.kernel.loadouts import in_ms, read_decks, unknown, wrong_number
from domain.kernel.refusal import Violation

SIDES: Mapping[Mode, tuple[tuple[int, ...], ...]] = {
    "one_on_one": ((0,), (1,)),
    "tag": ((0,), (1,)),
    "team": ((0, 2), (1, 3)),
    "boss": ((0, 1), (2,)),
}
"""CAP-103 CAP-901 CAP-952 CAP-970 CAP-R79 The seats of each side; side A first."""
BOSS_SEAT = 2
TURN_CAP = 400
"""CAP-712 CAP-803."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """CAP-101 CAP-803 The options of a match; the prompt time limit in seconds.

    `card_sets` are the hashes of sets written by players whose characters may be brought beside the core set's.
    """

    mode: Mode = "one_on_one"
    first_side: Literal["a", "b", "random"] = "random"
    turn_cap: Annotated[int, msgspec.Meta(ge=2, le=TURN_CAP)] = TURN_CAP
    prompt_seconds: Annotated[int, msgspec.Meta(ge=5, le=604_800)] | None = None
    card_sets: tuple[str, ...] = ()


class Loadout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """CAP-102 CAP-803 A loadout: one character, in `tag` two, the starting active first."""

    characters: tuple[str, ...]


def decision_ms(options: Options) -> int | None:
    """CAP-803 The time for an answer."""
    return in_ms(options.prompt_seconds)


def sides(options: Options, seats: int) -> tuple[tuple[int, ...], ...]:
    """Terms, `side`: the seats that win and lose together."""
    return SIDES[options.mode]


def seats_of(mode: Mode) -> int:
    """CAP-101 The numbers of players of a mode."""
    return sum(map(len, SIDES[mode]))


def check_options(options: Options, seats: int) -> list[Violation]:
    """CAP-101 CAP-803 The players that the mode has; the rest is in the types."""
    n = seats_of(options.mode)
    return wrong_number("CAP-101", f"a match of mode {options.mode} has {n} players", seats, (n,), "seats")


def characters_per_player(mode: Mode) -> int:
    """CAP-103 CAP-901 CAP-952 The number of characters of one player."""
    return 2 if mode == "tag" else 1


def check_loadout(context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
    """CAP-103 CAP-802 CAP-804 CAP-901 CAP-R71 CAP-R88 Every violation; that partners differ, when the second joins."""
    mode = context.options.mode
    n = characters_per_player(mode)
    rule = {"one_on_one": "CAP-103", "tag": "CAP-901", "team": "CAP-952", "boss": "CAP-970"}[mode]
    brings = f"in {mode} a player brings {n} character{'s' if n > 1 else ''}"
    faults = wrong_number(rule, brings, len(loadout.characters), (n,), "characters")
    if len({*loadout.characters, *_of_partners(context)}) != len(loadout.characters) + len(_of_partners(context)):
        faults.append(Violation("CAP-804", "the two characters of a side must differ", ("characters",)))
    for cid in dict.fromkeys(loadout.characters):
        faults += _check_character(context, cid)
    return faults


def _side(mode: Mode, seat: int | None) -> tuple[int, ...]:
    """The seats of a player's side; none where nobody sits yet."""
    return next((seats for seats in SIDES[mode] if seat in seats), ())


def _of_partners(context: LoadoutContext[Options, Loadout]) -> list[str]:
    """CAP-803 CAP-804 CAP-R96 The characters of the rest of the side: they are no secret."""
    side = _side(context.options.mode, context.seat)
    return [cid for seat, other in context.others.items() if seat in side for cid in other.characters]


def _check_character(context: LoadoutContext[Options, Loadout], cid: str) -> list[Violation]:
    """CAP-804 CAP-R88 The character is in this match, and bosses are the boss's."""
    options = context.options
    found = context.cards.get(cid)
    if not isinstance(found, Definition):
        return [unknown("CAP-102", cid, "characters", cid, what="character")]
    if context.seat is None or found.boss == (options.mode == "boss" and context.seat == BOSS_SEAT):
        return []
    message = "a boss plays only as the boss of `boss`" if found.boss else "the boss's seat is for a boss character"
    return [Violation("CAP-804" if found.boss else "CAP-970", message, ("characters", cid))]


class Deck(msgspec.Struct, frozen=True):
    """A ready-made line-up."""

    name: str
    characters: tuple[str, ...]

    def listed(self) -> Mapping[str, int]:
        """Each character once."""
        return dict.fromkeys(self.characters, 1)


@cache
def _pairs() -> Mapping[str, Deck]:
    return read_decks(__package__, Deck)


def decks(core: Callable[[], Core[Printed]]) -> Mapping[str, Deck]:
    """Each character of the core set alone, and the ready-made pairs."""
    alone = {card.cid: Deck(card.name, (card.cid,)) for card_set in core().sets for card in card_set.cards}
    return {**alone, **_pairs()}


def precon(core: Callable[[], Core[Printed]], deck: str, seat: int, options: Options, seats: int) -> Loadout | None:
    """CAP-801 The seat's part of a line-up: its own character; None: it isn't for this seat, or there is none."""
    found, side = decks(core).get(deck), _side(options.mode, seat)
    if found is None or not side or len(found.characters) != max(len(side), characters_per_player(options.mode)):
        return None
    context: LoadoutContext[Options, Loadout] = LoadoutContext(options, seats_of(options.mode), core().cards, seat)
    if any(_check_character(context, cid) for cid in found.characters):
        return None
    both = characters_per_player(options.mode) == 2
    return Loadout(found.characters if both else (found.characters[side.index(seat)],))
