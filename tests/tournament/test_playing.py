"""Tables of a round: games and what they come to, what referees decide, and what is fair when people leave."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tournament import course as steps
from domain.tournament import decide
from domain.tournament import events as told
from domain.tournament.batch import TournamentDecision
from domain.tournament.course import Course
from domain.tournament.entrants import Pairing, TableResult, faults
from domain.tournament.events import RulingKind, Terms
from domain.tournament.playing import MatchLayout, game_over
from domain.tournament.policy import Cut, LateEntry, Pods, Policy
from domain.tournament.rulings import rule
from tests.kit.tournaments import Desk, deck_of, running_games

DUEL = Policy("swiss", rounds=1)
PODS = Policy("pods", rounds=2, pods=Pods())
KNOCKOUT = Policy("single_elimination", seeding="given")
LEAGUE = Policy("round_robin", seeding="given")
FORFEIT = TableResult(1, ((1,),), absent=(0,))


def best_of(number: int, rounds: int = 1) -> Policy:
    return Policy("swiss", rounds=rounds, best_of=number)


def begun(policy: Policy = DUEL, entrants: str = "ab", terms: Terms | None = None) -> Desk:
    """The first round has begun."""
    desk = Desk(policy, terms)
    desk.enter(*entrants, deck=deck_of)
    desk.round()
    return desk


def events_of(decision: TournamentDecision) -> list[Any]:
    return [fact.event for fact in decision.facts]


def names_of(decision: TournamentDecision) -> list[str]:
    return [event.type for event in events_of(decision)]


def seats_of_games(desk: Desk, table: int = 1) -> list[tuple[int, ...]]:
    return [game.seats for game in desk.state.tables[desk.number, table].games]


def test_each_game_of_a_match_is_made_as_the_one_before_is_over() -> None:
    desk = begun(best_of(3))
    assert names_of(desk.game(1)) == ["game_finished", "game_started"]
    assert names_of(desk.game(1)) == ["game_finished", "game_started"]
    assert names_of(desk.game(1)) == ["game_finished", "result_recorded", "round_finished"]
    assert seats_of_games(desk) == [(0, 1), (1, 0), (0, 1)]
    assert [game.match for game in desk.state.tables[1, 1].games] == ["mt_1_1_1", "mt_1_1_2", "mt_1_1_3"]
    assert desk.result(1) == TableResult(1, ((0,), (1,)), (2, 1))


@pytest.mark.parametrize(
    ("most", "games", "result"),
    [
        (1, [[[1], [0]]], TableResult(1, ((1,), (0,)), (0, 1))),
        (1, [[[0, 1]]], TableResult(1, ((0, 1),), (0, 0), 1)),
        (1, [[]], TableResult(1)),
        (1, [[[0]]], TableResult(1, ((0,), (1,)), (1, 0))),
        (3, [[[0], [1]], [[1], [0]]], TableResult(1, ((0,), (1,)), (2, 0))),
        (3, [[[0, 1]], [[0, 1]], [[0, 1]]], TableResult(1, ((0, 1),), (0, 0), 3)),
        (3, [[[0, 1]], [], [[0], [1]]], TableResult(1, ((0,), (1,)), (1, 0), 1)),
        (5, [[[0], [1]], [[1], [0]], [[0], [1]]], TableResult(1, ((0,), (1,)), (3, 0))),
    ],
)
def test_what_games_come_to(most: int, games: list[list[list[int]]], result: TableResult) -> None:
    """Placings are by seats of the match: in the second game of a table these are turned."""
    desk = begun(best_of(most))
    for placings in games:
        assert desk.result(1) is None
        desk.game(1, placings)
    assert desk.result(1) == result


def test_a_match_of_a_cut_is_as_long_as_the_cut_says() -> None:
    desk = begun(Policy("swiss", rounds=1, best_of=1, cut=Cut(2, best_of=3)))
    desk.game(1)
    desk.round()
    desk.game(1)
    assert desk.result(1) is None


def test_a_side_of_several_seats_is_one_entrant() -> None:
    """Four seats of a match, two sides: each stands where the first of its seats does."""
    sides = MatchLayout(lambda *_: "mt_x", {2: [[0, 2], [1, 3]]})
    desk = Desk(best_of(3))
    desk.enter("a", "b")
    decision = decide.start_round(desk.state, 1, (), desk.seed, sides, desk.now)
    assert isinstance(decision, TournamentDecision)
    assert decision.state.tables[1, 1].games[0].seats == (0, 1, 0, 1)
    placings = [[3], [0, 2], [1]]
    decision = game_over(decision.state, (1, 1), 1, placings, "R-1", desk.seed, sides, desk.now)
    assert isinstance(decision, TournamentDecision)
    first, second = decision.state.tables[1, 1].games
    assert first.places == ((1,), (0,))
    assert second.seats == (1, 0, 1, 0)


def test_an_aborted_game_waits_for_a_referee_and_is_replayed_from_the_same_seats() -> None:
    desk = begun(best_of(3))
    desk.game(1)
    assert names_of(desk.game(1, None)) == ["game_finished"]
    assert not running_games(desk.state)
    assert desk.refused(decide.start_round, number=2, excused=()) == ["ROUND_OPEN"]
    assert names_of(desk.ruling("replay", 1)) == ["ruling_made", "game_started"]
    assert seats_of_games(desk) == [(0, 1), (1, 0), (1, 0)]
    desk.game(1, [[1], [0]])
    assert desk.result(1) == TableResult(1, ((0,), (1,)), (2, 0))


def test_a_match_that_ends_after_the_referee_has_decided_changes_nothing() -> None:
    desk = begun()
    desk.ruling("override", 1, result=TableResult(1, ((1,), (0,))))
    assert names_of(desk.game(1)) == ["game_finished"]
    assert desk.result(1) == TableResult(1, ((1,), (0,)))
    assert desk.state.tables[1, 1].source == "ruling"
    assert not running_games(desk.state)


def test_so_does_one_that_ends_in_a_later_round() -> None:
    desk = begun(best_of(1, 2), "abcd")
    desk.ruling("no_show", 1)
    desk.game(2)
    desk.round()
    table = desk.state.tables[1, 1].games[0]
    assert table.running
    desk.do(game_over, place=(1, 1), number=1, placings=[[0], [1]], rule="R-1")
    assert desk.result(1, 1) == TableResult(1, absent=(0, 1))


def test_a_replay_takes_the_last_game_of_a_match_back() -> None:
    desk = begun(best_of(3))
    desk.game(1)
    desk.game(1, [[1], [0]])
    assert desk.result(1) == TableResult(1, ((0,), (1,)), (2, 0))
    desk.do(decide.dispute, place=(1, 1), entrant="a", reason="a card was missing")
    assert names_of(desk.ruling("replay", 1)) == ["ruling_made", "result_reopened", "game_started"]
    assert desk.result(1) is None
    assert not desk.state.disputed
    assert [game.aborted for game in desk.state.tables[1, 1].games] == [False, True, False]
    desk.game(1, [[0], [1]])
    assert len(desk.ever(told.RoundFinished)) == 1
    desk.game(1, [[0], [1]])
    assert desk.result(1) == TableResult(1, ((0,), (1,)), (2, 1))
    assert len(desk.ever(told.RoundFinished)) == 2


def test_a_replay_after_a_ruling_plays_on() -> None:
    desk = begun(best_of(3))
    desk.game(1)
    desk.ruling("award", 1, "b")
    desk.game(1, [[0], [1]])
    desk.ruling("replay", 1)
    assert desk.state.tables[1, 1].source == "played"
    desk.game(1, [[1], [0]])
    assert desk.result(1) == TableResult(1, ((0,), (1,)), (2, 0))


def test_a_result_after_a_replay_may_be_disputed_again() -> None:
    desk = begun()
    desk.ruling("award", 1, "a")
    desk.game(1, None)
    desk.ruling("replay", 1)
    desk.game(1)
    desk.do(decide.dispute, place=(1, 1), entrant="b", reason="no")


@pytest.mark.parametrize(
    ("kind", "entrant", "result", "source"),
    [
        ("award", 0, TableResult(1, ((0,), (1,))), "ruling"),
        ("match_loss", 0, TableResult(1, ((1,), (0,))), "ruling"),
        ("no_show", 0, FORFEIT, "forfeit"),
        ("no_show", None, TableResult(1, absent=(0, 1)), "forfeit"),
        ("disqualification", 0, FORFEIT, "forfeit"),
    ],
)
def test_a_call_decides_a_duel(kind: RulingKind, entrant: int | None, result: TableResult, source: str) -> None:
    desk = begun()
    who = None if entrant is None else desk.seats(1)[entrant]
    decision = desk.ruling(kind, 1, who)
    ruling = events_of(decision)[0]
    assert (ruling.kind, ruling.round, ruling.table, ruling.entrant) == (kind, 1, 1, who)
    assert ruling.reason == "seen by the referee"
    assert desk.result(1) == result
    assert desk.state.tables[1, 1].source == source


def test_a_warning_is_on_record_and_changes_nothing() -> None:
    desk = begun()
    before = desk.state
    assert names_of(desk.ruling("warning", 0, "a")) == ["ruling_made"]
    assert desk.state.course == before.course
    desk.do(decide.leave, entrant="a")
    desk.ruling("warning", 1, "a")


def test_a_game_loss_ends_the_game_and_the_match_goes_on() -> None:
    desk = begun(best_of(3))
    loser, other = desk.seats(1)
    assert names_of(desk.ruling("game_loss", 1, loser)) == ["ruling_made", "game_finished", "game_started"]
    assert desk.refused(game_over, place=(1, 1), number=1, placings=[[0], [1]], rule="R-1") == ["GAME_OVER"]
    assert seats_of_games(desk) == [(0, 1), (1, 0)]
    decision = desk.ruling("game_loss", 1, loser)
    assert names_of(decision) == ["ruling_made", "game_finished", "result_recorded", "round_finished"]
    assert desk.result(1) == TableResult(1, ((1,), (0,)), (0, 2))
    assert other == desk.seats(1)[1]


def test_a_match_that_a_game_loss_decides_is_not_disputed_by_whom_it_is_called_against() -> None:
    desk = begun(best_of(3))
    loser = desk.seats(1)[0]
    desk.game(1, [[1], [0]])
    decision = desk.ruling("game_loss", 1, loser)
    [recorded] = [event for event in events_of(decision) if isinstance(event, told.ResultRecorded)]
    assert (recorded.source, recorded.result) == ("ruling", TableResult(1, ((1,), (0,)), (0, 2)))
    assert desk.refused(decide.dispute, place=(1, 1), entrant=loser, reason="no") == ["RULED"]


def test_a_match_that_is_played_on_after_a_game_loss_may_be_disputed() -> None:
    desk = begun(best_of(3))
    loser = desk.seats(1)[0]
    desk.ruling("game_loss", 1, loser)
    desk.game(1)
    assert desk.state.tables[1, 1].source == "played"
    desk.do(decide.dispute, place=(1, 1), entrant=loser, reason="no")


@pytest.mark.parametrize(
    ("most", "games", "against", "result"),
    [
        (3, [], 1, TableResult(1, ((0,), (1,)), (2, 0))),
        (3, [[[1], [0]]], 1, TableResult(1, ((0,), (1,)), (2, 1))),
        (3, [[[1], [0]], None], 0, TableResult(1, ((1,), (0,)), (0, 2))),
        (3, [[[0, 1]], [[0], [1]]], 1, TableResult(1, ((0,), (1,)), (2, 1), 1)),
        (3, [[[0], [1]], [[1], [0]]], 0, TableResult(1, ((1,), (0,)), (1, 2))),
        (3, [[]], 0, TableResult(1, ((1,), (0,)), (0, 2))),
        (5, [[[0], [1]], [[0], [1]]], 0, TableResult(1, ((1,), (0,)), (1, 3))),
        (1, [[[0, 1]]], 0, TableResult(1, ((1,), (0,)))),
    ],
)
@pytest.mark.parametrize("kind", ["award", "match_loss"])
def test_a_call_that_decides_a_match_keeps_the_games_that_were_played(
    kind: RulingKind, most: int, games: list[Any], against: int, result: TableResult
) -> None:
    """In the second game of a table seat 1 sits first."""
    desk = begun(best_of(most))
    for placings in games:
        desk.game(1, placings)
    desk.ruling(kind, 1, desk.seats(1)[against if kind == "match_loss" else 1 - against])
    assert desk.result(1) == result
    assert faults(desk.state.policy, Pairing(1, desk.seats(1)), result) == ()


def test_a_match_of_a_cut_that_a_call_decides_has_as_many_games_as_the_cut_says() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2, best_of=5)))
    desk.game(1)
    desk.round()
    desk.ruling("award", 1, desk.seats(1)[1])
    assert desk.result(1) == TableResult(1, ((1,), (0,)), (0, 3))


def test_a_result_of_an_earlier_round_is_corrected_in_a_swiss_to_the_end() -> None:
    desk = begun(best_of(1, 2), "abcd")
    desk.play()
    desk.round()
    winner, loser = desk.seats(1, 1)
    desk.ruling("override", 1, number=1, result=TableResult(1, ((1,), (0,))))
    assert desk.state.course is not None
    after = {row.entrant: row.points.exact for row in steps.standings_now(desk.state.course)}
    assert (after[winner], after[loser]) == ("0", "3")


def test_who_is_told_to_leave_forfeits_and_may_not_come_back() -> None:
    desk = begun(best_of(1, 2), "abcd")
    who = desk.seats(1)[0]
    desk.ruling("disqualification", 0, who)
    assert desk.result(1) == FORFEIT
    desk.game(1)
    desk.game(2)
    desk.round()
    assert who not in {one for pairing in desk.state.rounds[1].pairings for one in pairing.seats}
    assert desk.refused(decide.register, entrant=who, deck=None) == ["ENTRANT_TWICE"]
    assert desk.refused(rule, ruling=desk.call("replay", 1, number=1)) == ["ROUND_PAST"]


def test_nobody_escapes_a_disqualification_by_dropping_out() -> None:
    desk = begun()
    who = desk.seats(1)[0]
    desk.do(decide.leave, entrant=who)
    assert desk.result(1) is None
    desk.ruling("disqualification", 0, who)
    assert desk.state.entries[who].status == "disqualified"
    assert desk.result(1) == FORFEIT


def test_a_result_stands_when_somebody_is_told_to_leave_after_it() -> None:
    desk = begun()
    desk.game(1)
    decision = desk.ruling("disqualification", 0, desk.seats(1)[0])
    assert names_of(decision) == ["ruling_made", "entrant_dropped"]


def test_at_a_larger_table_the_others_play_on_without_whoever_was_told_to_leave() -> None:
    desk = begun(PODS, "abcd")
    desk.ruling("disqualification", 1, desk.seats(1)[2])
    assert desk.result(1) is None
    desk.game(1, [[2], [0, 3], [1]])
    assert desk.result(1) == TableResult(1, ((0, 3), (1,)), absent=(2,))
    assert desk.refused(rule, ruling=desk.call("replay", 1)) == ["ENTRANT_GONE"]


def test_when_all_at_a_larger_table_are_told_to_leave_nobody_wins() -> None:
    desk = begun(PODS, "abc")
    for who in "abc":
        desk.ruling("disqualification", 1, who)
    desk.game(1, [[0], [1], [2]])
    assert desk.result(1) == TableResult(1, absent=(0, 1, 2))


def test_who_does_not_come_to_a_larger_table_has_no_place_there() -> None:
    desk = begun(PODS, "abcd")
    decision = desk.ruling("no_show", 1, desk.seats(1)[0])
    assert names_of(decision) == ["ruling_made"]
    assert desk.result(1) is None
    desk.game(1, [[0], [1, 3], [2]])
    assert desk.result(1) == TableResult(1, ((1, 3), (2,)), absent=(0,))
    assert desk.state.tables[1, 1].source == "played"
    assert points_of(desk) == dict(zip(desk.seats(1), ("0", "4", "2", "4"), strict=True))


def points_of(desk: Desk) -> dict[str, str]:
    return {row.entrant: row.points.exact for row in steps.standings_now(course_of(desk))}


@pytest.mark.parametrize(
    ("losing", "placings", "places"),
    [
        ("c", [[3], [2], [1], [0]], ((3,), (1,), (0,), (2,))),
        ("c", [[2], [0, 1, 3]], ((0, 1, 3), (2,))),
        ("bc", [[2], [1], [0], [3]], ((0,), (3,), (1, 2))),
        ("abcd", [[2], [1], [0], [3]], ()),
        ("c", [], ()),
    ],
)
def test_who_loses_the_match_of_a_larger_table_stands_behind_the_others(
    losing: str, placings: list[list[int]], places: tuple[tuple[int, ...], ...]
) -> None:
    """Also if the match was won before the seat was given up."""
    desk = begun(PODS, "abcd")
    for who in losing:
        desk.ruling("match_loss", 1, desk.seats(1)["abcd".index(who)])
    desk.game(1, placings)
    assert desk.result(1) == TableResult(1, places)


def test_who_lost_the_match_and_did_not_come_was_absent() -> None:
    desk = begun(PODS, "abc")
    for kind in ("match_loss", "no_show"):
        desk.ruling(kind, 1, desk.seats(1)[1])
    desk.game(1, [[0], [1], [2]])
    assert desk.result(1) == TableResult(1, ((0,), (2,)), absent=(1,))


def test_when_nobody_comes_to_a_larger_table_it_is_over() -> None:
    desk = begun(PODS, "abcd")
    assert names_of(desk.ruling("no_show", 1)) == ["ruling_made", "result_recorded", "round_finished"]
    assert desk.result(1) == TableResult(1, absent=(0, 1, 2, 3))
    assert desk.state.tables[1, 1].source == "forfeit"


@pytest.mark.parametrize("kind", ["no_show", "match_loss"])
def test_a_replay_asks_everybody_again_who_was_called_out(kind: RulingKind) -> None:
    desk = begun(PODS, "abc")
    desk.ruling(kind, 1, desk.seats(1)[0])
    desk.game(1, None)
    desk.ruling("replay", 1)
    desk.game(1, [[0], [1], [2]])
    assert desk.result(1) == TableResult(1, ((0,), (1,), (2,)))
    desk.do(decide.dispute, place=(1, 1), entrant=desk.seats(1)[0], reason="no")


def test_who_drops_out_during_a_round_still_plays_it() -> None:
    desk = begun(best_of(3))
    desk.do(decide.leave, entrant="a")
    assert names_of(desk.game(1)) == ["game_finished", "game_started"]
    desk.game(1, None)
    desk.ruling("replay", 1)


def test_a_forfeit_of_somebody_who_has_left_is_not_played_again() -> None:
    desk = begun(LEAGUE, "abcd")
    desk.play()
    desk.do(decide.leave, entrant="a")
    desk.round()
    [forfeit] = desk.state.rounds[1].results
    assert forfeit.absent
    assert desk.state.tables[2, forfeit.table].source == "forfeit"
    assert desk.state.tables[2, forfeit.table].games == ()
    assert desk.refused(rule, ruling=desk.call("replay", forfeit.table)) == ["ENTRANT_GONE"]


def test_a_round_of_forfeits_alone_is_over_at_once() -> None:
    desk = begun(LEAGUE, "abcd")
    desk.play()
    for who in "abc":
        desk.do(decide.leave, entrant=who)
    for _ in range(2):
        assert names_of(desk.round()) == ["round_started", "round_finished"]
        assert desk.state.round_is_over
    desk.do(decide.finish)


def test_when_both_of_a_final_leave_the_better_seed_is_first() -> None:
    desk = begun(KNOCKOUT, "abcd")
    desk.play()
    for who in desk.state.rounds[0].results:
        desk.do(decide.leave, entrant=desk.seats(who.table)[0])
    desk.round()
    assert desk.result(1) == TableResult(1, absent=(0, 1))
    desk.do(decide.finish)
    assert desk.state.ranks == ((1, "a"), (2, "b"), (3, "c"), (3, "d"))


@pytest.mark.parametrize(
    ("policy", "out", "ranks"),
    [
        (KNOCKOUT, "a", ((1, "b"), (2, "c"), (2, "d"), (4, "a"))),
        (KNOCKOUT, "c", ((1, "a"), (2, "b"), (3, "d"), (4, "c"))),
        (KNOCKOUT, "cd", ((1, "a"), (2, "b"), (3, "c"), (3, "d"))),
        (KNOCKOUT, "ad", ((1, "b"), (2, "c"), (3, "a"), (4, "d"))),
        (LEAGUE, "", ((1, "a"), (1, "b"), (3, "c"), (3, "d"))),
        (LEAGUE, "b", ((1, "a"), (2, "c"), (2, "d"), (4, "b"))),
    ],
)
def test_who_was_told_to_leave_stands_behind_everybody_in_the_end(
    policy: Policy, out: str, ranks: tuple[tuple[int, str], ...]
) -> None:
    """Nobody is champion who won the final and was disqualified after it; who shared a rank still does."""
    desk = begun(policy, "abcd")
    desk.play()
    while not steps.over(course_of(desk)):
        desk.round()
        desk.play()
    for who in out:
        desk.ruling("disqualification", 0, who)
    standings = steps.standings_now(course_of(desk))
    desk.do(decide.finish)
    assert desk.state.ranks == ranks
    assert steps.standings_now(course_of(desk)) == standings


def test_behind_a_cut_as_well() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2)), "abcdefgh")
    desk.play()
    desk.round()
    desk.play()
    champion, second = desk.seats(1)
    third = next(who for who in "abcdefgh" if who not in (champion, second))
    for who in (champion, third):
        desk.ruling("disqualification", 0, who)
    desk.do(decide.finish)
    assert desk.state.ranks[0] == (1, second)
    assert [rank for rank, _ in desk.state.ranks[-2:]] == [7, 8]
    assert [who for _, who in desk.state.ranks[-2:]] == [champion, third]


def course_of(desk: Desk) -> Course:
    assert desk.state.course is not None
    return desk.state.course


def test_a_swiss_that_everybody_left_comes_to_its_end() -> None:
    desk = begun(best_of(1, 3), "abc")
    desk.play()
    for who in "abc":
        desk.do(decide.leave, entrant=who)
    desk.round()
    desk.round()
    assert desk.state.rounds[2].pairings == desk.state.rounds[2].byes == ()
    desk.do(decide.finish)


def test_who_comes_late_and_leaves_before_being_paired_has_never_been_there() -> None:
    """Missed rounds count as draws here; whoever never played has no points, and may still come back."""
    desk = begun(Policy("swiss", rounds=3, late_entry=LateEntry(3, "draw")), "abcd")
    desk.play()
    desk.enter("e")
    assert names_of(desk.do(decide.leave, entrant="e")) == ["entrant_withdrawn"]
    assert desk.state.course is not None
    assert [one.id for one in desk.state.course.entrants] == list("abcd")
    desk.round()
    desk.play()
    desk.enter("e")
    assert [one.entered for one in desk.state.course.entrants] == [1, 1, 1, 1, 3]
    desk.round()
    assert names_of(desk.do(decide.leave, entrant="e")) == ["entrant_dropped"]


def test_somebody_who_drops_out_before_a_cut_makes_room_and_stands_behind_it() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2)), "abcd")
    desk.play()
    assert desk.state.course is not None
    best = [row.entrant for row in steps.standings_now(desk.state.course)]
    desk.do(decide.leave, entrant=best[0])
    desk.round()
    [through] = desk.ever(told.RoundStarted)[1:]
    assert set(desk.seats(1)) == set(through.seeded)
    assert through.seeded[0] == best[1]
    [second] = set(through.seeded) - {best[1]}
    [out] = set(best) - {best[0], *through.seeded}
    desk.play()
    desk.do(decide.finish)
    ranks = {who: rank for rank, who in desk.state.ranks}
    assert sorted((ranks[best[1]], ranks[second])) == [1, 2]
    assert (ranks[best[0]], ranks[out]) == (3, 4)


def test_when_too_few_are_left_for_a_cut_the_standings_are_final() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2)), "abc")
    desk.play()
    for who in "ab":
        desk.do(decide.leave, entrant=who)
    assert desk.refused(decide.start_round, number=2, excused=()) == ["NO_ROUND_LEFT"]
    desk.do(decide.finish)
    assert [rank for rank, _ in desk.state.ranks] == [1, 2, 3]


def test_those_whom_nothing_decides_share_a_rank_behind_a_cut_as_well() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2)), "abcdefgh")
    desk.play()
    desk.round()
    desk.play()
    desk.do(decide.finish)
    assert [rank for rank, _ in desk.state.ranks] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_who_is_let_off_a_round_has_the_points_of_a_draw() -> None:
    desk = begun(best_of(1, 2), "abc")
    desk.play()
    desk.round(["a"])
    assert desk.state.rounds[1].half == ("a",)
    assert "a" not in desk.seats(1)


def test_an_override_says_as_many_games_as_its_round_may_have() -> None:
    desk = begun(Policy("swiss", rounds=1, cut=Cut(2, best_of=3)))
    result = TableResult(1, ((0,), (1,)), (2, 1))
    assert desk.refused(rule, ruling=desk.call("override", 1, result=result)) == ["GAMES_RANGE"]
    desk.game(1)
    desk.round()
    desk.ruling("override", 1, result=result)
    assert desk.result(1) == result
