"""Carrying out card texts: a block of effects part by part, in written order, each as far as it can."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, cast

from msgspec.structs import replace
from typing_extensions import TypeVar

from domain.kernel.batch import Batch
from domain.kernel.board import B, L, O, P
from domain.kernel.effects.compiler import Block, Call
from domain.kernel.frames import Frame


class Doing(Protocol):
    """A frame that carries out a block from part `at` on."""

    @property
    def block(self) -> int: ...
    @property
    def at(self) -> int: ...


F = TypeVar("F", bound=Doing, default=Doing)
C = TypeVar("C", default=object)


def at_once(batch: Batch, frame: Doing, call: Call) -> bool:
    """Nothing has to be asked before a part."""
    return True


def rest(frame: Doing) -> Frame:
    """The block from the next part on."""
    return replace(cast("Frame", frame), at=frame.at + 1)


def carry_out(context: object, call: Call, later: Container[str] = ()) -> None:
    """Let one part happen; arguments of the names in `later` are expressions, which the word asks itself."""
    call.function(context, **call.given(context, later))


@dataclass(frozen=True, eq=False, kw_only=True)
class Interpreter(Generic[B, O, L, P, F, C]):
    """How a game carries out the texts of its cards, in frames `F`.

    `ready` says whether a part can happen now: where it can't, it has pushed what asks for its targets, or nothing of
    it happens any more. `rest` are the parts that wait meanwhile. `context` is made for the part's word then; None: the
    part does nothing.
    """

    blocks: Callable[[B, F], Sequence[Block]]
    ready: Callable[[Batch[B, O, L, P], F, Call], bool] = at_once
    rest: Callable[[F], Frame | None] = rest
    context: Callable[[Batch[B, O, L, P], F, Call], C | None]
    carry_out: Callable[[C, Call], None] = carry_out

    def step(self, batch: Batch[B, O, L, P], frame: F) -> None:
        """One part of the block."""
        block = self.blocks(batch.board, frame)[frame.block]
        call = block[frame.at]
        if not self.ready(batch, frame, call):
            return
        if frame.at + 1 < len(block) and (waiting := self.rest(frame)) is not None:
            batch.frames.append(waiting)
        context = self.context(batch, frame, call)
        if context is not None:
            self.carry_out(context, call)
