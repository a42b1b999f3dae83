"""Validation of C4's card files: Set Numbers, Collector Numbers, and the parts of a card of a kind (60x)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from domain.games.c4.definitions import KIND_NAMES, LARGEST_X, CardTable
from domain.kernel.cardfile import CardEntry, Flaw

TAKEN = "{} is taken or below 1; Collector Numbers are unique (C4-608)"
"""C4-608 C4-R46 A Collector Number is a whole number from 1, unique within its set."""


def check_set_number(number: str) -> Iterator[str]:
    """C4-605 C4-606 C4-607 C4-R46 A Set Number is T-ABC-YYMM: type C, L, S or P, three letters, year, month 00 to
    12.
    """
    if not re.fullmatch(r"[CLSP]-[A-Z]{3}-\d{2}(0\d|1[0-2])", number):
        yield (
            f"{number!r} is no Set Number; write T-ABC-YYMM with T one of C, L, S, P and MM from 00 to 12, "
            "for example S-COR-1701 (C4-605, C4-607)"
        )


def check_kind(entry: CardEntry[CardTable]) -> Iterator[Flaw]:
    """C4-602 C4-608 The parts of a card follow from its kind: only Reactions have a condition, only Stay In Play has
    lasting texts.
    """
    card = entry.card
    if card.number < 1:
        yield entry.fault("number", TAKEN.format(card.number))
    if (card.kind == "reaction") != (card.reaction is not None):
        yield entry.fault("reaction", "a Reaction has the condition under which it is played, no other card has")
    if card.kind != "stay_in_play" and (card.continuous or card.on or card.act):
        yield entry.fault("kind", "only a Stay In Play card has continuous, on or act")
    if card.kind != "stay_in_play" and card.play is None:
        yield entry.fault("play", f"a {KIND_NAMES[card.kind]} card says what happens when it is played")
    for key, bounds in (("x", card.x), *(("act", act.x) for act in card.act)):
        if bounds is not None and not 0 <= bounds[0] <= bounds[1] <= LARGEST_X:
            yield entry.fault(key, f"x is [lowest, highest], from 0 to {LARGEST_X}")
