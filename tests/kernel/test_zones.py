"""Draw piles: what a shuffle makes of them, for who knows the cards and for who doesn't."""

from __future__ import annotations

from domain.kernel.zones import DrawPile


def test_a_shuffle_in_a_known_order_moves_each_card_to_its_place() -> None:
    pile = DrawPile(["a", "b", "c"], 3)
    pile.shuffle((2, 0, 1))
    assert pile == DrawPile(["c", "a", "b"], 3)


def test_after_a_shuffle_in_an_unknown_order_only_the_number_is_known() -> None:
    pile = DrawPile(["a", "b", "c"], 3)
    pile.shuffle(None)
    assert pile == DrawPile([], 3)


def test_a_pile_of_unknown_cards_stays_unknown_whatever_the_order() -> None:
    pile = DrawPile([], 3)
    pile.shuffle((2, 0, 1))
    assert pile == DrawPile([], 3)
