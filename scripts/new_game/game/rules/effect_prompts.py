"""Questions in the middle of a text (BON-402)."""

from __future__ import annotations

from domain.kernel.choices import Choice
from domain.kernel.prompts import Parameter
from scripts.new_game.game import actions as a
from scripts.new_game.game.board import Board
from scripts.new_game.game.frames import Discards
from scripts.new_game.game.match import Batch
from scripts.new_game.game.rules import piles


def _hand(board: Board, frame: Discards) -> Parameter | None:
    """BON-402 The cards of the hand."""
    held = tuple(board.players[frame.seat].hand.known)
    return Parameter("card", "card", held) if held else None


def _discard(batch: Batch, frame: Discards, action: a.DiscardCard) -> None:
    piles.discard(batch, frame.seat, action.card)


DISCARD = Choice(
    kind="choose_discard",
    rule="BON-402",
    secrecy="options",
    frame=Discards,
    answer=a.DiscardCard,
    who=lambda board, frame: frame.seat,
    offer=_hand,
    chosen=_discard,
    sentence=lambda board, frame: "Discard",
)
"""BON-204 BON-402 Who has only one card is not asked; when the time is up the oldest card goes."""
