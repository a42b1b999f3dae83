r"""The markup of card texts, the same in all games: `*words*` are set apart, as names of keywords are, and a line feed
begins a line. `\*` is an asterisk and `\\` a backslash; there is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

KEY = "text"
"""The key of a card file, wherever it stands, under which texts for people are marked up; all others are plain."""
_SIGN = re.compile(r"\\[*\\]|[*\\\n]|\Z")
_MARK = re.compile(r"\\([*\\])|\*")


class Wrong(NamedTuple):
    """The fault of a marked up text, and its column, from 1, in characters."""

    message: str
    column: int


def escaped(text: str) -> str:
    """A plain text as a marked up one."""
    return re.sub(r"[*\\]", r"\\\g<0>", text)


def plain(text: str) -> str:
    """A marked up text without its marks."""
    return _MARK.sub(r"\1", text)


def faults(text: str) -> Iterator[Wrong]:
    """Everything that is wrong with a marked up text."""
    begun = 0
    for sign in _SIGN.finditer(text):
        column = sign.start() + 1
        match sign[0]:
            case "\\":
                yield Wrong(r"a backslash stands before an asterisk or a backslash; write \\ for one", column)
            case "*" if not begun:
                begun = column
            case "*":
                if not text[begun : sign.start()].strip():
                    yield Wrong(r"nothing stands between these asterisks; write \* for one", begun)
                begun = 0
            case "\n" | "" if begun:
                message = r"what begins with an asterisk ends with one in the same line; write \* for an asterisk"
                yield Wrong(message, begun)
                begun = 0


def texts(table: Mapping[str, object], place: str = "") -> Iterator[tuple[str, str]]:
    """(place, text) of the marked up texts of a table, wherever they stand in it."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from texts(value, f"{place}{key}.")
        elif isinstance(value, list):
            for number, one in enumerate(value, 1):
                yield from texts(one, f"{place}{key}[{number}].") if isinstance(one, Mapping) else ()
        elif key == KEY and isinstance(value, str):
            yield f"{place}{key}", value
