"""Questions to seats, and what may be answered: templates, computed from the state and never stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice, permutations, product
from math import comb, perm, prod
from typing import Literal

import msgspec

PromptMode = Literal["blocking", "simultaneous", "standing"]
Secrecy = Literal["open", "ballot", "options", "hidden"]
"""open: all is public; ballot: the answer is hidden; options: options and answer are; hidden: even that it is asked."""
ClockKind = Literal["decision", "turn", "none"]


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question to a seat. `id` is the version that opened it; `revision` rises when others change what is legal.

    `opened_at` and `allowed` are in ms; None: no limit. `bank` is how much of `allowed` comes out of the seat's bank.
    """

    id: int
    revision: int = 0
    seat: int
    kind: str
    rule: str
    mode: PromptMode = "blocking"
    secrecy: Secrecy = "open"
    clock: ClockKind = "decision"
    opened_at: int = 0
    allowed: int | None = None
    bank: int = 0

    @property
    def deadline(self) -> int | None:
        """When the default is taken, in ms since the epoch, or None."""
        return None if self.allowed is None else self.opened_at + self.allowed


@dataclass(frozen=True, eq=False, kw_only=True)
class PromptKind:
    """The members that all prompts of a kind have in common; `rule` is the ID of the rule that asks."""

    kind: str
    rule: str
    mode: PromptMode = "blocking"
    secrecy: Secrecy = "open"
    clock: ClockKind = "decision"
    text: str = ""
    """The question, as a sentence without a full stop for everybody who sees the prompt."""


ParameterKind = Literal["card", "seat", "number", "option", "flag", "counts", "cards", "words", "payment", "each"]
SETS: tuple[ParameterKind, ...] = ("cards", "words")
"""The kinds of several of their options."""


class Parameter(msgspec.Struct, frozen=True, omit_defaults=True):
    """The domain of one parameter of an action.

    card, seat, number, option: one of `options`; flag: 0 for false, 1 for true.
    cards, words: `min` to `max` of `options`, `distinct` and `ordered` as said.
    counts: for each of `options` a number up to its place in `most`, `min` to `max` in all.
    payment: some of `options`, each worth its place in `worth`, none below 0: together at least `price`, and less than
    that without any one of them; no payment has a superfluous card.
    each: one of each of several groups, in their order: `options` holds one group after another, `most` how many are in
    each group, `min` and `max` how many groups there are. An option may be in several groups.
    An answer may name the cards of `cards` that is not `ordered`, and those of a payment, in any order.
    """

    name: str
    kind: ParameterKind
    options: tuple[str | int, ...]
    min: int = 1
    max: int = 1
    most: tuple[int, ...] = ()
    distinct: bool = True
    ordered: bool = False
    worth: tuple[int, ...] = ()
    price: int = 0


class Template(msgspec.Struct, frozen=True, omit_defaults=True):
    """All answers of one type: each combination of its parameters' values is legal (complete and sound).

    `fixed` are parameters with one value, `label` is a sentence for people. `shortcut`: it stands for several answers
    one after another, so that random play seldom takes it.
    """

    type: str
    fixed: Mapping[str, object] = {}
    parameters: tuple[Parameter, ...] = ()
    label: str = ""
    rules: tuple[str, ...] = msgspec.field(default=(), name="ruleIds")
    shortcut: bool = False


def size(template: Template) -> int:
    """How many answers the template stands for."""
    total = 1
    for parameter in template.parameters:
        total *= _parameter_size(parameter)
    return total


def expand(template: Template) -> Iterator[dict[str, object]]:
    """Every answer of the template, as the action's fields without its type, made one by one on demand."""
    for values in _combined(template.parameters):
        yield {**template.fixed, **values}


def _combined(parameters: Sequence[Parameter]) -> Iterator[dict[str, object]]:
    """Each combination of their values; the last one changes first."""
    if not parameters:
        yield {}
        return
    name, others = parameters[0].name, parameters[1:]
    for value in _values(parameters[0]):
        if others:
            yield from ({name: value, **rest} for rest in _combined(others))
        else:
            yield {name: value}


def _parameter_size(parameter: Parameter) -> int:
    if parameter.kind == "counts":
        return sum(_ways(parameter.most, parameter.max)[parameter.min :])
    if parameter.kind in SETS:
        count = perm if parameter.ordered else comb
        return sum(count(len(parameter.options), n) for n in range(parameter.min, parameter.max + 1))
    if parameter.kind == "payment":
        return _count_payments(parameter.worth, parameter.price)
    if parameter.kind == "each":
        return prod(parameter.most)
    return len(parameter.options)


def one_of_each(name: str, groups: Sequence[Sequence[str]]) -> Parameter:
    """The parameter that takes one of each group, in this order."""
    sizes = tuple(len(group) for group in groups)
    return Parameter(name, "each", tuple(chain(*groups)), len(groups), len(groups), sizes)


def groups_of(parameter: Parameter) -> list[tuple[str | int, ...]]:
    """The groups of a parameter that takes one of each."""
    left = iter(parameter.options)
    return [tuple(islice(left, many)) for many in parameter.most]


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
    elif parameter.kind in SETS:
        choose = permutations if parameter.ordered else combinations
        for n in range(parameter.min, parameter.max + 1):
            yield from (list(chosen) for chosen in choose(parameter.options, n))
    elif parameter.kind == "payment":
        for places in _payments(parameter.worth, parameter.price):
            yield [parameter.options[place] for place in sorted(places)]
    elif parameter.kind == "each":
        yield from (list(chosen) for chosen in product(*groups_of(parameter)))
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


def _by_worth(worth: tuple[int, ...]) -> list[int]:
    """The places of what is worth most first: a payment in this order is irreducible if only its last completes it."""
    return sorted(range(len(worth)), key=lambda place: -worth[place])


def _count_payments(worth: tuple[int, ...], price: int) -> int:
    """The number of payments. Each counts at the card that completes it, the last of it by worth."""
    if price <= 0:
        return 1
    short, complete = Counter({0: 1}), 0
    for value in sorted(worth, reverse=True):
        reached = [(total + value, ways) for total, ways in short.items()]
        complete += sum(ways for total, ways in reached if total >= price)
        for total, ways in reached:
            if total < price:
                short[total] += ways
    return complete


def _payments(worth: tuple[int, ...], price: int) -> Iterator[tuple[int, ...]]:
    """Every payment as places, depth first by worth."""
    if price <= 0:
        yield ()
        return
    order = _by_worth(worth)
    values = [worth[place] for place in order]
    left = [*accumulate(reversed(values), initial=0)][::-1]

    def completed(begin: int, due: int) -> Iterator[tuple[int, ...]]:
        """The ways to pay what is still due with options from `begin` on; it tries none that can't pay."""
        for n in range(begin, len(order)):
            if left[n] < due:
                return
            if values[n] >= due:
                yield (order[n],)
            else:
                yield from ((order[n], *rest) for rest in completed(n + 1, due - values[n]))

    yield from completed(0, price)
