"""Who sees what of a fact."""

from __future__ import annotations

from types import ModuleType

import msgspec
import pytest

from domain.kernel.audience import FULL, NOBODY, PARTICIPANTS, SPECTATOR, seat, seat_number, sees
from domain.kernel.board import Board
from domain.kernel.facts import Draw, Fact, Notice, OfCard, OfSeat, as_seen, events_in
from tests.toy_game.events import CardDrawn, TopSunk


@pytest.mark.parametrize(
    ("viewer", "audience", "allowed"),
    [
        (FULL, NOBODY, True),
        (FULL, seat(3), True),
        (seat(1), seat(1), True),
        (seat(1), seat(10), False),
        (seat(1), NOBODY, False),
        (seat(1), PARTICIPANTS, True),
        (SPECTATOR, PARTICIPANTS, False),
        (SPECTATOR, seat(0), False),
        (SPECTATOR, NOBODY, False),
        ("somebody", seat(0), False),
    ],
)
def test_only_what_is_allowed_is_seen(viewer: str, audience: str, allowed: bool) -> None:
    assert sees(viewer, audience) is allowed


@pytest.mark.parametrize("text", ["seat:", "seat:x", "seat", "seat:-1", "seats:1", ""])
def test_what_names_no_seat_is_none(text: str) -> None:
    assert seat_number(text) is None


def test_each_audience_sees_its_own_fields() -> None:
    draw = Draw("deck", 0, 3, 1)
    event = CardDrawn(seat=1, card="envoy-01", draws=(draw,))
    fact = Fact(event, {seat(1): ("card",), NOBODY: ("draws",)})
    assert as_seen(fact, FULL) is event
    assert as_seen(fact, seat(1)) == CardDrawn(seat=1, card="envoy-01")
    assert as_seen(fact, seat(0)) == as_seen(fact, SPECTATOR) == CardDrawn(seat=1)


def test_a_field_for_two_audiences_is_seen_by_both() -> None:
    fact = Fact(CardDrawn(seat=1, card="envoy-01"), {seat(1): ("card",), seat(2): ("card",)})
    assert [as_seen(fact, seat(n)) == fact.event for n in range(3)] == [False, True, True]


def test_a_sealed_fact_is_nothing_to_the_others() -> None:
    fact = Fact(TopSunk(seat=1), sealed=seat(1))
    assert as_seen(fact, seat(1)) == as_seen(fact, FULL) == fact.event
    assert as_seen(fact, seat(0)) is as_seen(fact, SPECTATOR) is None


class Cut(OfSeat[Board], frozen=True):
    type = "cut"
    n: int


class Shown(OfCard[Board], Notice[Board], frozen=True):
    type = "shown"


def test_an_event_of_a_seat_or_a_card_has_its_fields_before_its_own() -> None:
    draw = Draw("cut", 0, 3, 1)
    assert msgspec.json.encode(Cut(seat=1, n=2, draws=(draw,))) == b'{"seat":1,"n":2,"draws":[["cut",0,3,1]]}'
    assert msgspec.json.encode(Shown(seat=1, iid="i1", card="envoy-01")) == b'{"seat":1,"iid":"i1","card":"envoy-01"}'


def test_the_events_of_a_module_leave_out_what_is_only_a_base() -> None:
    module = ModuleType("invented")
    for kind in (OfSeat, type("Base", (OfSeat,), {"__module__": "invented"}, frozen=True)):
        setattr(module, kind.__name__, kind)
    made = type("Made", (Notice,), {"__module__": "invented", "type": "made"}, frozen=True)
    vars(module)["Made"] = made
    assert events_in(module) == (made,)
