"""Whole tournaments by chance: whatever happens in them, what is promised of rounds, brackets and ranks holds."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest

from domain.kernel.draws import Draws, commitment
from domain.tournament import course as steps
from domain.tournament import events as told
from domain.tournament.course import Course
from domain.tournament.entrants import Round
from domain.tournament.events import EVENTS, RulingKind, Terms
from domain.tournament.policy import ELIMINATIONS, Policy
from domain.tournament.proof import canonical, verify
from domain.tournament.rounds import elimination, given
from domain.tournament.seeds import draw_seed, round_seed
from domain.tournament.tournament import TournamentState
from tests.kit.lanes import by_lane
from tests.kit.tournaments import ID, SEED, Desk
from tests.kit.tournaments_by_chance import by_chance, played, whole
from tests.tournament.plain_standings import Plain, agree

NUMBERS = range(96)
TRIED = NUMBERS[: by_lane(commit=24, nightly=96)]
DRAWS = draw_seed(SEED, ID)
SMALL = 10
"""Players of a round whose ways to be paired are all tried."""
every = pytest.mark.parametrize("number", TRIED)


class Watched(Desk):
    """A desk whose commands must leave the state alone that they are given, whether they are accepted or not."""

    def ask(self, command: Callable[..., Any], **given: Any) -> Any:
        before = copy.deepcopy(self.state)
        outcome = super().ask(command, **given)
        assert self.state == before, command.__name__
        return outcome


def course_of(state: TournamentState) -> Course:
    assert state.course is not None
    return state.course


def begun(desk: Desk) -> Iterator[tuple[told.RoundStarted, Course]]:
    """Each round with the course as it stood right after."""
    for decision in desk.decisions:
        for fact in decision.facts:
            if isinstance(fact.event, told.RoundStarted):
                yield fact.event, course_of(decision.state)


def those(holds: Callable[[TournamentState], bool]) -> list[int]:
    """The numbers of tournaments of which something holds in the end."""
    return [number for number in NUMBERS if holds(whole(number).state)]


def in_bracket(course: Course, number: int) -> bool:
    return course.policy.format in ELIMINATIONS or number > course.due


def test_everything_happens_in_them() -> None:
    desks = [whole(number) for number in NUMBERS]
    facts = [fact.event for desk in desks for decision in desk.decisions for fact in decision.facts]
    assert {type(event) for event in facts} == set(EVENTS)
    assert {event.kind for event in facts if isinstance(event, told.RulingMade)} == set(get_args(RulingKind))
    ended = {(desk.state.policy.format, desk.state.status) for desk in desks}
    formats = ("swiss", "round_robin", "single_elimination", "double_elimination", "pods")
    assert {(one, "finished") for one in formats} <= ended
    assert any(status == "cancelled" for _, status in ended)
    after_cuts = {desk.state.policy.format for desk in desks if desk.state.policy.cut and course_of(desk.state).seeded}
    assert after_cuts == {"swiss", "round_robin", "pods"}
    late = [one for desk in desks for one in course_of(desk.state).entrants if one.entered > 1]
    assert len(late) > 5
    assert any(one.half for desk in desks for one in desk.state.rounds)


@pytest.mark.parametrize("number", range(by_lane(commit=12, nightly=30)))
def test_no_command_changes_the_state_that_it_is_given(number: int) -> None:
    desk, decisions = by_chance(number, kept_by=Watched)
    assert len(list(decisions)) > 10
    assert desk.state.over


@every
def test_the_same_seed_gives_the_same_tournament_byte_for_byte(number: int) -> None:
    assert played(number).stored == whole(number).stored


@every
def test_the_proof_of_every_round_holds_and_follows_from_the_record_as_it_stood(number: int) -> None:
    for event, course in begun(whole(number)):
        assert verify(event.proof) == ()
        before = course.rounds[:-1]
        if in_bracket(course, event.number):
            won = steps.winners(_without_last(course))
            asked: Any = elimination(course.policy, course.id, event.number, course.seeded, won)
        else:
            asked = given(course.policy, course.id, course.entrants, before, event.number, event.half)
        assert event.proof.input == canonical(asked)


def _without_last(course: Course) -> Course:
    return msgspec.structs.replace(course, rounds=course.rounds[:-1], proofs=course.proofs[:-1])


@every
def test_every_seed_was_committed_to_before_its_round(number: int) -> None:
    desk = whole(number)
    committed = [*(event.commitment for event in desk.ever(told.TournamentStarted))]
    drawn_once: dict[bool, str] = {}
    for event, course in begun(desk):
        assert committed[event.number - 1] == commitment(ID, round_seed(DRAWS, ID, event.number))
        bracket = in_bracket(course, event.number)
        if bracket or course.policy.format == "round_robin":
            first = course.due + 1 if bracket else 1
            seed = drawn_once.setdefault(bracket, round_seed(DRAWS, ID, first).hex())
            assert event.proof.seed == seed
        else:
            assert commitment(ID, bytes.fromhex(event.proof.seed)) == committed[event.number - 1]
        committed.append(event.commitment)
    assert desk.ever(told.TournamentCreated)[0].commitment == commitment(ID, DRAWS)
    assert desk.state.seed == DRAWS.hex()


@every
def test_everybody_who_is_there_sits_at_one_table_or_has_one_reason_not_to(number: int) -> None:
    for event, course in begun(whole(number)):
        one = course.rounds[-1]
        seated = [who for pairing in one.pairings for who in pairing.seats]
        gone = {entrant.id for entrant in course.entrants if entrant.dropped is not None}
        there = {entrant.id for entrant in course.entrants if entrant.takes_part(event.number)}
        assert len(set(seated)) == len(seated)
        assert not {*one.byes, *one.half} & set(seated)
        if in_bracket(course, event.number) or course.policy.format == "round_robin":
            forfeits = {result.table: result for result in one.results}
            for pairing in one.pairings:
                absent = tuple(seat for seat, who in enumerate(pairing.seats) if who in gone)
                found = forfeits.get(pairing.table)
                assert (found.absent if found else ()) == absent
        else:
            assert one.results == ()
            assert {*seated, *one.byes, *one.half} == there
            assert not there & gone


def matchings(people: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for at, other in enumerate(rest):
        for others in matchings([*rest[:at], *rest[at + 1 :]]):
            yield [(first, other), *others]


def meetings(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pairing.seats) for one in rounds for pairing in one.pairings)


@pytest.mark.parametrize("number", [number for number in TRIED if number % 6 in {0, 5}])
def test_no_way_to_pair_a_swiss_round_has_fewer_rematches_or_keeps_score_groups_better(number: int) -> None:
    tried = 0
    for event, course in begun(whole(number)):
        if in_bracket(course, event.number):
            break
        one, before = course.rounds[-1], course.rounds[:-1]
        people = sorted([*(who for pairing in one.pairings for who in pairing.seats), *one.byes])
        had = Counter(who for earlier in before for who in earlier.byes)
        assert all(had[who] == min(had[other] for other in people) for who in one.byes)
        if len(people) <= SMALL:
            best = min(cost(course, before, people, pairs) for pairs in ways(people, had))
            found = [(pairing.seats[0], pairing.seats[1]) for pairing in one.pairings]
            assert cost(course, before, people, found)[0] == best[0]
            rest = [who for who in people if who not in one.byes]
            assert cost(course, before, people, found) == min(
                cost(course, before, people, pairs) for pairs in matchings(rest)
            )
            tried += 1
    assert tried


def ways(people: list[str], had: Counter[str]) -> Iterator[list[tuple[str, str]]]:
    """All pairs of a round, with whoever may have the bye."""
    if len(people) % 2 == 0:
        yield from matchings(people)
        return
    fewest = min(had[who] for who in people)
    for bye in people:
        if had[bye] == fewest:
            yield from matchings([who for who in people if who != bye])


def cost(
    course: Course, before: Sequence[Round], people: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> tuple[int, int]:
    """Rematches, and how many score groups the two of each pair are apart, squared."""
    points = points_before(course, before)
    groups = sorted({points[who] for who in people}, reverse=True)
    met = meetings(before)
    apart = [groups.index(points[first]) - groups.index(points[second]) for first, second in pairs]
    return sum(met[frozenset(pair)] for pair in pairs), sum(one * one for one in apart)


def points_before(course: Course, before: Sequence[Round]) -> dict[str, Fraction]:
    plain = Plain(course.policy, list(course.entrants), list(before))
    return {entrant.id: plain.points(entrant.id) for entrant in course.entrants}


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    leagues = those(lambda state: state.policy.format == "round_robin" and len(state.rounds) >= course_of(state).due)
    assert len(leagues) > 10
    for number in leagues:
        course = course_of(whole(number).state)
        met = meetings(course.rounds[: course.due])
        assert set(met.values()) == {1}, number
        assert len(met) == len(course.entrants) * (len(course.entrants) - 1) // 2, number


def bracket_rounds(course: Course) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each match of the bracket with who played it, the last time it was played."""
    last = {}
    for one, proof in zip(course.rounds[course.due :], course.proofs[course.due :], strict=True):
        for pairing, node in zip(one.pairings, proof.result.nodes, strict=True):
            last[node] = pairing.seats
    yield from last.items()


def test_a_bracket_leaves_one_and_everybody_else_has_lost_as_often_as_puts_out() -> None:
    brackets = those(lambda state: state.status == "finished" and bool(course_of(state).seeded))
    assert len(brackets) > 30
    for number in brackets:
        leaves_one(number)


def leaves_one(number: int) -> None:
    desk = whole(number)
    course = course_of(desk.state)
    won = steps.winners(course)
    lost = dict.fromkeys(course.seeded, 0)
    final = ""
    for node, seats in bracket_rounds(course):
        if not node.startswith("T"):
            loser = next(who for who in seats if who != won[node])
            lost[loser] += 1
            final = loser if node.startswith("F") else final
    champions = [who for rank, who in desk.state.ranks if rank == 1]
    assert len(champions) == 1
    format_ = course.policy.cut.format if course.policy.cut else course.policy.format
    put_out = 2 if format_ == "double_elimination" else 1
    assert lost[champions[0]] < put_out or not course.policy.bracket_reset
    for who in course.seeded:
        without_reset = who == final and not course.policy.bracket_reset
        assert who == champions[0] or lost[who] == put_out or (without_reset and lost[who] == 1)


def test_a_cut_follows_the_standings_and_the_lot_decides_among_equals() -> None:
    cuts = those(lambda state: state.policy.cut is not None and bool(course_of(state).seeded))
    assert len(cuts) > 10
    for number in cuts:
        [(event, course)] = [(event, course) for event, course in begun(whole(number)) if event.seeded]
        assert course.policy.cut is not None
        gone = {entrant.id for entrant in course.entrants if entrant.dropped is not None}
        draws = Draws(round_seed(DRAWS, ID, event.number), ID, b"", {})
        order: list[str] = []
        for group in tied(course):
            lots = draws.shuffle(f"cut:{len(order) + 1}", len(group)).order
            assert isinstance(lots, tuple)
            order += [sorted(group)[place] for place in lots]
        assert event.seeded == tuple(who for who in order if who not in gone)[: course.policy.cut.size], number


def tied(course: Course) -> list[set[str]]:
    """Groups that share a rank before the bracket: counted again where that can be done."""
    before = list(course.rounds[: course.due])
    if course.policy.format == "swiss":
        return Plain(course.policy, list(course.entrants), before).groups()
    rows = steps.standings_now(course)
    return [{row.entrant for row in rows if row.rank == rank} for rank in sorted({row.rank for row in rows})]


def test_the_end_ranks_everybody_once_the_bracket_first_and_who_was_told_to_leave_last() -> None:
    finished = those(lambda state: state.status == "finished")
    assert len(finished) > 80
    assert any(whole(number).state.disqualified for number in finished)
    for number in finished:
        course, ranks = course_of(whole(number).state), whole(number).state.ranks
        assert sorted(who for _, who in ranks) == sorted(entrant.id for entrant in course.entrants), number
        counted = [rank for rank, _ in ranks]
        assert counted == [1 + sum(other < rank for other in counted) for rank in counted], number
        out = whole(number).state.disqualified
        through = set(course.seeded) - out
        assert {who for _, who in ranks[: len(through)]} == through, number
        assert {who for _, who in ranks[len(ranks) - len(out) :]} == out, number


def test_a_cancelled_tournament_ranks_nobody() -> None:
    cancelled = those(lambda state: state.status == "cancelled")
    assert len(cancelled) > 5
    assert all(whole(number).state.ranks == () for number in cancelled)


@pytest.mark.parametrize("number", [number for number in TRIED if number % 6 in {0, 1, 5}])
def test_standings_as_of_any_round_are_what_the_definitions_say(number: int) -> None:
    """After corrections of earlier rounds and rulings as well."""
    course = course_of(whole(number).state)
    played = course.policy, list(course.entrants), list(course.rounds[: course.due])
    for after in range(1, len(played[2]) + 1):
        agree(played, after)


@every
def test_a_round_is_told_to_be_over_when_its_last_table_has_a_result_that_nobody_disputes(number: int) -> None:
    for decision in whole(number).decisions:
        state = decision.state
        if state.course is not None and not state.over:
            disputed_since = bool(state.disputed) and state.done == len(state.rounds)
            assert state.done == len(state.rounds) - (not state.round_is_over and not disputed_since)
            assert not (steps.open_tables(state.course) and state.done == len(state.rounds))


def test_some_of_them_correct_an_earlier_round() -> None:
    desks = [whole(number) for number in NUMBERS if number % 6 in {0, 5}]
    late = [
        event
        for desk in desks
        for decision in desk.decisions
        for fact in decision.facts
        if isinstance(event := fact.event, told.ResultRecorded) and event.round < len(decision.state.rounds)
    ]
    assert len(late) > 10


def test_a_tournament_is_the_same_whatever_its_terms() -> None:
    """Decks, clocks and delays change no pairing and no rank."""
    courses = []
    for terms in (Terms(), Terms("closed"), Terms("after_round", spectator_delay=9, rated=False)):
        desk = Desk(Policy("swiss", rounds=3), terms)
        desk.enter(*"abcdefg")
        for _ in range(3):
            desk.round()
            desk.play()
        courses.append(desk.state.course)
    assert courses[0] == courses[1] == courses[2]
