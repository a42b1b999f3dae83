"""What random play seldom or never shows: examples of events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from domain.kernel.actions import Action
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from scripts.new_game.game import frames as f
from scripts.new_game.game.board import Board

EVENTS: tuple[Event, ...] = ()
FRAMES: tuple[Frame, ...] = (f.Do(seat=1, card="rain", block=0, at=1),)
ACTIONS: tuple[Action, ...] = ()


def prepare(board: Any) -> None:
    """A board on which any event can be folded: each deck has more cards than an event may name."""
    assert isinstance(board, Board)
    for player in board.players:
        player.deck.renew([f"deck-{place}" for place in range(100)], range(100))
