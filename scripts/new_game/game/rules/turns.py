"""Turns: whose it is, and its parts (2xx)."""

from __future__ import annotations

from scripts.new_game.game import events as e
from scripts.new_game.game.frames import Turn
from scripts.new_game.game.match import Batch
from scripts.new_game.game.rules import ending, piles


def step(batch: Batch, turn: Turn) -> None:
    """BON-202 BON-203 The parts of a turn in order."""
    match turn.stage:
        case "start":
            _start(batch)
        case "main":
            _main(batch)
        case "end":
            ending.check(batch)
            batch.push(Turn())


def _start(batch: Batch) -> None:
    """BON-104 BON-201 BON-202 The next player draws a card."""
    seat = batch.board.next_seat()
    batch.emit(e.TurnStarted(turn=batch.board.turn + 1, seat=seat))
    piles.draw(batch, seat, 1, "turn")
    batch.push(Turn("main"))


def _main(batch: Batch) -> None:
    """BON-203 BON-603 The active player plays a card or passes; the turn of a player who has left is over."""
    seat = batch.board.active
    if batch.board.players[seat].in_match:
        batch.push(Turn("main"))
        batch.ask(seat, "main", new_turn=True)
    else:
        batch.push(Turn("end"))
