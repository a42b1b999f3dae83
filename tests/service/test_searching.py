"""The bot that looks ahead: how it divides its tries among the answers, and when it leaves the greedy one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

import pytest

from domain.kernel.result import Result, ResultKind
from service.bots.searching import Budget, Search, budget_of, outcome

Placings = tuple[tuple[int, ...], ...]
NOTHING: Any = None
"""No table is looked at."""


class Rated(Search):
    """Tries whose worth is known, by answer: the n-th on the n-th table, the last one on all that follow."""

    def __init__(self, worth: Mapping[str, Sequence[float]]) -> None:
        super().__init__(NOTHING, NOTHING, NOTHING, Random(1), NOTHING, 1)
        self.worth = worth
        self.tries: Counter[str] = Counter()

    def _tried(self, answer: Any, number: int) -> float:
        self.tries[answer] += 1
        return self.worth[answer][min(number, len(self.worth[answer]) - 1)]


@pytest.mark.parametrize(
    ("worth", "best"),
    [
        ({"greedy": [0.0], "worse": [-0.5], "better": [0.5]}, "better"),
        ({"greedy": [0.0], "good": [0.4], "better": [0.5], "bad": [-1.0]}, "better"),
        ({"greedy": [0.0], "worse": [-0.5], "as good": [0.0]}, "greedy"),
        ({"greedy": [0.0], "hardly better": [0.019]}, "greedy"),
        ({"greedy": [0.0, 0.0, 0.0, 0.0], "by chance": [1.0, -0.9, 1.0, -0.9]}, "greedy"),
        ({"greedy": [-1.0, 1.0, -1.0, 1.0], "better on each table": [-0.8, 1.2, -0.8, 1.2]}, "better on each table"),
    ],
)
def test_another_answer_is_taken_where_it_is_surely_better(worth: Mapping[str, Sequence[float]], best: str) -> None:
    assert Rated(worth).best(cast("Any", list(worth)), Budget(16)) == best


def test_two_tables_tell_no_answer_from_another() -> None:
    search = Rated({"greedy": [0.0], "better": [1.0]})
    assert search.best(cast("Any", ["greedy", "better"]), Budget(4)) == "greedy"
    assert search.tries == {"greedy": 2, "better": 2}


def test_the_better_half_is_tried_on_and_the_greedy_answer_always() -> None:
    search = Rated({"greedy": [0.0], "first": [0.9], "second": [0.5], "third": [0.4]})
    assert search.best(cast("Any", ["greedy", "first", "second", "third"]), Budget(32)) == "first"
    # 32 tries in two rounds: 4 of each, then 5 of the three that are left
    assert search.tries == {"greedy": 10, "first": 10, "second": 10, "third": 4}


def test_answers_that_do_no_better_are_not_tried_again() -> None:
    search = Rated({"greedy": [0.0], "worse": [-1.0], "as good": [0.0], "worst": [-1.0]})
    assert search.best(cast("Any", ["greedy", "worse", "as good", "worst"]), Budget(32)) == "greedy"
    assert set(search.tries.values()) == {4}


def test_a_budget_without_time_tries_each_answer_once_a_round() -> None:
    assert list(Budget(seconds=0.0).shares(2, 4)) == [True]


def test_a_budget_of_time_goes_on_until_its_share_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.4, 0.9, 1.0, 2.0])
    monkeypatch.setattr("service.bots.searching.perf_counter", lambda: next(clock))
    assert len(list(Budget(seconds=2.0).shares(2, 4))) == 3


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("64", Budget(64)),
        ("20ms", Budget(seconds=0.02)),
        *((text, None) for text in ("", "0", "0ms", "ms", "-1", "1.5", "20s", "²", "٣")),
    ],
)
def test_a_budget_is_a_number_of_matches_or_of_milliseconds(text: str, budget: Budget | None) -> None:
    assert budget_of(text) == budget


@pytest.mark.parametrize(
    ("kind", "placings", "worth"),
    [
        ("win", ((0,), (1,)), 1.0),
        ("win", ((1,), (0,)), -1.0),
        ("shared", ((1, 0), (2,)), 1.0),
        ("draw", ((0, 1),), 0.0),
        ("aborted", (), 0.0),
        ("all_lose", ((0, 1),), -1.0),
    ],
)
def test_an_end_is_worth_what_it_is_to_the_seat(kind: ResultKind, placings: Placings, worth: float) -> None:
    assert outcome(Result(kind=kind, placings=placings, reason="over", rule="X-1"), 0) == worth
