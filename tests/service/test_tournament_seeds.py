"""No round can be paired from another seed than the one that was committed to for it, whatever the format."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest

from domain.tournament import course as steps
from domain.tournament import decide
from domain.tournament.course import Course
from domain.tournament.policy import Cut, Policy
from service.tournaments import record
from tests.kit.tournament_record import Bodies, bodies_of, record_of
from tests.kit.tournaments import Desk
from tests.kit.tournaments_by_chance import whole

CUT = Cut(4)
SWISS, ROBIN = Policy("swiss", rounds=3, cut=CUT), Policy("round_robin", cut=CUT)
POLICIES = (
    SWISS,
    ROBIN,
    Policy("round_robin", cycles=2),
    Policy("single_elimination"),
    Policy("double_elimination"),
)
_pair = steps.pair


def played(policy: Policy) -> Desk:
    desk = Desk(policy)
    desk.enter(*"abcdef")
    while desk.state.course is None or not steps.over(desk.state.course):
        desk.round()
        desk.play()
    desk.do(decide.finish)
    return desk


def other_seed(number: int, taken: Callable[[Course], bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """A round is paired from another seed than the tournament has for it."""

    def pair(course: Course, seed: bytes, excused: tuple[str, ...] = ()) -> steps.CourseOrFaults:
        return _pair(course, taken(course) if len(course.rounds) == number - 1 else seed, excused)

    monkeypatch.setattr(steps, "pair", pair)


def first_seed(course: Course) -> bytes:
    return bytes.fromhex(course.proofs[0].seed)


def found(desk: Desk) -> list[tuple[str, str]]:
    """What is wrong with the record: the code, and the type of the event."""
    bodies = bodies_of(desk)
    return [(fault.code, bodies[int(fault.path[0]) - 1]["type"]) for fault in checked(desk, bodies).faults]


def checked(desk: Desk, bodies: Bodies) -> record.Checked:
    return record.check(record_of(desk.tournament, bodies))


@pytest.mark.parametrize("number", range(24))
def test_the_record_of_every_format_holds(number: int) -> None:
    desk = whole(number)
    told = checked(desk, bodies_of(desk))
    assert (told.faults, told.complete) == ((), True)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_record_of_a_calm_tournament_holds(policy: Policy) -> None:
    assert found(played(policy)) == []


@pytest.mark.parametrize(("policy", "number"), [(SWISS, 3), (SWISS, 4), (ROBIN, 6)])
def test_a_seed_of_an_earlier_round_is_another_seed(
    policy: Policy, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a Swiss, and in the first round after a cut."""
    with monkeypatch.context() as cheating:
        other_seed(number, first_seed, cheating)
        desk = played(policy)
    assert desk.state.course is not None
    assert desk.state.course.proofs[number - 1].seed == desk.state.course.proofs[0].seed
    assert set(found(desk)) == {("SEED_DIFFERS", "round_started"), ("SEED_DIFFERS", "seed_revealed")}


@pytest.mark.parametrize("policy", [Policy("round_robin"), Policy("double_elimination", seeding="given"), ROBIN])
def test_where_a_seed_is_drawn_once_a_later_round_has_no_other(policy: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the one that was committed to for that round."""
    last = 7 if policy is ROBIN else 2

    def drawn(course: Course, seed: bytes) -> bytes:
        return seed if len(course.rounds) == last - 1 else _seed(course, seed)

    _seed = steps._seed
    with monkeypatch.context() as cheating:
        cheating.setattr(steps, "_seed", drawn)
        desk = played(policy)
    assert ("SEED_DIFFERS", "round_started") in found(desk)
    assert ("SEED_DIFFERS", "seed_revealed") in found(desk)


@pytest.mark.parametrize("policy", [SWISS, ROBIN, Policy("single_elimination")])
def test_seeds_that_were_not_made_from_that_of_the_tournament_are_found(
    policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each was committed to in time: so whoever keeps the tournament could have tried many."""
    with monkeypatch.context() as cheating:
        cheating.setattr(decide, "round_seed", lambda seed, _, number: sha256(seed + bytes([number])).digest())
        desk = played(policy)
    assert set(found(desk)) == {("SEED_DIFFERS", "seed_revealed")}


def test_the_seed_of_a_tournament_that_is_over_is_in_its_record() -> None:
    desk = played(SWISS)
    *others, last = bodies_of(desk)
    assert last["type"] == "seed_revealed"
    (fault,) = checked(desk, others).faults
    assert (fault.code, "seed" in fault.message) == ("RECORD_ENDS", True)
    assert checked(desk, others[:-1]).faults == ()


def test_a_round_has_its_own_number_and_the_bracket_those_who_made_the_cut() -> None:
    desk = played(SWISS)
    for field, changed in (("number", 7), ("seeded", ["a", "b", "c", "d"])):
        bodies = bodies_of(desk)
        body = next(one for one in bodies if one["type"] == "round_started" and one["pub"].get("seeded"))
        assert body["pub"][field] != changed
        body["pub"][field] = changed
        assert "ROUND_DIFFERS" in {fault.code for fault in checked(desk, bodies).faults}
