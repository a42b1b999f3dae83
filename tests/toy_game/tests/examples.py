"""What random play seldom or never shows: examples of events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from domain.kernel.actions import Action
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from tests.toy_game import events as ev
from tests.toy_game import frames as f
from tests.toy_game.board import Board

EVENTS: tuple[Event, ...] = (ev.BansLifted(), ev.TopSunk(seat=1))
FRAMES: tuple[Frame, ...] = (f.Round(2),)
ACTIONS: tuple[Action, ...] = ()


def prepare(board: Any) -> None:
    """A board on which any event can be folded: every card that an event may name is everywhere."""
    assert isinstance(board, Board)
    every = list(board.cards)
    board.deck.renew(every, range(len(every)))
    for place in board.places:
        place.hand, place.held, place.tokens = list(every), len(every), {"blue": 9, "red": 9}
