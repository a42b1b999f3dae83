"""Validation of C4's card files: Set Numbers, Collector Numbers, and the parts of a card of a kind (60x)."""

from __future__ import annotations

import re

from domain.games.c4.definitions import KIND_NAMES, LARGEST_X, CardTable
from domain.kernel.cardfile import CardEntry, CardFile, Flaw


def check_set_number(card_file: CardFile[CardTable]) -> list[Flaw]:
    """C4-605 C4-606 C4-607 C4-R46 A Set Number is T-ABC-YYMM: type C, L, S or P, three letters, year, month 00 to
    12.
    """
    number = str(card_file.head.get("set", ""))
    if re.fullmatch(r"[CLSP]-[A-Z]{3}-\d{2}(0\d|1[0-2])", number):
        return []
    message = (
        f"{number!r} is no Set Number; write T-ABC-YYMM with T one of C, L, S, P and MM from 00 to 12, "
        "for example S-COR-1701 (C4-605, C4-607)"
    )
    return [Flaw(card_file.name, message, key="set")]


def check_collector_numbers(card_file: CardFile[CardTable]) -> list[Flaw]:
    """C4-608 C4-R46 A Collector Number is a whole number from 1, unique within its set."""
    seen: set[int] = set()
    faults = []
    for entry in card_file.entries:
        number = entry.card.number
        if number < 1 or number in seen:
            faults.append(entry.fault("number", f"{number} is taken or below 1; Collector Numbers are unique (C4-608)"))
        seen.add(number)
    return faults


def check_kind(card: CardTable, entry: CardEntry[CardTable], found: list[Flaw]) -> None:
    """C4-602 The parts of a card follow from its kind: only Reactions have a condition, only Stay In Play has lasting
    texts.
    """
    if (card.kind == "reaction") != (card.reaction is not None):
        found.append(
            entry.fault("reaction", "a Reaction has the condition under which it is played, no other card has")
        )
    if card.kind != "stay_in_play" and (card.continuous or card.on or card.act):
        found.append(entry.fault("kind", "only a Stay In Play card has continuous, on or act"))
    if card.kind != "stay_in_play" and card.play is None:
        found.append(entry.fault("play", f"a {KIND_NAMES[card.kind]} card says what happens when it is played"))
    for key, bounds in (("x", card.x), *(("act", act.x) for act in card.act)):
        if bounds is not None and not 0 <= bounds[0] <= bounds[1] <= LARGEST_X:
            found.append(entry.fault(key, f"x is [lowest, highest], from 0 to {LARGEST_X}"))
