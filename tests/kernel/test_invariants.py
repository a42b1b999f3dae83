"""Invariants: what is wrong with a table is found, and nothing is found where all is right."""

from __future__ import annotations

import pytest

from domain.kernel.invariants import counted, miscounted, twice
from domain.kernel.zones import Card, DrawPile, Hand


def card(cid: str) -> Card:
    return Card(f"i{cid}", cid, 0)


class FaceDown:
    """An SCP, a blank: a card in play that stands for none of a deck."""

    iid, cid = "down", None


def test_cards_are_counted_wherever_they_lie() -> None:
    deck, hand = DrawPile(["a", "b"], 2), Hand({"1": "a", "2": "c"}, 2)
    assert counted(deck) == {"a": 1, "b": 1}
    assert counted(deck, hand) == {"a": 2, "b": 1, "c": 1}
    zones = [card("b")], (card(cid) for cid in "cd"), [FaceDown()], ()
    assert counted(deck, *zones, hand) == {"a": 2, "b": 2, "c": 2, "d": 1}


@pytest.mark.parametrize(
    ("zones", "wrong"),
    [
        ([], False),
        ([DrawPile(["a"], 1), Hand({"1": "a"}, 1), DrawPile(), Hand()], False),
        ([DrawPile(["a"], 2)], True),
        ([DrawPile([], 1)], True),
        ([Hand({"1": "a"}, 0)], True),
        ([DrawPile(), Hand({}, 1)], True),
        ([DrawPile(["a", "b"], 1), Hand()], True),
    ],
)
def test_zones_are_as_large_as_they_say(zones: list[DrawPile | Hand], wrong: bool) -> None:
    assert miscounted(*zones) is wrong


def test_an_instance_in_two_places_is_found_once() -> None:
    hand = Hand({"1": "a", "ib": "a"}, 2)
    assert twice(map(card, "abc"), Hand({"1": "a"}, 1), [FaceDown()]) == twice() == []
    assert twice(map(card, "cabbac"), [FaceDown()], hand, [FaceDown()]) == ["ic", "ia", "ib", "down"]
    assert twice(map(card, "c"), hand, map(card, "b")) == ["ib"]
