"""The types that are a game's own in a match: its board and its other data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVarTuple, Unpack

import msgspec
from typing_extensions import TypeVar

D = TypeVar("D", default=Any)
"""A card as a game plays with it, or what cards speak of by id."""
Cards = Mapping[str, D]
"""The cards of a match by id, and what they speak of by id."""
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
ANSWERS = "answers"
"""Where a board keeps what was found on it, until the next fold."""
UNASKED = object()
"""The answer that was found to a question that was not asked."""


class Board(msgspec.Struct, Generic[D], dict=True):
    """The base of a game's own state: plain data, no floats.

    Beside its data it has the cards of its match at hand, and answers that were found on it since something last
    happened. Neither is stored, compared or hashed.
    """

    if TYPE_CHECKING:  # an entry of `__dict__`, so no field: texts look into it all the time

        @property
        def cards(self) -> Cards[D]:
            """The cards of the match by id."""

    def play_with(self, cards: Cards[D]) -> Self:
        """This board, with these cards at hand."""
        self.__dict__["cards"] = cards
        return self

    def copy(self) -> Self:
        """An independent copy; immutable values may be shared."""
        raise NotImplementedError

    def with_parts(self, **parts: object) -> Self:
        """A copy with other parts, and with the same cards at hand."""
        return msgspec.structs.replace(self, **parts).play_with(self.cards)

    def cached(self, question: Callable[[Any, Unpack[Ts]], T], *about: *Ts) -> T:
        """The result of a function on the board as it is now, for these values, worked out once. An answer may not hold
        the board: boards are many, and whatever holds itself waits for the garbage collector.

        Every look at a table asks the texts in play about every card, and texts ask further texts: without this, a few
        cards that hold much would take minutes.
        """
        answers: dict[Any, Any] | None = self.__dict__.get(ANSWERS)
        if answers is None:
            answers = self.__dict__[ANSWERS] = {}
        found: T = answers.get((question, about), UNASKED)
        if found is UNASKED:
            found = answers[question, about] = question(self, *about)
        return found

    def happened(self) -> None:
        """Something has happened on this board: what was found on it may not hold any more."""
        self.__dict__.pop(ANSWERS, None)


BoardT = TypeVar("BoardT", bound=Board, default=Any)
"""The board of a game. Code that serves all games leaves out this type and the following."""
OptionsT = TypeVar("OptionsT", default=Any)
"""The options of a match."""
LoadoutT = TypeVar("LoadoutT", default=Any)
"""The loadout of a seat."""
ProgressT = TypeVar("ProgressT", default=Any)
"""The public summary of what is being resolved."""
ViewT = TypeVar("ViewT", default=Any)
"""The view of a match."""
