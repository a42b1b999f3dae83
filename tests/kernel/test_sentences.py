"""Sentences about events: seats, cards and numbers of things as people call them, and the rule in brackets."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from domain.kernel.dispatch import by_type, on
from domain.kernel.facts import Event
from domain.kernel.sentences import CardNames, count, describing, p


class Drawn(Event, frozen=True):
    """A seat drew a card."""

    type = "drawn"
    seat: int
    card: str | None = None


class Card(NamedTuple):
    name: str


CARDS = {"cat": Card("Cat"), "dog": Card("Dog")}
NAMES = CardNames(CARDS)


def rule(named: CardNames, event: Drawn) -> str:
    return "" if event.card is None else "TOY-1"


DESCRIBE = describing(
    CardNames,
    by_type(on(Drawn, lambda named, event: f"{p(event.seat)} draws {named.name(event.card)}")),
    by_type(on(Drawn, rule)),
)


def test_an_event_is_told_with_its_rule() -> None:
    assert DESCRIBE(Drawn(seat=0, card="cat"), CARDS) == "P1 draws Cat [TOY-1]"


def test_an_event_that_follows_no_rule_is_told_without_brackets() -> None:
    assert DESCRIBE(Drawn(seat=2), CARDS) == "P3 draws a card"


def test_an_event_of_another_kind_is_not_told() -> None:
    with pytest.raises(KeyError):
        DESCRIBE(Event(), CARDS)


def test_cards_are_listed_by_name() -> None:
    assert NAMES.names(["cat", "dog"]) == "Cat, Dog"
    assert NAMES.names([]) == ""


def test_a_card_is_named_with_its_owner_even_if_it_is_not_seen() -> None:
    assert NAMES.of(Drawn(seat=0, card="cat")) == "Cat of P1"
    assert NAMES.of(Drawn(seat=1)) == "a card of P2"


@pytest.mark.parametrize(("n", "told"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_one_thing_is_not_several(n: int, told: str) -> None:
    assert count(n, "card") == told
