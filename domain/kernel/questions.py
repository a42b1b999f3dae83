"""Questions: for each kind of prompt who is asked, what may be answered, by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Concatenate, Generic, ParamSpec, TypeVar

from domain.kernel.actions import Action, allows, not_among
from domain.kernel.batch import Batch
from domain.kernel.board import BoardT, LoadoutT, OptionsT, ProgressT
from domain.kernel.dispatch import ByType, always
from domain.kernel.frames import Frame
from domain.kernel.match import State
from domain.kernel.prompts import PromptKind, Template
from domain.kernel.refusal import Refusal

R = TypeVar("R")
nothing = always(None)
Ps = ParamSpec("Ps")


@dataclass(frozen=True, eq=False, kw_only=True)
class Question(PromptKind, Generic[BoardT, OptionsT, LoadoutT, ProgressT]):
    """A kind of prompt; several that are of one kind differ by their `frame`, the one on top while it is open.

    `options` are all legal answers of a seat; nothing else is accepted, so a game writes legality here alone. `answers`
    carry an answer out. `why` gives the reason for what is not among the options, by the type of the action, where a
    game knows a better one than "not among these"; `meant` says an action as the options would, where a client may say
    more than it has to. `default` is the answer when the time is up, None for none. `asks` puts the question to the
    seat that is asked, which may know more than others; `about` is what it is about: the id of a card or a group on the
    table that everybody sees.
    """

    options: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int], Iterable[Template]]
    answers: ByType[Batch[BoardT, OptionsT, LoadoutT, ProgressT], int, None]
    why: ByType[State[BoardT, OptionsT, LoadoutT, ProgressT], int, Refusal | None] = field(default_factory=dict)
    default: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int], Action | None]
    meant: ByType[State[BoardT, OptionsT, LoadoutT, ProgressT], int, Action] = field(default_factory=dict)
    frame: type[Frame] | None = None
    asks: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int], str] | None = None
    about: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int], str | None] = nothing

    def refuse(
        self,
        state: State[BoardT, OptionsT, LoadoutT, ProgressT],
        seat: int,
        action: Action,
        templates: Sequence[Template],
    ) -> Refusal | None:
        """Why this answer is not legal, or None: none of these templates, which are all, allows it."""
        meant = self.meant[type(action)](state, seat, action) if type(action) in self.meant else action
        if allows(templates, meant):
            return None
        why = self.why.get(type(action))
        refused = None if why is None else why(state, seat, action)
        return refused or not_among(templates, self.rule, action)


Questions = Mapping[str, Mapping[type[Frame] | None, Question[BoardT, OptionsT, LoadoutT, ProgressT]]]
"""Questions by kind, and there by the frame that asks where several are of one kind."""


def questions_of(
    *questions: Question[BoardT, OptionsT, LoadoutT, ProgressT],
) -> Questions[BoardT, OptionsT, LoadoutT, ProgressT]:
    """The questions of a game. Raises TypeError for two of one kind and frame."""
    made: dict[str, dict[type[Frame] | None, Question[BoardT, OptionsT, LoadoutT, ProgressT]]] = {}
    for question in questions:
        asking = made.setdefault(question.kind, {})
        if question.frame in asking:
            raise TypeError("two questions of one kind are asked by the same frame")
        asking[question.frame] = question
    return made


def of_board(function: Callable[Concatenate[BoardT, Ps], R]) -> Callable[Concatenate[State[BoardT], Ps], R]:
    """The same of a state, for a function that looks at its board alone."""

    def of_state(state: State[BoardT], /, *args: Ps.args, **kwargs: Ps.kwargs) -> R:
        return function(state.board, *args, **kwargs)

    return of_state
