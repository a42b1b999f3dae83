"""Functions by the type of what they are about: one for each kind of event, frame or action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
R = TypeVar("R")
Ts = TypeVarTuple("Ts")

Function = Callable[[Unpack[Ts], Any], R]
"""Its last argument is what it is about."""
Case = tuple[type, Function[*Ts, R]]
"""A type, and the function for what is of exactly this type."""
ByType = Mapping[type, Function[*Ts, R]]
"""`table[type(x)](..., x)` calls the function for x."""


def on(kind: type[T], function: Callable[[Unpack[Ts], T], R]) -> Case[*Ts, R]:
    """A row of the table: the type checker refuses a function that doesn't take what is of this type."""
    return kind, function


def by_type(*cases: Case[*Ts, R]) -> ByType[*Ts, R]:
    """The table of these rows."""
    return dict(cases)


def always(value: R) -> Callable[..., R]:
    """The function that gives this value, whatever it is asked about."""
    return lambda *_: value
