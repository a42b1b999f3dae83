"""The deck: shuffling, drawing."""

from __future__ import annotations

from domain.kernel.audience import NOBODY, seat
from tests.toy_game import events as ev
from tests.toy_game.match import Batch


def shuffle(batch: Batch) -> None:
    """TOY-101 The order is a recorded random fact that nobody sees."""
    shuffled = batch.draws.shuffle("deck", len(batch.board.cards))
    batch.emit(ev.DeckShuffled(draws=(shuffled.draw,)), {NOBODY: ("draws",)})


def draw(batch: Batch, number: int) -> None:
    """TOY-102 The card is for its seat alone."""
    batch.emit(ev.CardDrawn(seat=number, card=batch.board.deck.cards[0]), {seat(number): ("card",)})
