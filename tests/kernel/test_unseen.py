"""What is dealt anew."""

from __future__ import annotations

from domain.kernel.unseen import deal
from domain.kernel.zones import DrawPile, Hand


def test_cards_that_are_dealt_to_several_have_ids_of_their_own() -> None:
    hands = [Hand({"a": "x", "b": "y"}, 2), Hand({"c": "x"}, 1)]
    piles = [DrawPile(["z"], 1), DrawPile([], 0)]
    for seat, (hand, pile) in enumerate(zip(hands, piles, strict=True)):
        deal(["one", "two", "three"], seat, hand, pile)
    assert [list(hand.known.values()) for hand in hands] == [["one", "two"], ["one"]]
    assert [pile.cards for pile in piles] == [["three"], []]
    assert not hands[0].known.keys() & hands[1].known.keys()
