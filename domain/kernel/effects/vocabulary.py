"""Typed words. A word is a function: its name is the word, its annotations are the types, its docstring the reference.

Types of parameters: `Players` (seats in turn order), `Number`, `Condition`, `Effects` (a block to resolve), `Pattern`
(a trigger to wait for) and `Literal[...]` (one of these names). At run time a word of the groups players, number and
condition gets a scope, an effect word gets a doing context; arguments arrive evaluated, except Effects and Pattern,
which arrive as the number of the block or pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

Players = Annotated[tuple[int, ...], "players"]
Number = Annotated[int, "number"]
Condition = Annotated[bool, "condition"]
Effects = Annotated[int, "effects"]
Pattern = Annotated[int, "pattern"]

Group = Literal["effect", "players", "number", "condition", "modifier", "trigger", "cost"]
Function = Callable[..., Any]


class WordParameter(msgspec.Struct, frozen=True):
    """A parameter of a word: its kind, the names allowed if it is a choice, and whether it may be left out."""

    name: str
    kind: Literal["players", "number", "condition", "effects", "pattern", "choice"]
    choices: tuple[str, ...]
    required: bool


class Word(msgspec.Struct, frozen=True):
    """A word of the vocabulary."""

    name: str
    group: Group
    parameters: tuple[WordParameter, ...]
    function: Function
    doc: str


class Vocabulary:
    """The words that a game's cards may use, by group and name."""

    def __init__(self, declared: frozenset[str] = frozenset(), roles: frozenset[str] = frozenset()) -> None:
        """`declared` are the players that are named when a card is declared; a filter on them is tested then only.

        `roles` are those of them that a trigger may wait for: choices of that name declare the player too.
        """
        self.words: dict[tuple[Group, str], Word] = {}
        self.declared = declared
        self.roles = roles

    def word(self, group: Group, name: str | None = None) -> Callable[[Function], Function]:
        """Register the decorated function as a word; `name` where Python would not allow the function's."""

        def register(function: Function) -> Function:
            called = name or function.__name__
            self.words[group, called] = Word(called, group, _parameters(function), function, function.__doc__ or "")
            return function

        return register

    def find(self, group: Group, name: str) -> Word | None:
        """The word, or None."""
        return self.words.get((group, name))

    def names(self, group: Group) -> list[str]:
        """All words of a group, sorted."""
        return sorted(name for kind, name in self.words if kind == group)


def suggest(name: str, known: list[str]) -> str:
    """`; did you mean ...?`, or the known words if nothing is near."""
    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; known here: {', '.join(known)}"


def _parameters(function: Function) -> tuple[WordParameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    given = list(signature(function).parameters.values())[1:]
    return tuple(_parameter(parameter, hints) for parameter in given)


def _parameter(parameter: Parameter, hints: Mapping[str, Any]) -> WordParameter:
    hint = hints[parameter.name]
    required = parameter.default is Parameter.empty
    if get_origin(hint) is Annotated:
        return WordParameter(parameter.name, hint.__metadata__[0], (), required)
    for option in (hint, *get_args(hint)):
        if get_origin(option) is Literal:
            return WordParameter(parameter.name, "choice", get_args(option), required)
        if get_origin(option) is Annotated:
            return WordParameter(parameter.name, option.__metadata__[0], (), required)
    raise TypeError(f"{parameter.name} has no type that an effect can give")
