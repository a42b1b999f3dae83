"""What the views of all games ask alike: how far a match is, and what is for one seat alone."""

from __future__ import annotations

from typing import Literal

import pytest

from domain.kernel.audience import FULL, NOBODY, PARTICIPANTS, SPECTATOR, seat
from domain.kernel.match import ClockPolicy, State
from domain.kernel.views import is_own, phase
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
