"""What random play seldom or never shows of C4: examples of its events, frames and actions, made by hand."""

from __future__ import annotations

from typing import Any

from domain.games.c4 import actions as a
from domain.games.c4 import events as e
from domain.games.c4 import frames as f
from domain.games.c4.board import Board
from domain.kernel.actions import Action
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.zones import Card

EVENTS: tuple[Event, ...] = (
    e.DrawFailed(seat=1, wanted="flip"),
    e.TokensSpilled(card="COR-03", iid="c0123456789", tokens={"penny": 2}),
    e.EventReduced(seat=0, kind="lose", from_amount=3, to_amount=1, by="COR-03"),
)
FRAMES: tuple[Frame, ...] = (
    f.PlayerChoice(seats=(1, 3), then=f.Do(cid="COR-03", block=0, env=f.Env(you=0, cid="COR-03", causes=("COR-04",)))),
    f.Reflip(seat=2, cid="COR-03"),
)
ACTIONS: tuple[Action, ...] = (a.ChoosePlayer(player=2),)


def prepare(board: Any) -> None:
    """A board on which any event can be folded: each pile has more cards than an event may name."""
    assert isinstance(board, Board)
    for number, player in enumerate(board.players):
        player.deck.renew([f"deck-{place}" for place in range(100)], range(100))
        player.discard = [Card(f"c{place:010x}", f"discard-{place}", number) for place in range(100)]
