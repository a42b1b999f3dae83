"""Sentences about events: a game tells each event by a row of its table, a sentence beside the rule that it follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from inspect import signature
from operator import attrgetter
from string import Formatter
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast

import msgspec

from domain.kernel.board import Cards
from domain.kernel.dispatch import ByType, Case, Function, always
from domain.kernel.facts import Event

Things = Mapping[str, str]
"""The names of the cards on a table by their ids there, as one viewer sees it after what is told."""
NO_THINGS: Things = {}
Subject = Literal["seat", "card", "thing"]
"""A field of an event that names a seat, a card of the catalogue, a card on the table."""
Subjects = Mapping[str, Subject]
NO_SUBJECTS: Subjects = {}
USUAL: Subjects = {"seat": "seat", "card": "card", "iid": "thing"}
"""The fields that name something in events of every game."""


def joined(words: Iterable[str]) -> str:
    """Things as a sentence lists them: `A, B and C`."""
    *others, last = tuple(words) or ("",)
    return f"{', '.join(others)} and {last}" if others else last


class CardNames(msgspec.Struct, frozen=True):
    """The cards of a match as its game calls them. Each method is a kind of field in templates; a game adds its own.

    `naming`: the kinds that name something.
    """

    causes: ClassVar[Mapping[str, str]] = {}
    naming: ClassVar[Subjects] = {
        **dict.fromkeys(("p", "seats"), "seat"),
        **dict.fromkeys(("name", "names"), "card"),
        **dict.fromkeys(("thing", "each"), "thing"),
    }
    cards: Cards
    things: Things = {}

    def name(self, cid: str | None) -> str:
        """A name for people; what can't be seen is a card."""
        return "a card" if cid is None else f"{self.cards[cid].name}"

    def names(self, cids: Iterable[str]) -> str:
        """Cards by name."""
        return joined(map(self.name, cids))

    def thing(self, iid: str | None) -> str:
        """A card on the table by its name there; what can't be seen is a card."""
        return "a card" if iid is None else self.things.get(iid, "a card")

    def each(self, iids: Iterable[str]) -> str:
        """Cards on the table by their names there."""
        return joined(map(self.thing, iids))

    def because(self, cause: str) -> str:
        """The source of something in brackets: a card, or what `causes` calls it; nothing where the sentence does."""
        said = self.causes[cause] if cause in self.causes else self.name(cause)
        return f" ({said})" if said else ""

    def p(self, seat: int) -> str:
        """A seat as people count."""
        return f"P{seat + 1}"

    def seats(self, seats: Iterable[int]) -> str:
        """Seats as people count."""
        return joined(map(self.p, seats)) or "nobody"

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


class Sentence(msgspec.Struct, Generic[N, E], frozen=True):
    """How an event is told, the rule that it follows if any, which of its fields name something, and whether it names
    cards on the table.
    """

    tell: Function[N, str]
    rule: Function[N, str]
    subjects: Subjects
    on_table: bool

    def __call__(self, named: N, event: E) -> str:
        """The sentence of an event, with the rule in brackets."""
        rule = self.rule(named, event)
        return f"{self.tell(named, event)} [{rule}]" if rule else self.tell(named, event)


class Describing(msgspec.Struct, Generic[N], frozen=True):
    """Tells events by the table of a game."""

    naming: Callable[[Cards, Things], N]
    sentences: Mapping[type[Event], Sentence[N, Any]]

    def __call__(self, event: Event, cards: Cards, things: Things = NO_THINGS) -> str:
        """A sentence about an event, with the rule that it follows."""
        return self.sentences[type(event)](self.naming(cards, things), event)


class Telling(msgspec.Struct, Generic[N], frozen=True):
    """The rows of a game's table: `told(e.CardDrawn, "C4-203", "{seat:p} draws {card:name}")`, templates or functions.
    A field stands plain in a template, in the `words` of its row, or in a kind, a method of `naming`: `{n:count card}`.
    Or its value chooses a template, the one without a value if no other fits: `{x:None=alone|on {card:name}}`.
    """

    naming: type[N]

    def __call__(
        self,
        event: type[E],
        rule: Said[N, E],
        sentence: Said[N, E],
        /,
        *,
        on_table: bool = False,
        naming: Subjects = NO_SUBJECTS,
        **words: Words,
    ) -> Case[N, str]:
        """The row of an event: its sentence, with the rule in brackets if it follows one. `on_table`: it is a function
        that names cards on the table, `naming`: what more its fields name; of a template both are known.
        """
        subjects = {name: USUAL[name] for name in event.__struct_fields__ if name in USUAL} | dict(naming)
        if isinstance(sentence, str):
            kinds = ((name, self.naming.naming.get(kind.partition(" ")[0])) for name, kind in fields_of(sentence))
            told = {name: subject for name, subject in kinds if subject is not None}
            subjects |= told
            on_table = on_table or "thing" in told.values()
        tell, follow = (self.template(event, x, words) if isinstance(x, str) else x for x in (sentence, rule))
        return event, Sentence(tell, follow, subjects, on_table)

    def describing(self, sentences: ByType[N, str]) -> Describing[N]:
        """The function that describes events by the table of its game."""
        return Describing(self.naming, cast(Mapping[type[Event], Sentence[N, Any]], sentences))

    def template(self, event: type[Event], text: str, words: Mapping[str, Words]) -> Function[N, str]:
        """Read a template once. Refuse a field that the event doesn't have, and an unknown kind."""
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
            fields = {*CardNames.__annotations__, *self.naming.__struct_fields__}
            known = [one for one in dir(self.naming) if not one.startswith("_") and one not in fields]
            raise TypeError(f"a field has no kind {name!r}; there are {', '.join(known)}")
        signature(found).bind(*("named", "value", thing) if thing else ("named", "value"))
        return (lambda named, value: found(named, value, thing)) if thing else found


def fields_of(text: str) -> Iterator[tuple[str, str]]:
    """The fields of a template and of the templates inside them, with their kinds."""
    for _, name, kind, _ in Formatter().parse(text):
        if name is not None:
            yield name, kind or ""
            yield from fields_of(kind or "")


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
