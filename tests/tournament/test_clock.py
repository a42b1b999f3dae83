"""The clock of a round: exact to the millisecond, through every pause, and of no weight for what is paired."""

from __future__ import annotations

import msgspec
import pytest

from domain.tournament import decide
from domain.tournament.codec import fold
from domain.tournament.policy import ROUND_MS, Policy, faults
from domain.tournament.tournament import RoundClock, TournamentState, round_clock, stage_at
from tests.kit.tournaments import NOW, Desk

LENGTH = 50 * 60_000


def desk(policy: Policy | None = None) -> Desk:
    """Four have entered; time stands still unless it is moved."""
    found = Desk(policy or Policy("swiss", rounds=2, round_ms=LENGTH))
    found.enter(*"abcd")
    return found


def at(found: Desk, ms: int) -> None:
    """So many ms after the beginning of round 1."""
    found.now = found.state.rounds_at[0] + ms


def clock(found: Desk, number: int = 1) -> RoundClock:
    """As it is, and as the stored events fold."""
    folded = fold(TournamentState(), found.rows)
    assert round_clock(folded, number) == round_clock(found.state, number)
    return round_clock(found.state, number)


def test_a_round_ends_after_its_length() -> None:
    held = desk()
    assert clock(held, 0) == clock(held) == RoundClock()
    held.round()
    assert clock(held) == RoundClock(held.state.rounds_at[0] + LENGTH)


def test_pauses_add_up_to_the_millisecond() -> None:
    held = desk()
    held.round()
    begun = held.state.rounds_at[0]
    paused = 0
    for start, length in ((1, 7), (1_000, 123_457), (LENGTH - 1, 1)):
        at(held, start + paused)
        held.do(decide.pause, reason="")
        assert clock(held) == RoundClock(left=LENGTH - start)
        held.now += length - 1000  # the desk moves on by a second after each decision
        held.do(decide.resume)
        paused += length
        assert clock(held) == RoundClock(begun + LENGTH + paused)


def test_a_clock_that_is_stopped_after_the_end_has_nothing_left() -> None:
    held = desk()
    held.round()
    at(held, LENGTH + 5_000)
    held.do(decide.pause, reason="")
    assert clock(held) == RoundClock(left=0)
    held.now += 60_000 - 1000
    held.do(decide.resume)
    assert clock(held) == RoundClock(held.state.rounds_at[0] + LENGTH + 60_000)


def test_a_pause_stops_the_last_round_alone_and_a_new_one_begins_anew() -> None:
    held = desk()
    held.round()
    held.play()
    at(held, LENGTH)
    held.round()
    first, second = clock(held), clock(held, 2)
    assert second == RoundClock(held.state.rounds_at[1] + LENGTH)
    held.now += 1000
    held.do(decide.pause, reason="")
    assert clock(held) == first
    assert clock(held, 2).ends_at is None
    held.do(decide.cancel, reason="rain")
    assert (clock(held), clock(held, 2)) == (first, second)


def test_the_stage_of_each_version_has_its_clock() -> None:
    held = desk()
    held.round()
    begun = held.state.version
    at(held, 60_000)
    held.do(decide.pause, reason="")
    paused = held.state.version
    held.do(decide.resume)
    assert stage_at(held.state, begun).clock == RoundClock(held.state.rounds_at[0] + LENGTH)
    assert stage_at(held.state, paused).clock == RoundClock(left=LENGTH - 60_000)
    assert stage_at(held.state, held.state.version).clock == clock(held)
    assert stage_at(held.state, 1).clock == RoundClock()


def test_rounds_without_a_length_have_no_clock() -> None:
    held = desk(Policy("swiss", rounds=2))
    held.round()
    held.do(decide.pause, reason="")
    assert clock(held) == RoundClock()
    held.do(decide.resume)
    assert clock(held) == RoundClock()


def test_a_length_changes_no_pairing_and_is_stored_only_where_it_is() -> None:
    one, other = desk(), desk(Policy("swiss", rounds=2))
    for held in (one, other):
        held.round()
    assert one.state.rounds == other.state.rounds
    assert b"round_ms" not in msgspec.json.encode(other.state.policy)
    assert one.now == other.now > NOW


@pytest.mark.parametrize("length", [ROUND_MS[0], ROUND_MS[-1]])
def test_the_range_of_a_length(length: int) -> None:
    assert faults(Policy("swiss", round_ms=length)) == ()
    for outside in (ROUND_MS[0] - 1, ROUND_MS[-1] + 1):
        (fault,) = faults(Policy("swiss", round_ms=outside))
        assert (fault.code, fault.path) == ("ROUND_MS_RANGE", ("round_ms",))
