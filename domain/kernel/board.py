"""The types that are a game's own in a match: its board and its other data."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from typing_extensions import TypeVar


class Board(msgspec.Struct):
    """The base of a game's own state: plain data, no floats."""

    def copy(self) -> Self:
        """An independent copy; immutable values may be shared."""
        raise NotImplementedError


B = TypeVar("B", bound=Board, default=Any)
"""The board of a game. Code that serves all games leaves out this type and the following."""
O = TypeVar("O", default=Any)  # noqa: E741
"""The options of a match."""
L = TypeVar("L", default=Any)
"""The loadout of a seat."""
P = TypeVar("P", default=Any)
"""The public summary of what is being resolved."""
V = TypeVar("V", default=Any)
"""The view of a match."""
