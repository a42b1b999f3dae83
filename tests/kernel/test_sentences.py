"""Sentences about events: seats, cards and numbers of things as people call them, and the rule in brackets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import pytest

from domain.kernel.dispatch import by_type
from domain.kernel.facts import Event
from domain.kernel.sentences import CardNames, Telling, count, p


class Drawn(Event, frozen=True):
    """A seat drew a card."""

    type = "drawn"
    seat: int
    card: str | None = None
    cards: tuple[str, ...] = ()
    n: int = 0
    cause: str = ""
    lucky: bool = False


class Card(NamedTuple):
    name: str


class Names(CardNames, frozen=True):
    """The toy's own word for a card."""

    causes: ClassVar[Mapping[str, str]] = {"bell": "the bell", "turn": ""}

    def pet(self, cid: str, sound: str) -> str:
        return f"{self.name(cid)} that says {sound}"


CARDS = {"cat": Card("Cat"), "dog": Card("Dog")}
NAMES = Names(CARDS)
told = Telling(Names)
DRAWN = Drawn(seat=0, card="cat", cards=("cat", "dog"), n=2, cause="turn_over", lucky=True)


def by_chance(named: CardNames, event: Drawn) -> str:
    return "TOY-2" if event.lucky else ""


def describe(rule: Any, sentence: Any, event: Drawn = DRAWN, **words: Any) -> str:
    """An event as this one row tells it."""
    return told.describing(by_type(told(Drawn, rule, sentence, **words)))(event, CARDS)


def tell(template: str, event: Drawn = DRAWN, **words: Mapping[Any, str]) -> str:
    """The sentence of a template."""
    return describe("TOY-1", template, event, **words).removesuffix(" [TOY-1]")


def test_an_event_is_told_with_its_rule() -> None:
    assert describe("TOY-1", "{seat:p} draws {card:name}") == "P1 draws Cat [TOY-1]"


def test_an_event_of_another_kind_is_not_told() -> None:
    with pytest.raises(KeyError):
        told.describing(by_type(told(Drawn, "TOY-1", "{seat:p} draws")))(Event(), CARDS)


SENTENCES = pytest.mark.parametrize("sentence", ["{seat:p} draws", lambda named, x: f"{p(x.seat)} draws"])


@SENTENCES
@pytest.mark.parametrize("rule", ["TOY-2", "{lucky:True=TOY-2|TOY-1}", "{lucky:True=TOY-2|}", by_chance])
def test_rule_and_sentence_are_templates_or_functions_each(rule: Any, sentence: Any) -> None:
    assert describe(rule, sentence) == "P1 draws [TOY-2]"


@SENTENCES
@pytest.mark.parametrize("rule", ["", "{lucky:True=TOY-2|}", "{lucky:False=|TOY-2}", by_chance])
def test_an_event_that_follows_no_rule_is_told_without_brackets(rule: Any, sentence: Any) -> None:
    assert describe(rule, sentence, Drawn(seat=2)) == "P3 draws"


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("Nothing happens", "Nothing happens"),
        ("{n}", "2"),
        ("seat {seat} draws {n} by {cause}, {lucky}", "seat 0 draws 2 by turn_over, True"),
        ("{seat:p}", "P1"),
        ("{card:name} and {cards:names}", "Cat and Cat and Dog"),
        ("{seat:p} {seat} {seat:p} {seat} {seat:p} {seat} {seat:p}", "P1 0 P1 0 P1 0 P1"),
        ("{n:count card}", "2 cards"),
        ("{cards:count lucky card}", "2 lucky cards"),
        ("{cards:count} of them", "2 of them"),
        ("{cause:words}", "turn over"),
        ("{card:pet miaow}, {seat:p}", "Cat that says miaow, P1"),
    ],
)
def test_a_field_is_told_in_its_kind(template: str, sentence: str) -> None:
    assert tell(template) == sentence


@pytest.mark.parametrize(("cause", "said"), [("bell", " (the bell)"), ("turn", ""), ("dog", " (Dog)")])
def test_a_cause_is_a_card_or_what_the_rules_call_it(cause: str, said: str) -> None:
    assert tell("It rings{cause:because}", Drawn(seat=0, cause=cause)) == f"It rings{said}"


def test_a_value_stands_in_the_words_of_its_row() -> None:
    assert tell("It is {cause} of {seat}", cause={"turn_over": "the end"}) == "It is the end of 0"
    with pytest.raises(KeyError):
        tell("It is {cause}", cause={"bell": "the bell"})


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{lucky:True=luck|no luck}", "luck"),
        ("{lucky:False=no luck|luck}", "luck"),
        ("{cause:bell=ding|turn_over=over|dull}", "over"),
        ("{cause:bell=ding|gong=dong|dull}", "dull"),
        ("{card:None=|, with {card:name}} and {n:1=it|the {n:count card}}", ", with Cat and the 2 cards"),
        ("{cards:()=none|{cards:names} of {seat:p}}{card:cat=|!}", "Cat and Dog of P1"),
    ],
)
def test_a_value_chooses_a_template(template: str, sentence: str) -> None:
    assert tell(template) == sentence


def test_a_value_that_no_template_is_for_is_not_told() -> None:
    with pytest.raises(KeyError):
        tell("{cause:bell=ding|gong=dong}")


@pytest.mark.parametrize(
    "template",
    [
        *("{seats:p}", "{}", "{:p}", "{0}", "{seat.real}", "{seat!r:p}", "{{seat}}"),
        *("{seat:seat}", "{card:cards}", "{card:pet}", "{seat:p twice}", "{n:+}"),
        *("{lucky:True={seats:p}|no}", "{lucky:True=yes|{seat:seat}}"),
    ],
)
def test_a_field_that_the_event_has_not_or_a_kind_that_there_is_not_is_refused_at_once(template: str) -> None:
    for rule, sentence in ((template, "It rings"), ("TOY-1", template), (by_chance, template)):
        with pytest.raises(TypeError):
            told(Drawn, rule, sentence)


def test_a_refusal_names_what_is_wrong() -> None:
    with pytest.raises(TypeError, match="Drawn has no field 'seats'"):
        told(Drawn, "TOY-1", "{seats:p} draws")
    with pytest.raises(TypeError, match="a field has no kind 'seat'; there are because, count, each, "):
        told(Drawn, "TOY-1", "{seat:seat} draws")


def test_what_cannot_be_seen_is_a_card() -> None:
    assert tell("{seat:p} draws {card:name}", Drawn(seat=2)) == "P3 draws a card"


def test_cards_are_listed_by_name() -> None:
    assert NAMES.names([]) == ""
    assert NAMES.names(["cat"]) == "Cat"
    assert NAMES.names(["cat", "dog"]) == "Cat and Dog"
    assert NAMES.names(["cat", "dog", "cat"]) == "Cat, Dog and Cat"


def test_seats_are_listed_as_people_count() -> None:
    assert [NAMES.seats(seats) for seats in ((), (0,), (0, 2), (0, 1, 2))] == [
        "nobody",
        "P1",
        "P1 and P3",
        "P1, P2 and P3",
    ]


@pytest.mark.parametrize(("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_one_thing_is_not_several(n: int, said: str) -> None:
    assert count(n, "card") == count("?" * n, "card") == said
