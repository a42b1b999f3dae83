"""Typed words. A word is a function: its name is the word, its annotations are the types, its docstring the reference.

Types of parameters: `Players` (seats in turn order), `Cards` and `Target` (cards by instance id), `Outcome` (faces of a
die), `Number`, `Condition`, `Effects` (a block to resolve), `Pattern` (a trigger to wait for), `Literal[...]` (one of
these names), `tuple[Literal[...], ...]` (one or several of them) and `OneOf`, `SomeOf` where the names come with the
card sets. At run time a word that gives a value gets a scope, an effect word gets a doing context; arguments arrive
evaluated, except Effects and Pattern, which arrive as the number of the block or pattern.

A word says by kinds of subjects, which are the game's own, what cards it names, what it may be about and when it has a
meaning; `subjects.py` checks every text by that.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec

from domain.kernel.effects.grammar import EffectFault, column

Players = Annotated[tuple[int, ...], "players"]
Cards = Annotated[tuple[str, ...], "cards"]
Target = Annotated[tuple[str, ...], "target"]
Outcome = Annotated[tuple[int, int, int], "outcome"]
Number = Annotated[int, "number"]
Condition = Annotated[bool, "condition"]
Test = Annotated[Callable[..., bool], "condition"]
"""A condition that arrives as a function: the word asks it itself, about one thing or another."""
Effects = Annotated[int, "effects"]
Pattern = Annotated[int, "pattern"]

Group = Literal["effect", "players", "cards", "target", "outcome", "number", "condition", "modifier", "trigger", "cost"]
VALUES: tuple[Group, ...] = ("players", "cards", "target", "outcome", "number", "condition")
"""The groups whose words stand for something, in the order of the reference."""
Function = Callable[..., Any]


class OneOf(msgspec.Struct, frozen=True):
    """One of the names of this kind that the game and the card set know (`Annotated[str, OneOf("type")]`)."""

    names: str


class SomeOf(msgspec.Struct, frozen=True):
    """One or several of them, in a list (`Annotated[tuple[str, ...], SomeOf("type")]`)."""

    names: str


class Between(msgspec.Struct, frozen=True):
    """A number within these bounds, cut to them where it is counted (`Annotated[int, Between(1, 6)]`).

    `written`: it has to be written out.
    """

    low: int
    high: int
    written: bool = False


class About:
    """The kinds of cards that a parameter takes, or that its condition or number is asked about: a mark behind the type
    (`Annotated[Target, About("character")]`). Without a kind: cards of whatever kind.
    """

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds


class Subjects(msgspec.Struct, frozen=True):
    """The kinds of subjects that texts can be about, as messages call them.

    `sure`: what a word takes has to be of its kinds whatever happens, and filters see to that. Else a subject is of
    several kinds at once, and it is enough that one of them fits.
    """

    called: Mapping[str, str] = {}
    sure: bool = False
    players: bool = True
    """Whether players can be filtered."""


WordKind = Literal[
    "players", "cards", "target", "outcome", "number", "condition", "effects", "pattern", "choice", "choices"
]


class WordParameter(msgspec.Struct, frozen=True):
    """A parameter of a word: its kind, and whether it may be left out.

    A choice or choices has the names allowed, or in `names` what kind of names of the card set they are. `about` are
    kinds of subjects; None: it takes no cards, and asks about the match.
    """

    name: str
    kind: WordKind
    choices: tuple[str, ...]
    required: bool
    names: str = ""
    bounds: Between | None = None
    about: tuple[str, ...] | None = None


class Meaning(msgspec.Struct, frozen=True):
    """The subjects of a word, by kinds, and the moments in which it has a meaning.

    `names` are the kinds of the cards that it names, or find that out where it stands. `asks` are the subjects that it
    can be asked about; without any it is about the match. `tells`: of cards in play it is true of this kind, and of no
    other. `only`: the moments at which it has a meaning. `many`: it goes through many cards. `check` finds what else is
    wrong with it where it stands, and raises EffectFault.
    """

    names: tuple[str, ...] | Function = ()
    asks: tuple[str, ...] = ()
    tells: str = ""
    only: tuple[str, ...] = ()
    many: bool = False
    check: Function | None = None


class Word(msgspec.Struct, frozen=True):
    """A word of the vocabulary."""

    name: str
    group: Group
    parameters: tuple[WordParameter, ...]
    function: Function
    doc: str
    meaning: Meaning = Meaning()

    def given(self, positional: list[ast.expr], named: dict[str, ast.expr], tree: ast.expr) -> dict[str, ast.expr]:
        """Its arguments, by parameter. Raises EffectFault."""
        shape = ", ".join(p.name if p.required else f"[{p.name}]" for p in self.parameters) or "nothing"
        if len(positional) > len(self.parameters):
            message = f"{self.name} takes at most {len(self.parameters)} of {shape}"
            raise EffectFault(message, column(positional[-1]))
        given = dict(zip((parameter.name for parameter in self.parameters), positional, strict=False))
        for name, node in named.items():
            if name in given or name not in {parameter.name for parameter in self.parameters}:
                raise EffectFault(f"{self.name} has no such parameter: {name!r}; it takes {shape}", column(node))
            given[name] = node
        for parameter in self.parameters:
            if parameter.required and parameter.name not in given:
                raise EffectFault(f"{self.name} needs {parameter.name!r}: {shape}", column(tree))
        return given


class Vocabulary:
    """The words that a game's cards may use, by group and name."""

    def __init__(
        self,
        declared: frozenset[str] = frozenset(),
        roles: frozenset[str] = frozenset(),
        subjects: Subjects = Subjects(),  # noqa: B008 - immutable
    ) -> None:
        """`declared` are the players that are named when a card is declared; a filter on them is tested then only.

        `roles` are those of them that a trigger may wait for: choices of that name declare the player too.
        """
        self.words: dict[tuple[Group, str], Word] = {}
        self.declared = declared
        self.roles = roles
        self.subjects = subjects

    def word(
        self,
        group: Group,
        name: str | None = None,
        *,
        names: tuple[str, ...] | Function = (),
        asks: tuple[str, ...] = (),
        tells: str = "",
        only: tuple[str, ...] = (),
        many: bool = False,
        check: Function | None = None,
    ) -> Callable[[Function], Function]:
        """Register the decorated function as a word; `name` where Python would not allow the function's."""
        meaning = Meaning(names, asks, tells, only, many, check)

        def register(function: Function) -> Function:
            called, doc = name or function.__name__, function.__doc__ or ""
            self.words[group, called] = Word(called, group, _parameters(function), function, doc, meaning)
            return function

        return register

    def find(self, group: Group, name: str) -> Word | None:
        """The word, or None."""
        return self.words.get((group, name))

    def names(self, group: Group) -> list[str]:
        """All words of a group, sorted."""
        return sorted(name for kind, name in self.words if kind == group)


def suggest(name: str, known: Sequence[str]) -> str:
    """`; did you mean ...?`, or the known words if nothing is near."""
    near = get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; known here: {', '.join(known)}"


def _parameters(function: Function) -> tuple[WordParameter, ...]:
    hints = get_type_hints(function, include_extras=True)
    given = list(signature(function).parameters.values())[1:]
    return tuple(_parameter(parameter, hints) for parameter in given)


def _parameter(parameter: Parameter, hints: Mapping[str, object]) -> WordParameter:
    hint = hints[parameter.name]
    required = parameter.default is Parameter.empty
    for option in (hint, *get_args(hint)):
        found = _typed(parameter.name, option, required)
        if found is not None:
            return found
    raise TypeError(f"{parameter.name} has no type that an effect can give")


def _typed(name: str, hint: object, required: bool) -> WordParameter | None:
    origin = get_origin(hint)
    if origin is Literal:
        return WordParameter(name, "choice", get_args(hint), required)
    if origin is tuple and get_origin(get_args(hint)[0]) is Literal:
        return WordParameter(name, "choices", get_args(get_args(hint)[0]), required)
    if origin is not Annotated:
        return None
    about = next((mark.kinds for mark in get_args(hint) if isinstance(mark, About)), None)
    return msgspec.structs.replace(_marked(name, get_args(hint)[1], required), about=about)


def _marked(name: str, mark: object, required: bool) -> WordParameter:
    match mark:
        case OneOf():
            return WordParameter(name, "choice", (), required, mark.names)
        case SomeOf():
            return WordParameter(name, "choices", (), required, mark.names)
        case Between():
            return WordParameter(name, "number", (), required, bounds=mark)
    return WordParameter(name, cast("WordKind", mark), (), required)
