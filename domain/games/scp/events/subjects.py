"""What most events are about: a card of a player, or an SCP and a player."""

from __future__ import annotations

from domain.games.scp.board import Board
from domain.kernel.facts import GameEvent


class OfCard(GameEvent[Board], frozen=True):
    """The base of events about a card of a player."""

    seat: int
    iid: str
    card: str


class OfScp(GameEvent[Board], frozen=True):
    """The base of events about an SCP and a player."""

    seat: int
    scp: str
    card: str
