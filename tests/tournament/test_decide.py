"""What may be done with a tournament and what follows: every command accepted, and refused by every code it has."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.tournament import batch, decide, playing, rulings
from domain.tournament import events as told
from domain.tournament.batch import LONGEST_REASON, TournamentDecision
from domain.tournament.entrants import TableResult
from domain.tournament.events import Deck, Terms
from domain.tournament.playing import game_over
from domain.tournament.policy import MOST_ENTRANTS, Cut, LateEntry, Pods, Policy
from domain.tournament.rulings import rule
from domain.tournament.seeds import draw_seed
from tests.kit.cases import cases
from tests.kit.tournaments import ID, ORGANISER, REFEREE, SEED, Desk

SWISS = Policy("swiss", rounds=2)
LATE = Policy("swiss", rounds=2, late_entry=LateEntry(2))
PODS = Policy("pods", rounds=2, pods=Pods())
BEST_OF_3 = Policy("swiss", rounds=2, best_of=3)
LEAGUE = Policy("round_robin", seeding="given")
KNOCKOUT = Policy("single_elimination", seeding="given")
WON = TableResult(1, ((0,), (1,)))
Given = Callable[[], Desk]
Case = tuple[str, Given, Callable[..., Any], dict[str, Any]]


def desk(policy: Policy = SWISS, terms: Terms | None = None, entrants: str = "") -> Desk:
    """A tournament in which some have entered; each letter is one."""
    found = Desk(policy, terms)
    found.enter(*entrants)
    return found


def begun(policy: Policy = SWISS, entrants: str = "abcd", terms: Terms | None = None) -> Desk:
    """One of which the first round has begun."""
    found = desk(policy, terms, entrants)
    found.round()
    return found


def played(policy: Policy = SWISS, entrants: str = "abcd", rounds: int = 1) -> Desk:
    """One of which some rounds are over."""
    found = desk(policy, None, entrants)
    for _ in range(rounds):
        found.round()
        found.play()
    return found


def over() -> Desk:
    found = played(rounds=2)
    found.do(decide.finish)
    return found


def cancelled() -> Desk:
    return after(desk(), decide.cancel, reason="no hall")


def paused() -> Desk:
    return after(desk(entrants="ab"), decide.pause, reason="")


def after(found: Desk, command: Callable[..., Any], **given: Any) -> Desk:
    """The same one, after a command."""
    found.do(command, **given)
    return found


def first_seat(found: Desk, table: int = 1) -> str:
    return found.seats(table)[0]


def with_result(policy: Policy = SWISS, entrants: str = "ab") -> Desk:
    """Table 1 has a result, in the only round that has begun."""
    found = begun(policy, entrants)
    found.game(1)
    return found


def disputed(entrants: str = "ab") -> Desk:
    found = with_result(entrants=entrants)
    return after(found, decide.dispute, place=(1, 1), entrant=first_seat(found), reason="no")


def taken_back() -> Desk:
    """Table 1 has a result that `a` has disputed, and then confirmed."""
    found = after(with_result(), decide.dispute, place=(1, 1), entrant="a", reason="no")
    return after(found, decide.confirm, place=(1, 1), entrant="a")


def dropped(policy: Policy = LATE) -> Desk:
    return after(begun(policy), decide.leave, entrant="a")


def aborted(entrants: str = "ab", policy: Policy = SWISS) -> Desk:
    found = begun(policy, entrants)
    found.game(1, None)
    return found


def told_to_leave() -> Desk:
    return after(with_result(), rule, **call("disqualification", 0, entrant="a"))


def called(kind: Any) -> Desk:
    """One of three was absent, or lost the match; the others have played."""
    found = after(begun(PODS, "abc"), rule, **call(kind, entrant="a"))
    found.game(1, [[0], [1], [2]])
    return found


def call(kind: Any, table: int = 1, **given: Any) -> dict[str, Any]:
    """A ruling about the first round."""
    return {"ruling": Desk().call(kind, table, number=1, **given)}


def at(table: int = 1, entrant: str = "a", number: int = 1, **given: Any) -> dict[str, Any]:
    return {"place": (number, table), "entrant": entrant, **given}


def start(number: int = 1, *excused: str) -> dict[str, Any]:
    return {"number": number, "excused": excused}


def end_of(number: int, table: int = 1) -> dict[str, Any]:
    return {"place": (1, table), "number": number, "placings": [[0], [1]], "rule": "R-1"}


def changed(times: int) -> Desk:
    """One in which somebody has brought another deck so many times."""
    found = desk(entrants="ab")
    for number in range(times):
        found.do(decide.change_deck, entrant="a", deck=Deck(f"deck {number}"))
    return found


def returned(found: Desk, times: int) -> Desk:
    """One in which somebody has left and come back so many times, and left."""
    for _ in range(times):
        found.enter("z")
        found.do(decide.leave, entrant="z")
    return found


ENTRY: dict[str, Any] = {"entrant": "a", "deck": None}
NEW: dict[str, Any] = {"entrant": "z", "deck": None}
DECK: dict[str, Any] = {"entrant": "a", "deck": Deck("x")}

REFUSED: tuple[Case, ...] = (
    ("STAFF_TWICE", desk, decide.appoint, {"staff": ORGANISER, "role": "organiser"}),
    ("LAST_ORGANISER", desk, decide.appoint, {"staff": ORGANISER, "role": "referee"}),
    ("TOURNAMENT_OVER", over, decide.appoint, {"staff": REFEREE, "role": "referee"}),
    ("STAFF_UNKNOWN", desk, decide.dismiss, {"staff": REFEREE}),
    ("LAST_ORGANISER", desk, decide.dismiss, {"staff": ORGANISER}),
    ("TOURNAMENT_OVER", cancelled, decide.dismiss, {"staff": ORGANISER}),
    ("ENTRANT_TWICE", lambda: desk(entrants="a"), decide.register, ENTRY),
    ("ENTRANT_TWICE", dropped, decide.register, ENTRY),
    ("ENTRANT_ID", lambda: begun(LATE), decide.register, {"entrant": "", "deck": None}),
    ("ENTRANTS_FULL", lambda: desk(SWISS, Terms(most=2), "bc"), decide.register, ENTRY),
    ("ENTRY_CLOSED", begun, decide.register, NEW),
    ("RETURNS_USED", lambda: returned(desk(), decide.MOST_RETURNS + 1), decide.register, NEW),
    ("RETURNS_USED", lambda: returned(begun(LATE), decide.MOST_RETURNS + 1), decide.register, NEW),
    ("PAUSED", paused, decide.register, NEW),
    ("TOURNAMENT_OVER", cancelled, decide.register, NEW),
    ("ENTRANT_UNKNOWN", desk, decide.change_deck, DECK),
    ("ENTRANT_GONE", lambda: after(desk(entrants="a"), decide.leave, entrant="a"), decide.change_deck, DECK),
    ("STARTED", begun, decide.change_deck, DECK),
    ("PAUSED", paused, decide.change_deck, DECK),
    ("CHANGES_USED", lambda: changed(decide.MOST_CHANGES), decide.change_deck, DECK),
    ("ENTRANT_UNKNOWN", desk, decide.check_in, {"entrant": "a"}),
    ("STARTED", begun, decide.check_in, {"entrant": "a"}),
    ("PAUSED", paused, decide.check_in, {"entrant": "a"}),
    (
        "CHECKED_IN",
        lambda: after(desk(entrants="a"), decide.check_in, entrant="a"),
        decide.check_in,
        {"entrant": "a"},
    ),
    ("ENTRANT_UNKNOWN", desk, decide.leave, {"entrant": "a"}),
    ("ENTRANT_GONE", dropped, decide.leave, {"entrant": "a"}),
    ("TOURNAMENT_OVER", over, decide.leave, {"entrant": "a"}),
    ("ENTRANTS_RANGE", lambda: desk(entrants="a"), decide.start_round, start()),
    ("CUT_ENTRANTS", lambda: desk(Policy("swiss", cut=Cut(3)), None, "ab"), decide.start_round, start()),
    ("PODS_ENTRANTS", lambda: desk(PODS, None, "ab"), decide.start_round, start()),
    ("PAUSED", paused, decide.start_round, start()),
    ("TOURNAMENT_OVER", over, decide.start_round, start(3)),
    ("ROUND_STARTED", begun, decide.start_round, start()),
    ("ROUND_UNKNOWN", played, decide.start_round, start(3)),
    ("ROUND_OPEN", begun, decide.start_round, start(2)),
    ("DISPUTE_OPEN", disputed, decide.start_round, start(2)),
    ("NO_ROUND_LEFT", lambda: played(rounds=2), decide.start_round, start(3)),
    ("ENTRANT_UNKNOWN", lambda: desk(entrants="ab"), decide.start_round, start(1, "z")),
    ("ENTRANT_UNKNOWN", lambda: after(played(), decide.leave, entrant="a"), decide.start_round, start(2, "a")),
    ("EXCUSED_FORMAT", lambda: desk(LEAGUE, None, "abc"), decide.start_round, start(1, "a")),
    ("EXCUSED_FORMAT", lambda: desk(KNOCKOUT, None, "abc"), decide.start_round, start(1, "a")),
    (
        "EXCUSED_FORMAT",
        lambda: played(Policy("swiss", rounds=1, cut=Cut(4))),
        decide.start_round,
        start(2, "a"),
    ),
    ("NOT_STARTED", desk, decide.confirm, at()),
    ("TOURNAMENT_OVER", over, decide.confirm, at()),
    ("TABLE_UNKNOWN", with_result, decide.confirm, at(9)),
    ("TABLE_UNKNOWN", with_result, decide.confirm, at(1, number=0)),
    ("TABLE_UNKNOWN", with_result, decide.dispute, at(1, number=2, reason="no")),
    ("NOT_YOUR_TABLE", with_result, decide.confirm, at(1, "z")),
    ("RESULT_OPEN", lambda: begun(entrants="ab"), decide.confirm, at()),
    (
        "CONFIRMED",
        lambda: after(with_result(), decide.confirm, place=(1, 1), entrant="a"),
        decide.confirm,
        at(),
    ),
    ("REASON_REQUIRED", with_result, decide.dispute, at(reason=" ")),
    ("REASON_LONG", with_result, decide.dispute, at(reason="x" * (LONGEST_REASON + 1))),
    (
        "ROUND_PAST",
        lambda: after(with_result(), decide.start_round, number=2, excused=()),
        decide.dispute,
        at(reason="no"),
    ),
    (
        "DISPUTED",
        lambda: after(with_result(), decide.dispute, place=(1, 1), entrant="a", reason="no"),
        decide.dispute,
        at(reason="no"),
    ),
    ("DISPUTE_ENDED", taken_back, decide.dispute, at(reason="still no")),
    ("RULED", lambda: after(disputed(), rule, **call("uphold")), decide.dispute, at(reason="no")),
    ("RULED", lambda: after(disputed(), rule, **call("award", entrant="b")), decide.dispute, at(reason="no")),
    ("DISQUALIFIED", told_to_leave, decide.dispute, at(reason="no")),
    ("DISQUALIFIED", told_to_leave, decide.confirm, at()),
    ("RULED", lambda: called("no_show"), decide.dispute, at(reason="no")),
    ("RULED", lambda: called("match_loss"), decide.dispute, at(reason="no")),
    ("PAUSED", paused, decide.pause, {"reason": ""}),
    ("REASON_REQUIRED", desk, decide.pause, {"reason": " "}),
    ("TOURNAMENT_OVER", over, decide.pause, {"reason": ""}),
    ("NOT_PAUSED", desk, decide.resume, {}),
    ("TOURNAMENT_OVER", over, decide.resume, {}),
    ("REASON_REQUIRED", desk, decide.cancel, {"reason": ""}),
    ("TOURNAMENT_OVER", over, decide.cancel, {"reason": "rain"}),
    ("NOT_STARTED", desk, decide.finish, {}),
    ("TOURNAMENT_OVER", over, decide.finish, {}),
    ("DISPUTE_OPEN", disputed, decide.finish, {}),
    ("ROUND_OPEN", begun, decide.finish, {}),
    ("ROUNDS_LEFT", played, decide.finish, {}),
    ("GAME_UNKNOWN", begun, game_over, end_of(2)),
    ("GAME_UNKNOWN", begun, game_over, end_of(1, 9)),
    ("GAME_OVER", with_result, game_over, end_of(1)),
    ("NOT_STARTED", desk, rule, call("uphold")),
    ("TOURNAMENT_OVER", over, rule, call("uphold")),
    ("REASON_REQUIRED", begun, rule, call("uphold", reason="")),
    ("ENTRANT_UNKNOWN", begun, rule, call("warning", 0)),
    ("ENTRANT_UNKNOWN", begun, rule, call("warning", 0, entrant="z")),
    ("ENTRANT_UNKNOWN", begun, rule, call("disqualification", 0, entrant="z")),
    (
        "ENTRANT_GONE",
        lambda: after(begun(), rule, **call("disqualification", 0, entrant="a")),
        rule,
        call("disqualification", 0, entrant="a"),
    ),
    ("TABLE_UNKNOWN", begun, rule, call("award", 9, entrant="a")),
    ("TABLE_UNKNOWN", begun, rule, call("replay", 0)),
    ("NOT_AT_TABLE", begun, rule, call("award", entrant="z")),
    ("RESULT_MISSING", begun, rule, call("override")),
    ("RESULT_MISSING", begun, rule, call("override", result=TableResult(2, ((0,), (1,))))),
    ("SEAT_UNKNOWN", begun, rule, call("override", result=TableResult(1, ((0,), (1,), (2,))))),
    ("ABSENT_TWICE", begun, rule, call("override", result=TableResult(1, ((0,),), absent=(1, 1)))),
    ("TABLE_OF_MANY", lambda: begun(PODS, "abc"), rule, call("award", entrant="a")),
    ("TABLE_OF_MANY", lambda: begun(PODS, "abc"), rule, call("game_loss", entrant="a")),
    ("ENTRANT_UNKNOWN", begun, rule, call("match_loss")),
    ("ENTRANT_UNKNOWN", lambda: begun(PODS, "abc"), rule, call("match_loss")),
    *(
        ("GAME_OVER", given, rule, call(kind, entrant="a"))
        for kind in ("no_show", "match_loss")
        for given in (
            lambda: after(begun(PODS, "abc"), rule, **call("override", result=TableResult(1, ((0,), (1,), (2,))))),
            lambda: aborted("abc", PODS),
        )
    ),
    ("TABLE_PLAYED", with_result, rule, call("no_show", entrant="a")),
    ("TABLE_PLAYED", with_result, rule, call("no_show")),
    ("TABLE_PLAYED", lambda: with_result(BEST_OF_3), rule, call("no_show", entrant="a")),
    ("TABLE_PLAYED", lambda: with_result(PODS, "abc"), rule, call("no_show", entrant="a")),
    ("RESULT_FINAL", lambda: played(KNOCKOUT, rounds=2), rule, call("override", result=WON)),
    (
        "RESULT_FINAL",
        lambda: played(Policy("swiss", rounds=1, cut=Cut(2)), rounds=2),
        rule,
        call("award", entrant="a"),
    ),
    ("GAME_OVER", with_result, rule, call("game_loss", entrant="a")),
    (
        "GAME_OVER",
        lambda: after(begun(entrants="ab"), rule, **call("award", entrant="a")),
        rule,
        call("game_loss", entrant="a"),
    ),
    ("ROUND_PAST", lambda: played(entrants="ab", rounds=2), rule, call("replay")),
    ("GAME_RUNNING", lambda: begun(entrants="ab"), rule, call("replay")),
    (
        "ENTRANT_GONE",
        lambda: after(with_result(), rule, **call("disqualification", 0, entrant="a")),
        rule,
        call("replay"),
    ),
    ("NOT_DISPUTED", with_result, rule, call("uphold")),
)


def entrant_of(found: Desk, given: dict[str, Any]) -> dict[str, Any]:
    """With an entrant that sits at table 1 where the case says just `a`, if a ruling is about the table."""
    ruling = given.get("ruling")
    if ruling is None or ruling.entrant != "a" or ruling.place[1] != 1 or not found.state.rounds:
        return given
    return {"ruling": Desk().call(ruling.kind, 1, found.seats(1, 1)[0], ruling.result, 1, ruling.reason)}


def test_a_command_is_refused_with_its_code_and_nothing_changes() -> None:
    with cases() as case:
        for number, (code, given, command, asked) in enumerate(REFUSED):
            with case(f"{number}: {command.__name__}, {code}"):
                found = given()
                assert found.refused(command, **entrant_of(found, asked)) == [code]


def test_every_code_that_deciders_name_is_shown_here() -> None:
    sources = [Path(module.__file__ or "").read_text() for module in (batch, decide, playing, rulings)]
    named = {code for source in sources for code in re.findall(r'Fault\(\s*"([A-Z_]+)"', source)}
    assert len(named) > 30
    assert named - {code for code, *_ in REFUSED} == set()


def refused_creation(policy: Policy, terms: Terms) -> list[str]:
    outcome = decide.create(ID, "Cup", "c4", None, policy, terms, ORGANISER, SEED, 5)
    assert not isinstance(outcome, TournamentDecision)
    return [fault.code for fault in outcome]


@pytest.mark.parametrize("most", [1, MOST_ENTRANTS + 1])
def test_what_can_not_be_created_is_told_at_once(most: int) -> None:
    assert refused_creation(Policy("swiss", best_of=2), Terms(most=most)) == ["BEST_OF", "ENTRANTS_RANGE"]
    assert refused_creation(Policy("swiss", rounds=0), Terms()) == ["ROUNDS_RANGE"]


def events_of(decision: TournamentDecision) -> list[Any]:
    return [fact.event for fact in decision.facts]


def names_of(decision: TournamentDecision) -> list[str]:
    return [event.type for event in events_of(decision)]


def test_staff_is_appointed_given_another_role_and_dismissed() -> None:
    found = desk()
    found.do(decide.appoint, staff=REFEREE, role="referee")
    assert found.state.staff == {ORGANISER: "organiser", REFEREE: "referee"}
    found.do(decide.appoint, staff=REFEREE, role="organiser")
    found.do(decide.dismiss, staff=ORGANISER)
    assert found.state.staff == {REFEREE: "organiser"}


def test_who_withdraws_may_come_back_and_comes_last() -> None:
    found = desk(entrants="abc")
    found.do(decide.check_in, entrant="a")
    assert names_of(found.do(decide.leave, entrant="a")) == ["entrant_withdrawn"]
    assert not found.state.entries["a"].checked_in
    found.enter("a")
    found.round()
    assert found.ever(told.TournamentStarted)[0].entrants == ("b", "c", "a")


def test_a_place_that_somebody_gives_up_is_free_again() -> None:
    found = desk(SWISS, Terms(most=2), "ab")
    found.do(decide.leave, entrant="a")
    found.enter("c")
    assert found.refused(decide.register, entrant="a", deck=None) == ["ENTRANTS_FULL"]


def test_a_deck_is_changed_before_the_start() -> None:
    found = desk(entrants="ab")
    found.do(decide.change_deck, entrant="a", deck=Deck("other"))
    entry = found.state.entries["a"]
    assert (entry.deck, entry.since) == (Deck("other"), found.state.version)


@pytest.mark.parametrize("kept", [["x", 1], ("x", 1)])
def test_the_same_deck_again_is_no_change(kept: Any) -> None:
    found = desk()
    found.enter("a", deck=lambda _: Deck(loadout={"cards": ["x", 1], "name": "own"}))
    again = found.do(decide.change_deck, entrant="a", deck=Deck(loadout={"name": "own", "cards": kept}))
    assert (again.facts, again.state.version) == ((), found.state.entries["a"].since)


def test_what_somebody_has_used_up_is_remembered_when_they_come_back() -> None:
    found = changed(decide.MOST_CHANGES)
    found.do(decide.leave, entrant="a")
    found.enter("a")
    assert found.refused(decide.change_deck, entrant="a", deck=Deck("x")) == ["CHANGES_USED"]
    assert names_of(found.do(decide.change_deck, entrant="b", deck=Deck("x"))) == ["deck_changed"]


def test_somebody_may_come_back_so_often() -> None:
    found = returned(desk(), decide.MOST_RETURNS)
    found.enter("z")
    assert found.state.entries["z"].returns == decide.MOST_RETURNS


def test_who_took_a_dispute_back_may_dispute_another_result_and_so_may_the_opponent() -> None:
    found = taken_back()
    found.do(decide.dispute, place=(1, 1), entrant="b", reason="no")
    found.do(rule, **call("replay"))
    found.game(1)
    for _ in range(2):
        found.do(decide.dispute, place=(1, 1), entrant="a", reason="again")
        found.do(rule, **call("replay"))
        found.game(1)


def test_who_has_confirmed_may_still_dispute_once() -> None:
    found = after(with_result(), decide.confirm, place=(1, 1), entrant="a")
    found.do(decide.dispute, place=(1, 1), entrant="a", reason="no")
    found.do(decide.confirm, place=(1, 1), entrant="a")
    assert found.refused(decide.dispute, place=(1, 1), entrant="a", reason="no") == ["DISPUTE_ENDED"]


def test_who_has_not_checked_in_is_not_paired_where_that_is_asked() -> None:
    found = desk(SWISS, Terms(check_in=True), "abc")
    for entrant in "ab":
        found.do(decide.check_in, entrant=entrant)
    types = names_of(found.round())
    assert types == ["entrant_withdrawn", "tournament_started", "round_started", "game_started"]
    assert found.ever(told.TournamentStarted)[0].entrants == ("a", "b")
    assert found.state.entries["c"].status == "withdrawn"


def test_who_has_not_checked_in_may_still_come_late() -> None:
    found = desk(LATE, Terms(check_in=True), "abc")
    for entrant in "ab":
        found.do(decide.check_in, entrant=entrant)
    found.round()
    found.enter("c")
    found.play()
    found.round()
    assert "c" in (*found.state.rounds[1].byes, *(who for one in found.state.rounds[1].pairings for who in one.seats))


def test_who_drops_out_is_paired_no_more_in_a_swiss() -> None:
    found = played()
    assert names_of(found.do(decide.leave, entrant="a")) == ["entrant_dropped"]
    found.round()
    assert "a" not in {who for one in found.state.rounds[1].pairings for who in one.seats}


def test_a_pause_holds_back_rounds_and_entries_but_no_game() -> None:
    found = begun(LATE)
    found.do(decide.pause, reason="fire alarm")
    found.play()
    assert found.refused(decide.start_round, number=2, excused=()) == ["PAUSED"]
    found.do(decide.leave, entrant="a")
    found.do(decide.resume)
    found.round()


def test_a_dispute_holds_the_next_round_back_until_it_is_taken_back() -> None:
    found = with_result()
    who, other = found.seats(1)
    found.do(decide.confirm, place=(1, 1), entrant=who)
    found.do(decide.dispute, place=(1, 1), entrant=who, reason="after all")
    assert found.state.tables[1, 1].confirmed == ()
    found.do(decide.confirm, place=(1, 1), entrant=who)
    assert (found.state.tables[1, 1].confirmed, found.state.disputed) == ((who,), [])
    found.do(decide.dispute, place=(1, 1), entrant=other, reason="not at all")
    assert found.refused(decide.start_round, number=2, excused=()) == ["DISPUTE_OPEN"]
    found.ruling("uphold", 1)
    assert found.state.disputed == []
    found.round()


def test_a_cancelled_tournament_has_no_ranks_and_opens_its_seed() -> None:
    found = after(begun(), decide.cancel, reason="storm")
    assert (found.state.status, found.state.ranks, found.state.seed) == ("cancelled", (), draw_seed(SEED, ID).hex())
    found.do(game_over, place=(1, 1), number=1, placings=[[0], [1]], rule="R-1")
    assert found.result(1) is None


def test_the_end_ranks_everybody_and_opens_the_seed() -> None:
    found = played(rounds=2)
    assert names_of(found.do(decide.finish)) == ["tournament_finished", "seed_revealed"]
    assert sorted(who for _, who in found.state.ranks) == list("abcd")
    assert found.state.seed == draw_seed(SEED, ID).hex()


def test_time_never_runs_back() -> None:
    found = desk()
    found.now = 5
    assert found.do(decide.pause, reason="").at == found.decisions[0].at
