"""Invariants: they hold in every state; random play checks them."""

from __future__ import annotations

from tests.toy_game.match import State


def invariants(state: State) -> list[str]:
    """TOY-101 Each card is in one place."""
    if state.board_or_none is None:
        return []
    board = state.board
    known = [*board.deck.cards, *(card for place in board.places for card in place.hand)]
    return [] if len(known) == len(set(known)) else ["a card is in two places"]
