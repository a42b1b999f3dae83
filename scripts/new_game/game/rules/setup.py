"""Set-up: from loadouts to the first turn (1xx)."""

from __future__ import annotations

from domain.kernel.audience import seat as seat_audience
from scripts.new_game.game import events as e
from scripts.new_game.game.board import Board, Player
from scripts.new_game.game.frames import Turn
from scripts.new_game.game.match import Batch, State
from scripts.new_game.game.rules import piles

START_HAND = 5
"""BON-103."""


def new_board(state: State) -> Board:
    """BON-101 Nothing on the table yet."""
    return Board(players=[Player() for _ in state.seats])


def set_up(batch: Batch) -> None:
    """BON-102 BON-103 BON-104 All decks are shuffled, all hands are drawn, then the first turn begins."""
    seats = range(len(batch.board.players))
    for seat in seats:
        deck = batch.state.loadouts[seat].deck
        batch.emit(e.DeckBrought(seat=seat, size=len(deck), deck=deck), {seat_audience(seat): ("deck",)})
        piles.shuffle(batch, seat)
    for seat in seats:
        piles.draw(batch, seat, START_HAND, "setup")
    batch.push(Turn())
