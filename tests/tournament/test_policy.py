"""Every fault of a policy and of a result has a code and a place."""

from typing import Any

import msgspec
import pytest

from domain.tournament.entrants import Entrant, Pairing, TableResult, entry_faults
from domain.tournament.entrants import faults as result_faults
from domain.tournament.policy import TIE_BREAKS as CODES
from domain.tournament.policy import Cut, LateEntry, Pods, Points, Policy, faults, rounds_of
from domain.tournament.tiebreaks import TIE_BREAKS

GOOD = (
    Policy("swiss"),
    Policy("swiss", rounds=7, best_of=3, cut=Cut(8, "double_elimination", 5), late_entry=LateEntry(3, "draw")),
    Policy("round_robin", cycles=2, drops="annulled", points=Points(2, 1, 0, 2, 2), tie_breaks=("DE", "SB", "WIN")),
    Policy("single_elimination", third_place=True),
    Policy("double_elimination", bracket_reset=False, seeding="given"),
    Policy("pods", pods=Pods(), rounds=4, tie_breaks=("WIN", "PP", "OPP")),
    Policy("pods", pods=Pods(2, 2, 8, tuple(range(8, 0, -1)))),
)


@pytest.mark.parametrize("policy", GOOD)
def test_a_sound_policy_has_no_fault(policy: Policy) -> None:
    assert faults(policy) == ()
    assert msgspec.json.decode(msgspec.json.encode(policy), type=Policy) == policy


def wrong(format_: Any, **changes: Any) -> Policy:
    return Policy(format_, **({"pods": Pods()} if format_ == "pods" else {}) | changes)


@pytest.mark.parametrize(
    ("policy", "code", "path"),
    [
        (wrong("round_robin", rounds=3), "ROUNDS_FOLLOW", "rounds"),
        (wrong("swiss", rounds=0), "ROUNDS_RANGE", "rounds"),
        (wrong("swiss", rounds=65), "ROUNDS_RANGE", "rounds"),
        (wrong("swiss", best_of=2), "BEST_OF", "best_of"),
        (wrong("pods", best_of=3), "BEST_OF_PODS", "best_of"),
        (wrong("swiss", points=Points(units=0)), "POINTS_UNITS", "points.units"),
        (wrong("swiss", points=Points(loss=-1)), "POINTS_RANGE", "points.loss"),
        (wrong("swiss", points=Points(win=1, draw=1, bye=1)), "POINTS_ORDER", "points"),
        (wrong("swiss", points=Points(bye=4)), "POINTS_BYE", "points.bye"),
        (wrong("swiss", pods=Pods()), "PODS_UNUSED", "pods"),
        (wrong("pods", pods=None), "PODS_MISSING", "pods"),
        (wrong("pods", pods=Pods(4, 5, 4)), "PODS_SIZE", "pods.size"),
        (wrong("pods", pods=Pods(4, 3, 9, (9, 8, 7, 6, 5, 4, 3, 2, 1))), "PODS_SIZE", "pods.size"),
        (wrong("pods", pods=Pods(by_place=(3, 2, 1))), "PODS_PLACES", "pods.by_place"),
        (wrong("pods", pods=Pods(by_place=(3, 2, 1, -1))), "POINTS_RANGE", "pods.by_place.3"),
        (wrong("pods", pods=Pods(bye=-1)), "POINTS_RANGE", "pods.bye"),
        (wrong("pods", pods=Pods(by_place=(3, 4, 1, 0))), "PODS_ORDER", "pods.by_place"),
        (wrong("pods", pods=Pods(by_place=(3, 3, 3, 3))), "PODS_ORDER", "pods.by_place"),
        (wrong("pods", pods=Pods(bye=6)), "POINTS_BYE", "pods.bye"),
        (wrong("swiss", tie_breaks=("BH", "LUCK")), "TIE_BREAK_UNKNOWN", "tie_breaks.1"),
        (wrong("swiss", tie_breaks=("BH", "SB", "BH")), "TIE_BREAK_TWICE", "tie_breaks.2"),
        (wrong("swiss", floor=(4, 3)), "FLOOR", "floor"),
        (wrong("swiss", floor=(0, 0)), "FLOOR", "floor"),
        (wrong("swiss", late_entry=LateEntry(0)), "LATE_RANGE", "late_entry.until"),
        (wrong("round_robin", late_entry=LateEntry(2)), "LATE_FORMAT", "late_entry.until"),
        (wrong("swiss", rounds=3, late_entry=LateEntry(4)), "LATE_ROUNDS", "late_entry.until"),
        (wrong("swiss", drops="annulled"), "DROPS_FORMAT", "drops"),
        (wrong("single_elimination", cut=Cut(4)), "CUT_FORMAT", "cut"),
        (wrong("swiss", cut=Cut(1)), "CUT_SIZE", "cut.size"),
        (wrong("swiss", cut=Cut(4, best_of=7)), "BEST_OF", "cut.best_of"),
        (wrong("round_robin", cycles=3), "CYCLES_RANGE", "cycles"),
        (wrong("swiss", cycles=2), "CYCLES_FORMAT", "cycles"),
    ],
)
def test_a_fault_has_its_code_and_its_place(policy: Policy, code: str, path: str) -> None:
    assert [(fault.code, ".".join(fault.path)) for fault in faults(policy)] == [(code, path)]


def test_unknown_words_of_a_policy_are_refused() -> None:
    for text in (
        '{"format": "ladder"}',
        '{"format": "swiss", "round": 3}',
        '{"format": "swiss", "cut": {"size": "8"}}',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=Policy)


def test_every_code_is_computed() -> None:
    assert {*TIE_BREAKS, "DE"} == set(CODES)


@pytest.mark.parametrize(
    ("policy", "entrants", "rounds"),
    [
        (Policy("swiss"), 1024, 10),
        (Policy("swiss"), 1025, 11),
        (Policy("swiss"), 2, 1),
        (Policy("swiss", rounds=5), 8, 5),
        (Policy("round_robin"), 7, 7),
        (Policy("round_robin", cycles=2), 8, 14),
    ],
)
def test_how_many_rounds_are_played(policy: Policy, entrants: int, rounds: int) -> None:
    assert rounds_of(policy, entrants) == rounds


@pytest.mark.parametrize(
    ("newcomer", "begun", "codes"),
    [("c", 0, []), ("c", 2, []), ("c", 3, ["ENTRY_CLOSED"]), ("a", 0, ["ENTRANT_TWICE"]), ("", 0, ["ENTRANT_ID"])],
)
def test_who_may_enter(newcomer: str, begun: int, codes: list[str]) -> None:
    policy = Policy("swiss", late_entry=LateEntry(3))
    found = entry_faults(policy, [Entrant("a"), Entrant("b")], newcomer, begun)
    assert [fault.code for fault in found] == codes


def test_a_tournament_is_full_at_some_time() -> None:
    full = [Entrant(f"e{number}") for number in range(4096)]
    assert entry_faults(Policy("swiss"), full[1:], "x", 0) == ()
    assert [fault.code for fault in entry_faults(Policy("swiss"), full, "x", 0)] == ["ENTRANTS_FULL"]


THREE = Policy("swiss", best_of=3)


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        (TableResult(1, ((0,), (1,)), (2, 1)), []),
        (TableResult(1, ((0, 1),), (1, 1), 1), []),
        (TableResult(1), []),
        (TableResult(1, ((1,),), absent=(0,)), []),
        (TableResult(1, absent=(0, 1)), []),
        (TableResult(1, ((0,), (2,))), ["SEAT_UNKNOWN", "PLACES_MISSING"]),
        (TableResult(1, ((0,), (0, 1))), ["PLACES_TWICE"]),
        (TableResult(1, ((0, 1), ())), ["PLACES_TWICE"]),
        (TableResult(1, ((0,), (1,)), absent=(1,)), ["ABSENT_PLACED"]),
        (TableResult(1, ((0,),)), ["PLACES_MISSING"]),
        (TableResult(1, absent=(1,)), ["FORFEIT_OPEN"]),
        (TableResult(1, ((0,), (1,)), (2,)), ["GAMES_SEATS"]),
        (TableResult(1, ((0,),), (2, 0), absent=(1,)), ["GAMES_SEATS"]),
        (TableResult(1, ((0,), (1,)), (3, 0)), ["GAMES_RANGE"]),
        (TableResult(1, ((0, 1),), (2, 2)), ["GAMES_RANGE"]),
        (TableResult(1, ((0,), (1,)), (1, 2)), ["GAMES_PLACES"]),
        (TableResult(1, ((0,), (1,)), (1, 1)), ["GAMES_PLACES"]),
    ],
)
def test_a_result_is_checked(result: TableResult, codes: list[str]) -> None:
    assert [fault.code for fault in result_faults(THREE, Pairing(1, ("a", "b")), result)] == codes
