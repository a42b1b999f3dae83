"""The subjects of many events: an SCP and a player."""

from __future__ import annotations

from domain.games.scp.board import Board
from domain.kernel.facts import OfSeat


class OfScp(OfSeat[Board], frozen=True):
    """The base of events about an SCP and a player."""

    scp: str
    card: str
