"""Choices in the middle of something: a frame waits on top of the stack until its seat has chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic

import msgspec
from typing_extensions import TypeVar

from domain.kernel.actions import Action, name_of
from domain.kernel.batch import Batch
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.frames import Frame, top
from domain.kernel.match import State
from domain.kernel.prompts import Parameter, Secrecy, Template, expand
from domain.kernel.questions import Question, nothing

F = TypeVar("F", bound=Frame, default=Frame)
A = TypeVar("A", bound=Action, default=Action)


@dataclass(frozen=True, eq=False, kw_only=True)
class Choice(Generic[BoardT, OptionsT, LoadoutT, ProgressT, F, A]):
    """A question that a frame of this kind asks, whose answer `A` has one field: the name of what `offer` gives.

    Where nothing is offered nothing happens, and an only answer is taken without asking. `chosen` goes on with the
    answer; the frame is off the stack then. `default` is the first answer where it says nothing else. `sentence` is
    what the seat is told, `text` what everybody is; `about` the id on the table of what it is about.
    """

    kind: str
    rule: str
    frame: type[F]
    answer: type[A]
    who: Callable[[BoardT, F], int]
    offer: Callable[[BoardT, F], Parameter | None]
    chosen: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT], F, A], None]
    sentence: Callable[[BoardT, F], str]
    text: str = ""
    about: Callable[[BoardT, F], str | None] = nothing
    default: Callable[[BoardT, F], A] | None = None
    secrecy: Secrecy = "open"

    def step(self, batch: Batch[BoardT, OptionsT, LoadoutT, ProgressT], frame: F) -> None:
        """Ask, if there is something to choose."""
        answers = [*islice(self._answers(batch.board, frame), 2)]
        if len(answers) > 1:
            batch.ask_for(frame, self.who(batch.board, frame), self.kind)
        elif answers:
            self.chosen(batch, frame, answers[0])

    @property
    def question(self) -> Question[BoardT, OptionsT, LoadoutT, ProgressT]:
        """The row of this choice."""
        return Question(
            kind=self.kind,
            rule=self.rule,
            options=self._options,
            answers={self.answer: self._answered},
            default=self._default,
            frame=self.frame,
            secrecy=self.secrecy,
            text=self.text,
            asks=self._asks,
            about=self._about,
        )

    def _templates(self, board: BoardT, frame: F) -> list[Template]:
        parameter = self.offer(board, frame)
        label = self.sentence(board, frame)
        return [] if parameter is None else [Template(name_of(self.answer), {}, (parameter,), label, (self.rule,))]

    def _answers(self, board: BoardT, frame: F) -> Iterator[A]:
        for template in self._templates(board, frame):
            for fields in expand(template):
                yield msgspec.convert(fields, self.answer)

    def _options(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], seat: int) -> list[Template]:
        return self._templates(state.board, top(state.frames, self.frame))

    def _asks(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], seat: int) -> str:
        return self.sentence(state.board, top(state.frames, self.frame))

    def _about(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], seat: int) -> str | None:
        return self.about(state.board, top(state.frames, self.frame))

    def _default(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], seat: int) -> A:
        frame = top(state.frames, self.frame)
        return next(self._answers(state.board, frame)) if self.default is None else self.default(state.board, frame)

    def _answered(self, batch: Batch[BoardT, OptionsT, LoadoutT, ProgressT], seat: int, action: A) -> None:
        self.chosen(batch, batch.answered(self.frame), action)
