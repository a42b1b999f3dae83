"""Sentences about events: a game tells each event by a row of its table, a sentence beside the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from inspect import signature
from operator import attrgetter
from string import Formatter
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from domain.kernel.board import Cards
from domain.kernel.dispatch import ByType, Case, Function, always
from domain.kernel.facts import Event


class CardNames(msgspec.Struct, frozen=True):
    """The cards of a match as its game calls them. Each method is a kind of field in templates; a game adds its own."""

    causes: ClassVar[Mapping[str, str]] = {}
    cards: Cards

    def name(self, cid: str | None) -> str:
        """A name for people; what can't be seen is a card."""
        return "a card" if cid is None else f"{self.cards[cid].name}"

    def names(self, cids: Iterable[str]) -> str:
        """Cards by name."""
        return ", ".join(map(self.name, cids))

    def because(self, cause: str) -> str:
        """The source of something in brackets: a card, or what `causes` calls it; nothing where the sentence does."""
        said = self.causes[cause] if cause in self.causes else self.name(cause)
        return f" ({said})" if said else ""

    def p(self, seat: int) -> str:
        """A seat as people count."""
        return f"P{seat + 1}"

    def count(self, n: int | Sized, thing: str = "") -> str:
        """`1 card`, `2 cards`: a number of things, or as many as there are; without a thing the number alone."""
        n = n if isinstance(n, int) else len(n)
        return f"{n} {thing}{'' if n == 1 else 's'}" if thing else str(n)

    def words(self, name: str) -> str:
        """An identifier as words."""
        return name.replace("_", " ")


N = TypeVar("N", bound=CardNames)
E = TypeVar("E", bound=Event)
Said = str | Callable[[N, E], str]
Words = Mapping[Any, str]
Part = tuple[str, Callable[..., object], Function[N, str]]
p, count = CardNames({}).p, CardNames({}).count
"""The kinds that ask for no card, for whoever has none at hand."""


class Telling(msgspec.Struct, Generic[N], frozen=True):
    """The rows of a game's table: `told(e.CardDrawn, "C4-203", "{seat:p} draws {card:name}")`, templates or functions.
    A field stands plain in a template, in the `words` of its row, or in a kind, a method of `naming`: `{n:count card}`.
    Or its value chooses a template, the one without a value if no other fits: `{x:None=alone|on {card:name}}`.
    """

    naming: type[N]

    def __call__(self, event: type[E], rule: Said[N, E], sentence: Said[N, E], /, **words: Words) -> Case[N, str]:
        """The row of an event: its sentence, with the rule in brackets if it follows one."""
        if isinstance(sentence, str) and isinstance(rule, str) and rule and "=|" not in rule and "|}" not in rule:
            return event, self.template(event, f"{sentence} [{rule}]", words)
        tell, follow = (self.template(event, x, words) if isinstance(x, str) else x for x in (sentence, rule))
        return event, lambda named, x: f"{tell(named, x)} [{found}]" if (found := follow(named, x)) else tell(named, x)

    def describing(self, sentences: ByType[N, str]) -> Callable[[Event, Cards], str]:
        """A sentence about an event, with the rule that it follows, by the table of its game."""
        return lambda event, cards: sentences[type(event)](self.naming(cards), event)

    def template(self, event: type[Event], text: str, words: Mapping[str, Words]) -> Function[N, str]:
        """Read a template, once; refuse a field that the event has not, and a kind that there is not."""
        *fields, (end, *_) = Formatter().parse(text + "{}")
        return rendering([self.part(event, field, words) for field in fields], end)

    def part(self, event: type[Event], field: Sequence[str | None], words: Mapping[str, Words]) -> Part[N]:
        """A text before a field, the field, and the function that tells it."""
        before, name, kind, conversion = field
        if name not in event.__struct_fields__ or conversion:
            raise TypeError(f"{event.__name__} has no field {name!r}")
        get, kind = attrgetter(name), kind or ""
        if "|" not in kind:
            return str(before), get, self.kind(kind, words.get(name))
        texts = {value: text for value, _, text in (case.rpartition("=") for case in kind.split("|"))}
        if "{" not in kind:
            return str(before), get, lambda _, value: texts[on if (on := f"{value}") in texts else ""]
        chosen = {value: self.template(event, text, words) for value, text in texts.items()}
        return str(before), lambda x: x, lambda named, x: chosen[on if (on := f"{get(x)}") in chosen else ""](named, x)

    def kind(self, kind: str, words: Words | None) -> Function[N, str]:
        """The function for a kind of field: a method of `naming`, or `signature` refuses it."""
        if not kind:
            return lambda _, value: f"{value}" if words is None else words[value]
        name, _, thing = kind.partition(" ")
        found = getattr(self.naming, name, None)
        if found is None:
            raise TypeError(f"a field has no kind {name!r}")
        signature(found).bind(*("named", "value", thing) if thing else ("named", "value"))
        return (lambda named, value: found(named, value, thing)) if thing else found


def rendering(parts: Sequence[Part[N]], end: str) -> Function[N, str]:
    """The function that puts a template together."""
    match parts:
        case []:
            return always(end)
        case [(a, f, i)]:
            return lambda named, x: f"{a}{i(named, f(x))}{end}"
        case [(a, f, i), (b, g, j)]:
            return lambda named, x: f"{a}{i(named, f(x))}{b}{j(named, g(x))}{end}"
        case [(a, f, i), (b, g, j), (c, h, k)]:
            return lambda named, x: f"{a}{i(named, f(x))}{b}{j(named, g(x))}{c}{k(named, h(x))}{end}"
    first, rest = rendering(parts[:3], ""), rendering(parts[3:], end)
    return lambda named, x: f"{first(named, x)}{rest(named, x)}"
