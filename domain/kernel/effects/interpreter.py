"""Carrying out card texts: a block of effects part by part, in written order, each as far as it can."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Generic, Protocol

from typing_extensions import TypeVar

from domain.kernel.batch import Batch
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.effects.compiler import Block, Call
from domain.kernel.effects.vocabulary import Effects, Test
from domain.kernel.frames import Frame

F = TypeVar("F", bound=Frame, default=Frame)
C = TypeVar("C", default=object)


def carry_out(context: object, call: Call, later: Container[str] = ()) -> None:
    """Let one part happen; arguments of the names in `later` are expressions, which the word asks itself."""
    given = {name: value if name in later else value(context) for name, value in call.arguments.items()}
    call.function(context, **given)


@dataclass(frozen=True, eq=False, kw_only=True)
class Interpreter(Generic[BoardT, OptionsT, LoadoutT, ProgressT, F, C]):
    """How a game carries out the texts of its cards, in frames `F`: a block from a place on, which `part` names.

    `ready` says whether a part can happen now: where it can't, it has pushed what asks for its targets, or nothing of
    it happens any more. `rest` waits meanwhile, with the parts that follow. `context` is made for the part's word then;
    None: the part does nothing.
    """

    part: Callable[[BoardT, F], tuple[Block, int]]
    ready: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT], F, Call], bool]
    rest: Callable[[F], F | None]
    context: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT], F, Call], C | None]
    carry_out: Callable[[C, Call], None] = carry_out

    def step(self, batch: Batch[BoardT, OptionsT, LoadoutT, ProgressT], frame: F) -> None:
        """One part of the block."""
        block, at = self.part(batch.board, frame)
        if self.ready(batch, frame, block[at]):
            waiting = self.rest(frame) if at + 1 < len(block) else None
            if waiting is not None:
                batch.frames.append(waiting)
            context = self.context(batch, frame, block[at])
            if context is not None:
                self.carry_out(context, block[at])


class Runs(Protocol):
    """The context of an effect that can resolve another block of its text next."""

    def run(self, block: int) -> None: ...


def when(context: Runs, condition: Test, then: Effects, otherwise: Effects | None = None) -> None:
    """The effects happen if it is so at that moment; else the others, if there are any."""
    block = then if condition(context) else otherwise
    if block is not None:
        context.run(block)
