"""The generic table: zones of a view by the types of what is in them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from domain.kernel.naming import NamedThing, distinct_names
from domain.kernel.sentences import p
from domain.kernel.table import (
    Table,
    TableCard,
    TableGroup,
    TablePlayer,
    TableZone,
    ViewedCard,
    names_for,
    names_on,
    renamed,
    zone,
)


class Held(msgspec.Struct, frozen=True):
    """A card of a hand, unknown to those who may not see it."""

    iid: str | None
    card: str | None
    name: str | None


class Fighter(msgspec.Struct, frozen=True):
    """A card that is named by its place."""

    id: str
    card: str
    name: str
    hp: int


class Face(msgspec.Struct, frozen=True):
    """A playing card: there is one of each."""

    card: str
    name: str


def health(card: Fighter) -> Mapping[str, int]:
    return {"hp": card.hp}


@pytest.mark.parametrize(
    ("card", "iid"),
    [(Held("h1", "C1", "Cat"), "h1"), (Fighter("P1-main", "C1", "Cat", 9), "P1-main"), (Face("C1", "Cat"), "C1")],
    ids=["an instance", "a place", "a face"],
)
def test_a_card_keeps_the_best_id_that_it_has(card: ViewedCard, iid: str) -> None:
    assert zone("pile", [card]) == TableZone("pile", 1, (TableCard(iid, "C1", "Cat"),))


def test_a_card_that_is_not_seen_lies_face_down() -> None:
    found = zone("hand", (Held(None, None, None), Held("h2", "C2", "Dog")))
    assert found == TableZone("hand", 2, (TableCard(), TableCard("h2", "C2", "Dog")))


def test_a_face_down_card_may_keep_its_id() -> None:
    assert zone("queue", [Held("q1", None, None)]).cards == (TableCard("q1"),)


def test_a_zone_for_one_card_holds_it_or_is_empty() -> None:
    assert zone("block", Face("7C", "seven of clubs")).count == 1
    assert zone("block", None) == TableZone("block", 0)


def test_where_not_all_cards_are_seen_their_number_is_told() -> None:
    assert zone("hand", None, 5) == TableZone("hand", 5)
    assert zone("hand", (Face("7C", "seven of clubs"),), 0).count == 0


def test_counters_are_those_that_the_game_shows() -> None:
    (card,) = zone("team", [Fighter("P1-main", "C1", "Cat", 9)], told=lambda one: {"counters": health(one)}).cards
    assert card.counters == {"hp": 9}


def test_names_are_those_of_cards_and_groups() -> None:
    looked_at = TableZone("looking", 1, (TableCard("looking:1", "C1", "Cat", value="1"),))
    hidden = TableZone("queue", 1, (TableCard("q1"),))
    player = TablePlayer(0, in_match=True, zones=(looked_at, hidden))
    shared = TableZone("stack", 1, (TableCard("s1", "C2", "Dog"),))
    table = Table("running", 0, {}, (player,), (shared,), groups=(TableGroup("f1", "fight", "Fight 1"),))
    names = {"f1": "Fight 1", "s1": "Dog", "looking:1": "Cat", "q1": "card 1 of P1's queue"}
    assert names_on(table, p) == names


def test_cards_are_given_other_names() -> None:
    cards = (TableCard("a", "C1", "Cat"), TableCard("b", "C2", "Dog"))
    (zone_,) = renamed([TableZone("team", 2, cards)], {"a": "Cat 1", "b": "Dog"})
    assert [card.name for card in zone_.cards] == ["Cat 1", "Dog"]
    assert zone_.cards[1] is cards[1]


def test_names_are_found_by_id_and_by_what_actions_say() -> None:
    cards = (TableCard("m:1", name="Punch", value="punch"), TableCard("h:2", value="2"))
    table = Table("main", 0, {}, (TablePlayer(0, True, zones=(TableZone("hand", 2, cards),)),))
    hidden = "card 2 of P1's hand"
    assert names_on(table, p) == {"m:1": "Punch", "h:2": hidden}
    assert names_for(table, 0, p) == {"m:1": "Punch", "punch": "Punch", "h:2": hidden, "2": hidden}


def test_what_two_seats_say_alike_is_each_ones_own() -> None:
    cards = [TableCard(f"s{seat}:2C", name=f"two of P{seat + 1}", value="2C") for seat in (0, 1)]
    players = tuple(TablePlayer(seat, True, zones=(TableZone("hand", 1, (cards[seat],)),)) for seat in (0, 1))
    table = Table("main", 0, {}, players)
    assert [names_for(table, seat, p)["2C"] for seat in (0, 1)] == ["two of P1", "two of P2"]


def test_things_of_one_name_are_counted_and_say_whose_they_are() -> None:
    cats = [
        NamedThing(0, "a", "Cat"),
        NamedThing(0, "b", "Cat"),
        NamedThing(1, "c", "Cat"),
        NamedThing(None, "e", "Cat"),
    ]
    named = {"a": "Cat 1 of P1", "b": "Cat 2 of P1", "c": "Cat of P2", "d": "Dog", "e": "Cat"}
    assert distinct_names([*cats, NamedThing(1, "d", "Dog")]) == named
