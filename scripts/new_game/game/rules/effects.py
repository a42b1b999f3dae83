"""Carrying out texts: a block of effects part by part, in written order (BON-401)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.kernel.dispatch import always
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter
from scripts.new_game.game.frames import Do
from scripts.new_game.game.match import Batch
from scripts.new_game.game.rules.continuous import EvalContext


class EffectContext(EvalContext, kw_only=True):
    """The context of an effect word: that of its text, the card, and the batch in which it happens."""

    card: str
    batch: Batch


def _context(batch: Batch, frame: Do, call: Call) -> EffectContext:
    return EffectContext(batch.board, frame.seat, card=frame.card, batch=batch)


DO = Interpreter(
    part=lambda board, frame: (board.cards[frame.card].blocks[frame.block], frame.at),
    ready=always(True),
    rest=lambda frame: replace(frame, at=frame.at + 1),
    context=_context,
)
"""BON-401 Each part happens as far as it can."""
