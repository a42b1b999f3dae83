"""Texts of cards as second referees read them: all games write them as expressions that Python can take apart, too."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

Text = ast.expr
COMPARED: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Gt: lambda left, right: left > right,
    ast.GtE: lambda left, right: left >= right,
    ast.Eq: lambda left, right: left == right,
    ast.LtE: lambda left, right: left <= right,
    ast.Lt: lambda left, right: left < right,
}


@cache
def parsed(text: str) -> Text:
    """A text is an expression of names, calls, filters in brackets and lists."""
    return ast.parse(text.strip(), mode="eval").body


def parts(text: Text) -> Sequence[Text]:
    """The parts that a text is made of."""
    return text.elts if isinstance(text, ast.Tuple | ast.List) else (text,)


def word(text: ast.AST) -> str:
    """The word that a part begins with."""
    if isinstance(text, ast.Call):
        return word(text.func)
    return text.id if isinstance(text, ast.Name) else ""


def argument(text: Text, place: int) -> Text:
    """What stands at this place in a part."""
    assert isinstance(text, ast.Call)
    return text.args[place]


def told(text: Text, name: str) -> str | None:
    """The name that a part gives for this, as in `defender=you`."""
    assert isinstance(text, ast.Call)
    return next((word(one.value) for one in text.keywords if one.arg == name), None)


def says(text: Text, name: str) -> bool:
    """Whether this name is among the arguments of a part."""
    return isinstance(text, ast.Call) and any(word(one) == name for one in text.args)


def integer(text: Text) -> int:
    """A number as it is written, with its sign."""
    return int(ast.literal_eval(text))


def amount(text: Text, name: str) -> int:
    """The number that a part gives for this, as in `meters=50`; 0 if it gives none."""
    assert isinstance(text, ast.Call)
    return sum(integer(one.value) for one in text.keywords if one.arg == name)


def uses(text: Text, name: str) -> Iterator[ast.Call]:
    """Every part of a text, at any depth, that begins with this word."""
    for node in ast.walk(text):
        if isinstance(node, ast.Call) and word(node) == name:
            yield node
