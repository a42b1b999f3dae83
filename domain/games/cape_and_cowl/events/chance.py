"""The events that chance decides, beside shuffles and coins."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Board
from domain.kernel.facts import Notice, OfSeat


class DieRolled(OfSeat[Board], Notice[Board], frozen=True):
    type = "die_rolled"
    value: int
    cause: str


class RandomCardPicked(OfSeat[Board], Notice[Board], frozen=True):
    type = "random_card_picked"
    position: int
    card: str
    cause: str


class RandomTargetPicked(OfSeat[Board], Notice[Board], frozen=True):
    type = "random_target_picked"
    candidates: tuple[str, ...]
    target: str
    card: str
    cause: str
