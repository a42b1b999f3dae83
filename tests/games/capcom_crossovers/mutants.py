"""How `make mutants` changes characters of Capcom Crossovers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.games.capcom_crossovers.cardfiles import READER
from domain.games.capcom_crossovers.definitions import Definition, Printed
from tests.kit.mutations import Change, Table, toml

SWAPS: Mapping[str, Sequence[str]] = {
    "self": ["opposing_active", "opponent"],
    "opponent": ["self"],
    "attacker": ["self"],
    "opposing_active": ["self"],
    "turn": ["game"],
    "game": ["turn"],
    "any_damage": ["used_as_counter"],
    "used_as_counter": ["any_damage"],
    "dodge_success": ["dodge_failed"],
}
"""What is tried instead of a word, beside the other choices of a parameter, which the vocabulary knows."""
NAMES: Mapping[str, Sequence[str]] = {}
TYPES = "ABCDE"
AVOIDABLE = ("basic", "special", "super", "throw", "tag_super")
NEXT_RANK = {"J": "Q", "Q": "K", "K": "A", "A": "J"}
CARDS = re.compile(r"(\d?)([JQKA])(?: \+ 0-(\d) ([JQKA]))?")


def compiled(card: Definition, table: Table) -> Definition:
    """The character with another table. Raises CardFault for what can't be one."""
    text = f'set = "{card.set}"\nname = "Mutants"\n[[card]]\n{toml(table)}'
    ((made,),) = (card_set.cards for card_set in READER.read_core([("mutant.toml", text)]).sets)
    assert isinstance(made, Definition)
    return replace(made, number=card.number, source=table)


def looked_up(made: Definition) -> Mapping[str, Printed]:
    """Its ability and its moves."""
    return made.others()


def more(table: Table) -> Iterator[Change]:
    """Changes of moves that no single word or number is: of type, cards, attributes, and what is avoided."""
    for place, move in enumerate(table["moves"]):
        for key, values in (("type", _types), ("cards", _cards), ("attrs", _attributes), ("avoid", _avoided)):
            for value in values(move):
                moves = [*table["moves"][:place], {**move, key: value}, *table["moves"][place + 1 :]]
                before = json.dumps(move.get(key, []))
                yield Change(f"moves.{place + 1}.{key}", before, json.dumps(value), {**table, "moves": moves})


def _types(move: Mapping[str, Any]) -> Iterator[str]:
    """Every other one."""
    return (other for other in TYPES if other != move["type"])


def _cards(move: Mapping[str, Any]) -> Iterator[str]:
    """Another rank, one card more or less, another number or rank of additional cards, one where there are none."""
    found = CARDS.fullmatch(move["cards"])
    if found is None:
        return
    n, rank, most, extra = int(found[1] or 1), found[2], int(found[3] or 0), found[4] or found[2]
    changed = [(n, NEXT_RANK[rank], most, extra), (n + 1, rank, most, extra), (n, rank, most + 1, extra)]
    changed += [(n - 1, rank, most, extra)] * (n > 1)
    changed += [(n, rank, most - 1, extra), (n, rank, most, NEXT_RANK[extra])] * (most > 0)
    for count, base, limit, further in changed:
        yield f"{count if count > 1 else ''}{base}" + (f" + 0-{limit} {further}" if limit else "")


def _attributes(move: Mapping[str, Any]) -> Iterator[list[str]]:
    """One more of those that mean something to such a move.

    S is about replies, which have R, and about combos, which end with B and D; a block is met by no throw and no U,
    so T is nothing to them (CAP-427, 428, 431, 447). Nobody can do anything against an answer (CAP-408).
    """
    has: list[str] = move.get("attrs", [])
    if "avoid" in move:
        return
    useful = {"R"} if move["type"] == "E" else {"R", "H"} if move["cards"] == "pair" else {"R", "U", "H", "T"}
    useful -= {"T"} if "U" in has else set()
    useful |= {"S"} if "R" in has and move["type"] in ("A", "C") else set()
    yield from ([*has, one] for one in sorted(useful - {*has}))


def _avoided(move: Mapping[str, Any]) -> Iterator[list[str]]:
    """One more of the kinds of attack; `ranged` is no more than all of them."""
    has: list[str] = move.get("avoid", [])
    kinds = AVOIDABLE if len(has) == len(AVOIDABLE) else (*AVOIDABLE, "ranged")
    if has:
        yield from ([*has, one] for one in kinds if one not in has)
