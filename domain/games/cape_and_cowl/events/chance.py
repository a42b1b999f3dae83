"""What chance decides, beside shuffles and coins."""

from __future__ import annotations

from domain.games.cape_and_cowl.board import Board
from domain.kernel.facts import Told


class DieRolled(Told[Board], frozen=True):
    type = "die_rolled"
    seat: int
    value: int
    cause: str


class RandomCardPicked(Told[Board], frozen=True):
    type = "random_card_picked"
    seat: int
    position: int
    card: str
    cause: str


class RandomTargetPicked(Told[Board], frozen=True):
    type = "random_target_picked"
    seat: int
    candidates: tuple[str, ...]
    target: str
    card: str
    cause: str
