"""What the views of all games ask alike: how far a match is, and what is for one seat alone."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from domain.kernel.audience import FULL, NOBODY, PARTICIPANTS, SPECTATOR, seat
from domain.kernel.match import ClockPolicy, State
from domain.kernel.views import Shown, is_own, phase
from tests.kernel.test_decide import started


def test_a_match_without_a_board_is_being_set_up() -> None:
    assert phase(State()) == "setup"
    assert phase(started(clock=ClockPolicy())) == "running"


@pytest.mark.parametrize("status", ["finished", "aborted"])
def test_a_match_that_is_over_is_finished_with_or_without_a_board(status: Literal["finished", "aborted"]) -> None:
    over = started(clock=ClockPolicy())
    over.status = status
    assert phase(over) == "finished"
    assert phase(State(status=status)) == "finished"


def test_a_seat_and_the_full_record_alone_see_what_is_its_own() -> None:
    assert is_own(seat(1), 1)
    assert is_own(FULL, 1)
    for viewer in (seat(0), seat(11), SPECTATOR, PARTICIPANTS, NOBODY):
        assert not is_own(viewer, 1)


class Plant(msgspec.Struct):
    iid: str
    cid: str
    height: int = 0
    roots: int = 0
    seeds: tuple[str, ...] = ()


class PlantView(msgspec.Struct, frozen=True):
    iid: str
    name: str
    height: int
    seeds: int


PLANT = Shown(PlantView, Plant)


def test_a_view_shows_what_it_has_a_field_for_and_nothing_else() -> None:
    assert PLANT(Plant("i1", "oak-1", 3, 9), name="Oak", seeds=2) == PlantView("i1", "Oak", 3, 2)


def test_a_given_value_goes_before_what_is_there() -> None:
    assert PLANT(Plant("i1", "oak-1", 3), name="Oak", seeds=0, height=1).height == 1


def test_a_field_of_another_type_is_never_shown_as_it_is() -> None:
    with pytest.raises(TypeError, match="seeds"):
        PLANT(Plant("i1", "oak-1", 3, 9, ("s1", "s2")), name="Oak")
