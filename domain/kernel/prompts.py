"""Questions to seats, and what may be answered: templates, computed from the state and never stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations, product
from math import comb, perm
from typing import Literal

import msgspec

Mode = Literal["blocking", "simultaneous", "standing"]
Secrecy = Literal["open", "ballot", "options", "hidden"]
"""open: all is public; ballot: the answer is hidden; options: options and answer are; hidden: even that it is asked."""
Clock = Literal["decision", "turn", "none"]


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question to a seat. `id` is the version that opened it; `revision` rises when others change what is legal.

    `opened_at` and `allowed` are in ms; None: no limit. `bank` is how much of `allowed` comes out of the seat's bank.
    """

    id: int
    revision: int = 0
    seat: int
    kind: str
    rule: str
    mode: Mode = "blocking"
    secrecy: Secrecy = "open"
    clock: Clock = "decision"
    opened_at: int = 0
    allowed: int | None = None
    bank: int = 0

    @property
    def deadline(self) -> int | None:
        """When the default is taken, in ms since the epoch, or None."""
        return None if self.allowed is None else self.opened_at + self.allowed


ParameterKind = Literal["card", "seat", "number", "option", "flag", "counts", "cards"]


class Parameter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The domain of one parameter of an action.

    card, seat, number, option: one of `options`; flag: 0 for false, 1 for true.
    cards: `min` to `max` of `options`, `distinct` and `ordered` as said.
    counts: for each of `options` a number up to its place in `most`, `min` to `max` in all.
    """

    name: str
    kind: ParameterKind
    options: tuple[str | int, ...]
    min: int = 1
    max: int = 1
    most: tuple[int, ...] = ()
    distinct: bool = True
    ordered: bool = False


class Template(msgspec.Struct, frozen=True, omit_defaults=True):
    """All answers of one type: each combination of its parameters' values is legal (complete and sound).

    `fixed` are parameters with one value, `label` is a sentence for people.
    """

    type: str
    fixed: Mapping[str, object] = {}
    parameters: tuple[Parameter, ...] = ()
    label: str = ""
    rules: tuple[str, ...] = ()


def size(template: Template) -> int:
    """How many answers the template stands for."""
    total = 1
    for parameter in template.parameters:
        total *= _parameter_size(parameter)
    return total


def expand(template: Template) -> Iterator[dict[str, object]]:
    """Every answer of the template, as the action's fields without its type."""
    domains = [list(_values(parameter)) for parameter in template.parameters]
    names = [parameter.name for parameter in template.parameters]
    for values in product(*domains):
        yield {**template.fixed, **dict(zip(names, values, strict=True))}


def _parameter_size(parameter: Parameter) -> int:
    if parameter.kind == "counts":
        return sum(_ways(parameter.most, parameter.max)[parameter.min :])
    if parameter.kind == "cards":
        count = perm if parameter.ordered else comb
        return sum(count(len(parameter.options), n) for n in range(parameter.min, parameter.max + 1))
    return len(parameter.options)


def _ways(most: tuple[int, ...], limit: int) -> list[int]:
    """ways[k]: in how many ways exactly k can be taken, for k up to `limit`."""
    ways = [1] + [0] * limit
    for top in most:
        ways = [sum(ways[k - n] for n in range(min(top, k) + 1)) for k in range(limit + 1)]
    return ways


def _values(parameter: Parameter) -> Iterator[object]:
    if parameter.kind == "counts":
        for numbers in _counts(parameter.most, parameter.min, parameter.max):
            yield {str(name): n for name, n in zip(parameter.options, numbers, strict=True) if n}
    elif parameter.kind == "cards":
        choose = permutations if parameter.ordered else combinations
        for n in range(parameter.min, parameter.max + 1):
            yield from (list(chosen) for chosen in choose(parameter.options, n))
    elif parameter.kind == "flag":
        yield from (bool(value) for value in parameter.options)
    else:
        yield from parameter.options


def _counts(most: tuple[int, ...], least: int, limit: int) -> Iterator[tuple[int, ...]]:
    """Every way to take `least` to `limit` in all with at most most[i] of the i-th."""
    if not most:
        if least <= 0:
            yield ()
        return
    rest = most[1:]
    left = sum(rest)
    for n in range(max(0, least - left), min(most[0], limit) + 1):
        for tail in _counts(rest, least - n, limit - n):
            yield (n, *tail)
