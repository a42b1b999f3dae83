"""Invariants: they hold in every state; random play checks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.kernel.invariants import counted, miscounted, twice
from scripts.new_game.game.board import Board
from scripts.new_game.game.match import State


def invariants(state: State) -> list[str]:
    """BON-404 BON-701 Cards are conserved, each in one place; nothing is negative."""
    return [] if state.board_or_none is None else [*_cards(state.board), *_points(state.board)]


def _cards(board: Board) -> Iterator[str]:
    zones = [zone for player in board.players for zone in (player.hand, player.in_play)]
    yield from (f"{iid} lies in two places" for iid in twice(board.pile, *zones))
    for seat, player in enumerate(board.players):
        own = [card for card in board.pile if card.owner == seat]
        there = counted(player.deck, player.hand, player.in_play, own)
        if player.in_match and player.deck_list is not None and there != Counter(player.deck_list):
            yield f"cards of seat {seat} are not those of its deck (BON-701)"
        if miscounted(player.hand, player.deck):
            yield f"zone sizes of seat {seat} are wrong"


def _points(board: Board) -> Iterator[str]:
    for seat, player in enumerate(board.players):
        if player.points < 0:
            yield f"seat {seat} has {player.points} points (BON-404)"
