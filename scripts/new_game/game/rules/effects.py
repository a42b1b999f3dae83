"""Carrying out texts: a block of effects part by part, in written order (BON-401)."""

from __future__ import annotations

from msgspec.structs import replace

from scripts.new_game.game.frames import Do
from scripts.new_game.game.match import Batch
from scripts.new_game.game.rules.continuous import EvalContext


class EffectContext(EvalContext, kw_only=True):
    """The context of an effect word: that of its text, the card, and the batch in which it happens."""

    card: str
    batch: Batch


def step_do(batch: Batch, frame: Do) -> None:
    """BON-401 One part of a text; each happens as far as it can."""
    block = batch.board.cards[frame.card].blocks[frame.block]
    if frame.at + 1 < len(block):
        batch.push(replace(frame, at=frame.at + 1))
    call = block[frame.at]
    context = EffectContext(batch.board, frame.seat, card=frame.card, batch=batch)
    call.function(context, **{name: value(context) for name, value in call.arguments.items()})
