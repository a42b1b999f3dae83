"""Carrying out texts: a block of effects part by part, in written order (C4-443)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.c4 import events as e
from domain.games.c4.frames import Do, Movement
from domain.games.c4.match import Batch
from domain.games.c4.rules.continuous import EvalContext, Unanswerable
from domain.kernel.effects.compiler import Call
from domain.kernel.effects.interpreter import Interpreter
from domain.kernel.frames import Frame


class EffectContext(EvalContext):
    """The context of an effect that is being carried out, with the batch to carry it out in."""

    __slots__ = ("batch", "more")

    def __init__(self, batch: Batch, frame: Do, call: Call) -> None:
        super().__init__(batch.board, frame.env)
        self.batch = batch
        self.more = frame.at + 1 < len(batch.board.cards[frame.cid].blocks[frame.block])

    def push(self, *frames: Frame) -> None:
        """Frames to resolve before the rest of the text."""
        self.batch.push(*frames)

    def bind(self, **values: object) -> None:
        """Names that the rest of the text can use. Call it before anything is pushed."""
        self.env = replace(self.env, **values)
        if self.more:
            self.batch.frames[-1] = replace(self.batch.frames[-1], env=self.env)

    def run(self, block: int, **values: object) -> None:
        """Resolve another block of the same card."""
        self.push(Do(self.env.cid, block, replace(self.env, **values)))

    def happened(self) -> None:
        """The effect really happened: the `if_did` that waits for it hears of it."""
        report(self.batch, self.env.report)


def report(batch: Batch, place: int | None) -> None:
    """Tell the `if_did` at this place of the stack that its condition came true."""
    if place is not None:
        batch.frames[place] = replace(batch.frames[place], did=True)


def _carry_out(context: EffectContext, call: Call) -> None:
    """C4-501 C4-R66 C4-R79 C4-R84 A call that can't be answered is left out; an amount below 0 counts as 0.

    A part that changes something at once has happened.
    """
    try:
        arguments = {name: value(context) for name, value in call.arguments.items()}
    except Unanswerable:
        return
    if call.word not in CHANGES and (arguments.get("n") or 0) < 0:
        arguments["n"] = 0
    before = len(context.batch.facts)
    call.function(context, **arguments)
    if not all(isinstance(fact.event, FRUITLESS) for fact in context.batch.facts[before:]):
        context.happened()


FRUITLESS = (e.DrawFailed, e.DeckShuffled)
"""C4-R84 The failures that are allowed although the part that wants a card does not happen."""

CHANGES = ("mod_gain", "mod_lose", "price")
"""C4-R79 The words whose number is a change and may be below 0; any other amount below 0 counts as 0."""


def subject_stands(batch: Batch) -> bool:
    """C4-382 C4-457 Whether the event that a replacement speaks of is still going to happen."""
    for frame in reversed(batch.frames):
        if isinstance(frame, Movement):
            return bool(frame.items[frame.at].amount)
    return False


DO = Interpreter(
    part=lambda board, frame: (board.cards[frame.cid].blocks[frame.block], frame.at),
    rest=lambda frame: replace(frame, at=frame.at + 1),
    ready=lambda batch, frame, call: not frame.guarded or frame.at > 0 or subject_stands(batch),
    context=EffectContext,
    carry_out=_carry_out,
)
"""C4-443 C4-501 Parts go in written order, each as far as it can; a word says where a text differs from a rule."""
