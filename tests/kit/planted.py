"""Wrong functions for faults that are planted into an engine, made of the right ones."""

from __future__ import annotations

from collections.abc import Callable


def more(by: int) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """A number that is wrong by so much."""
    return lambda right: lambda *given, **named: max(0, right(*given, **named) + by)


def instead(answer: object) -> Callable[[object], Callable[..., object]]:
    """Always this, whatever it should be."""
    return lambda right: lambda *given, **named: answer
