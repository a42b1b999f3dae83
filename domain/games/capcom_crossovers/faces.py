"""Playing cards, each known by its face: rank and suit (`7H`, `10C`, `AS`), or a Joker (`JK1`, `JK2`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

SUITS = ("C", "D", "H", "S")
NUMBERS = tuple(str(number) for number in range(2, 11))
RANKS = (*NUMBERS, "J", "Q", "K", "A")
JOKERS = ("JK1", "JK2")
DECK_52 = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""CAP-801."""
DECK_54 = DECK_52 + JOKERS
"""CAP-801 CAP-R52."""
JOKER_WORTH = 10
"""CAP-950."""
_NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_DEFAULT_ORDER = (*NUMBERS, "JK", "J", "Q", "K", "A")


_RANK = {**{rank + suit: rank for suit in SUITS for rank in RANKS}, **dict.fromkeys(JOKERS, "JK")}
_VALUE = {face: int(rank) for face, rank in _RANK.items() if rank in NUMBERS}


def is_joker(face: str) -> bool:
    """CAP-609 Whether it is a Joker."""
    return face in JOKERS


def rank(face: str) -> str:
    """2 to 10, J, Q, K, A, or JK for a Joker; nothing for what is no card."""
    return _RANK.get(face, "")


def value(face: str) -> int | None:
    """The value of a number card, its rank; None for any other card (CAP-304, CAP-609)."""
    return _VALUE.get(face)


def pairs(faces: Iterable[str]) -> Iterator[tuple[str, str]]:
    """CAP-307 CAP-471 CAP-906 Every two number cards of one value."""
    numbers = sorted(face for face in faces if face in _VALUE)
    return ((one, other) for one, other in combinations(numbers, 2) if _VALUE[one] == _VALUE[other])


def same_value(faces: Iterable[str]) -> int | None:
    """CAP-307 CAP-471 CAP-906 The value of number cards of one value; None for any others."""
    first, *others = {value(face) for face in faces}
    return None if others else first


def dodge_value(face: str) -> int | None:
    """CAP-441 CAP-R28 The value to compare with Agility: an Ace is 1; None always fails."""
    return 1 if rank(face) == "A" else value(face)


def meter_value(face: str) -> int:
    """CAP-309 CAP-950 The worth of a card of the super meter."""
    return JOKER_WORTH if is_joker(face) else value(face) or 0


def is_red(face: str) -> bool:
    """CAP-462 CAP-601 Hearts and diamonds are red, clubs and spades black."""
    return face[-1] in "DH"


def default_order(faces: Iterable[str]) -> list[str]:
    """The order of forced choices: number cards, Joker, J, Q, K, Ace; clubs, diamonds, hearts, spades."""
    return sorted(faces, key=lambda face: (_DEFAULT_ORDER.index(rank(face)), face[-1]))


def pair_name(one: str, other: str) -> str:
    """Two cards for people."""
    return f"{face_name(one)} and {face_name(other)}"


def face_name(face: str | None) -> str:
    """A card for people; what can't be seen is a card."""
    if face is None:
        return "a card"
    if is_joker(face):
        return "Joker"
    return f"{_NAMES.get(rank(face), rank(face))} of {SUIT_NAMES[face[-1]]}"
