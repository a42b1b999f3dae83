"""The course of a tournament: what may be done when, what follows from it, and that its proofs lead along it."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from domain.tournament import course as steps
from domain.tournament.course import Course, CourseOrFaults
from domain.tournament.entrants import Pairing, TableResult
from domain.tournament.policy import ELIMINATIONS, Cut, LateEntry, Pods, Policy
from domain.tournament.proof import verify
from tests.kit.tournaments_by_chance import CALM, by_chance
from tests.tournament.play import duel, pod

Playing = Callable[[Course, Pairing], TableResult]


def first(_: Course, pairing: Pairing) -> TableResult:
    """Whoever sits first wins, and so on."""
    return TableResult(pairing.table, tuple((at,) for at in range(len(pairing.seats))))


def drawn(_: Course, pairing: Pairing) -> TableResult:
    return TableResult(pairing.table, ((0, 1),))


def two_to_none(_: Course, pairing: Pairing) -> TableResult:
    return TableResult(pairing.table, ((0,), (1,)), (2, 0))


def seed(number: int) -> bytes:
    return bytes([number]) * 32


def sound(outcome: CourseOrFaults) -> Course:
    assert isinstance(outcome, Course), outcome
    return outcome


def codes(outcome: CourseOrFaults) -> list[str]:
    assert not isinstance(outcome, Course)
    return [fault.code for fault in outcome]


def begun(policy: Policy, count: int = 8) -> Course:
    return sound(steps.start("tn_c", policy, [f"e{number:02}" for number in range(count)]))


def paired(course: Course) -> Course:
    return sound(steps.pair(course, seed(len(course.rounds) + 1)))


def played(course: Course, playing: Playing = first) -> Course:
    """One more round, with its results."""
    course = paired(course)
    for pairing in steps.open_tables(course):
        course = sound(steps.record(course, playing(course, pairing)))
    return course


def to_the_end(course: Course, playing: Playing = first) -> Course:
    while not steps.over(course):
        course = played(course, playing)
    return sound(steps.finish(course))


POLICIES = (
    Policy("swiss", best_of=3),
    Policy("swiss", rounds=3, cut=Cut(4, "double_elimination", 3)),
    Policy("round_robin", cycles=2),
    Policy("round_robin", cut=Cut(2)),
    Policy("single_elimination", third_place=True),
    Policy("double_elimination", seeding="given"),
    Policy("pods", pods=Pods(), cut=Cut(3)),
)


def chance(random: Random) -> Playing:
    def playing(course: Course, pairing: Pairing) -> TableResult:
        if len(pairing.seats) > 2:
            return pod(random, pairing.table, len(pairing.seats))
        return duel(random, pairing.table, steps.policy_now(course).best_of)

    return playing


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("count", [5, 8, 11])
def test_a_tournament_by_chance_ends_with_everybody_ranked_and_all_rounds_proved(policy: Policy, count: int) -> None:
    random = Random(f"{policy.format}|{count}")
    course = begun(policy, count)
    while not steps.over(course):
        course = played(course, chance(random))
        there = [one.id for one in course.entrants if one.dropped is None]
        if len(there) > 4 and random.random() < 0.3:
            course = sound(steps.leave(course, random.choice(there)))
    course = sound(steps.finish(course))
    assert {row.entrant for row in steps.standings_now(course)} == {one.id for one in course.entrants}
    assert sorted(steps.numbers(course)) == [one.id for one in course.entrants]
    assert [verify(proof) for proof in course.proofs] == [()] * len(course.rounds)
    assert [one.number for one in course.rounds] == list(range(1, len(course.rounds) + 1))
    bracket = steps.bracket_standings(course)
    assert {row.entrant for row in bracket} == set(course.seeded)
    assert [row.rank for row in bracket][:2] in ([1, 2], [])
    assert msgspec.json.decode(msgspec.json.encode(course), type=Course) == course


def test_the_same_acts_lead_to_the_same_course() -> None:
    for policy in POLICIES:
        assert to_the_end(begun(policy), chance(Random(1))) == to_the_end(begun(policy), chance(Random(1)))


@pytest.mark.parametrize(
    ("policy", "entrants", "code"),
    [
        (Policy("swiss", best_of=2), ["a", "b"], "BEST_OF"),
        (Policy("swiss"), ["a"], "ENTRANTS_RANGE"),
        (Policy("swiss"), [f"e{number}" for number in range(4097)], "ENTRANTS_RANGE"),
        (Policy("swiss"), ["a", ""], "ENTRANT_ID"),
        (Policy("swiss"), ["a", "b", "a"], "ENTRANT_TWICE"),
        (Policy("swiss", cut=Cut(3)), ["a", "b"], "CUT_ENTRANTS"),
        (Policy("pods", pods=Pods()), ["a", "b"], "PODS_ENTRANTS"),
    ],
)
def test_what_can_not_start(policy: Policy, entrants: list[str], code: str) -> None:
    assert codes(steps.start("tn_c", policy, entrants)) == [code]


def test_a_round_is_played_before_the_next_one_is_paired() -> None:
    course = paired(begun(Policy("swiss", rounds=1), 4))
    assert codes(steps.pair(course, seed(2))) == codes(steps.finish(course)) == ["ROUND_OPEN"]
    one, other = steps.open_tables(course)
    assert codes(steps.record(course, TableResult(9, ((0,), (1,))))) == ["TABLE_UNKNOWN"]
    assert codes(steps.record(course, TableResult(one.table, ((0,),)))) == ["PLACES_MISSING"]
    course = sound(steps.record(course, first(course, one)))
    assert codes(steps.record(course, first(course, one))) == ["RESULT_TWICE"]
    course = sound(steps.record(course, first(course, other)))
    assert codes(steps.pair(course, seed(2))) == ["NO_ROUND_LEFT"]
    course = sound(steps.finish(course))
    assert codes(steps.finish(course)) == ["FINISHED"]


def test_nothing_is_reported_or_finished_before_the_first_round() -> None:
    course = begun(Policy("swiss"))
    assert codes(steps.record(course, TableResult(1, ((0,), (1,))))) == ["TABLE_UNKNOWN"]
    assert codes(steps.finish(course)) == ["ROUNDS_LEFT"]


def test_who_comes_late_is_paired_from_the_next_round_on() -> None:
    policy = Policy("swiss", rounds=3, late_entry=LateEntry(2))
    course = sound(steps.enter(played(begun(policy, 3)), "late"))
    assert course.entrants[-1].entered == 2
    assert "late" in {who for pairing in paired(course).rounds[-1].pairings for who in pairing.seats}
    assert codes(steps.enter(course, "late")) == ["ENTRANT_TWICE"]
    assert codes(steps.enter(played(course), "later")) == ["ENTRY_CLOSED"]
    unbounded = Policy("swiss", late_entry=LateEntry(9), cut=Cut(2))
    assert codes(steps.enter(played(begun(unbounded, 2)), "late")) == ["ENTRY_CLOSED"]


def test_who_has_left_is_not_paired_in_a_swiss_and_forfeits_elsewhere() -> None:
    for format_ in ("swiss", "round_robin", "single_elimination"):
        course = played(begun(Policy(format_), 4))
        there = course.rounds[0].pairings[0].seats[0]
        course = paired(sound(steps.leave(course, there)))
        seats = {who for pairing in course.rounds[1].pairings for who in pairing.seats}
        assert (there in seats) == (format_ != "swiss")
        forfeits = [result for result in course.rounds[1].results if result.absent]
        assert len(forfeits) == (format_ != "swiss")
        assert codes(steps.leave(course, there)) == ["ENTRANT_GONE"]
    assert codes(steps.leave(course, "nobody")) == ["ENTRANT_UNKNOWN"]


def test_who_is_excused_has_half_a_round() -> None:
    course = sound(steps.pair(begun(Policy("swiss"), 5), seed(1), ["e03", "nobody"]))
    assert course.rounds[0].half == ("e03",)
    assert len(course.rounds[0].pairings) == 2


@pytest.mark.parametrize("replays", [0, 2])
def test_a_drawn_match_of_a_bracket_is_played_again_then_the_better_seed_goes_on(replays: int) -> None:
    course = to_the_end(begun(Policy("single_elimination", replays=replays), 2), drawn)
    assert len(course.rounds) == replays + 1
    assert {proof.result.nodes for proof in course.proofs} == {("W1.1",)}
    assert steps.winners(course) == {"W1.1": steps.seeds(course)[0]}
    assert [row.record for row in steps.bracket_standings(course)] == [(0, replays + 1, 0)] * 2


def test_of_two_who_are_both_gone_the_better_seed_stands_higher() -> None:
    course = begun(Policy("single_elimination", seeding="given"), 2)
    for who in ("e00", "e01"):
        course = sound(steps.leave(course, who))
    course = to_the_end(course)
    assert [row.entrant for row in steps.standings_now(course)] == ["e00", "e01"]
    assert course.rounds[0].results == (TableResult(1, absent=(0, 1)),)


def test_starting_numbers_and_seeds_are_drawn_once() -> None:
    """Each round is given another seed, and all but the first are left aside."""
    for policy in (Policy("round_robin"), Policy("double_elimination")):
        course = to_the_end(begun(policy, 6))
        assert {proof.seed for proof in course.proofs} == {seed(1).hex()}
        assert len(course.proofs) > 1
    swiss = to_the_end(begun(Policy("swiss"), 6))
    assert [proof.seed for proof in swiss.proofs] == [seed(number).hex() for number in (1, 2, 3)]


def test_in_a_round_robin_everybody_meets_everybody() -> None:
    course = to_the_end(begun(Policy("round_robin"), 6))
    met = [frozenset(pairing.seats) for one in course.rounds for pairing in one.pairings]
    assert len(met) == len(set(met)) == 15


def test_the_best_of_the_standings_play_on_and_who_left_makes_room() -> None:
    course = begun(Policy("swiss", rounds=2, cut=Cut(2, best_of=3)), 6)
    course = played(played(course))
    best = [row.entrant for row in steps.standings_now(course)]
    course = played(sound(steps.leave(course, best[0])), two_to_none)
    assert course.seeded == (best[1], best[2])
    assert steps.policy_now(course).best_of == 3
    assert [row.entrant for row in steps.standings_now(course)] == best
    assert steps.over(course)


def test_without_two_who_are_left_there_is_no_cut() -> None:
    course = played(begun(Policy("swiss", rounds=1, cut=Cut(2)), 3))
    assert not steps.over(course)
    for who in ("e00", "e01"):
        course = sound(steps.leave(course, who))
    assert steps.over(course)
    assert steps.bracket_standings(sound(steps.finish(course))) == ()


def test_who_waits_in_the_first_round_of_a_bracket_has_a_bye() -> None:
    course = to_the_end(begun(Policy("single_elimination", seeding="given"), 3))
    assert [one.byes for one in course.rounds] == [("e00",), ()]


def test_the_lot_decides_who_plays_on_of_those_whom_nothing_else_does() -> None:
    """Two of four who won their only match: another seed takes others, never somebody who lost."""
    one = played(begun(Policy("swiss", rounds=1, cut=Cut(2)), 8))
    won = {row.entrant for row in steps.standings_now(one) if row.rank == 1}
    taken = {sound(steps.pair(one, seed(number))).seeded for number in range(40)}
    assert {who for pair in taken for who in pair} == won
    assert len(taken) > 6


@pytest.mark.parametrize("number", range(12))
def test_standings_as_of_a_round_are_what_they_were_when_it_was_over(number: int) -> None:
    desk, decisions = by_chance(number, CALM)
    then: dict[int, Course] = {}
    for _ in decisions:
        state = desk.state
        if state.course is not None and state.done == len(state.rounds):
            then.setdefault(state.done, state.course)
    course = desk.state.course
    assert course is not None
    assert len(then) == len(course.rounds)
    out = course.policy.format in ELIMINATIONS
    for after, known in then.items():
        in_bracket = out or after > course.due
        assert steps.standings_after(course, after, bracket=True) == (
            steps.bracket_standings(known) if in_bracket else ()
        )
        assert steps.standings_after(course, after) == steps.standings_now(known)
