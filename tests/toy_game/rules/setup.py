"""Set-up: from loadouts to the first round (1xx)."""

from __future__ import annotations

from tests.toy_game.board import COLOURS, Board, Place
from tests.toy_game.frames import Round
from tests.toy_game.match import Batch, State
from tests.toy_game.rules import piles

START_HAND, TOKENS = 3, 2
"""TOY-102."""


def new_board(state: State) -> Board:
    """TOY-102 Nothing on the table yet but tokens."""
    return Board(places=[Place(tokens=dict.fromkeys(COLOURS, TOKENS)) for _ in state.seats])


def set_up(batch: Batch) -> None:
    """TOY-101 TOY-102 The deck is shuffled, hands are drawn, then the first round begins."""
    piles.shuffle(batch)
    for number in range(len(batch.board.places)):
        for _ in range(START_HAND):
            piles.draw(batch, number)
    batch.push(Round(1))
