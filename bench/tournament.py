"""A large Swiss without any store: seconds for each round, against what the matching library alone needs for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median
from typing import Any
from unittest.mock import patch

import msgspec
import rustworkx

from bench.figures import Figure
from domain.games import discover
from domain.tournament import swiss
from domain.tournament.assignment import Assignment
from domain.tournament.entrants import Entrant, Round, TableResult
from domain.tournament.policy import Policy
from domain.tournament.rounds import given
from domain.tournament.standings import standings
from service.simulation.tournament import Simulation, SimulationRequest

ENTRANTS = 1024
ROUNDS = 10
SEED = bytes(range(32))
PLACES: tuple[tuple[tuple[int, ...], ...], ...] = (((0,), (1,)), ((1,), (0,)), ((0, 1),))
WEIGHTS = (45, 45, 10)


class Measured(msgspec.Struct):
    """Seconds of each round: all of the pairing, and the library's part of it; and of the standings at the end."""

    paired: list[float] = []
    bare: list[float] = []
    standings: float = 0.0


def figures(entrants: int = ENTRANTS, rounds: int = ROUNDS) -> list[Figure]:
    """The rows of a tournament of so many."""
    measured = measure(entrants, rounds)
    name = f"Swiss of {entrants:,}, {rounds} rounds"
    whole, bare = sum(measured.paired), sum(measured.bare)
    return [
        Figure(f"{name}: slowest pairing of a round", max(measured.paired), "s", "promise", None, 2.0, "at most"),
        Figure(f"{name}: pairing of a round, median", median(measured.paired), "s", "none", None, None),
        Figure(f"{name}: all pairings", whole, "s", "the library's matchings alone", bare, 6.0, "at most"),
        Figure(f"{name}: standings at the end", measured.standings, "s", "promise", None, 2.0, "at most"),
        Figure(
            f"{name}: simulated by strength, all of it",
            simulated(entrants, rounds),
            "s",
            "promise",
            None,
            20.0,
            "at most",
        ),
    ]


def simulated(entrants: int, rounds: int) -> float:
    """Seconds of what `tournament simulate` does without playing a match."""
    begin = time.perf_counter()
    asked = SimulationRequest(discover()["c4"], "swiss", entrants, "bench", rounds=rounds, played=False, drops=10)
    *_, course = Simulation(asked).run()
    assert len(course.rounds) == rounds
    return time.perf_counter() - begin


def measure(entrants: int, rounds: int) -> Measured:
    """Play it, one match in ten drawn."""
    policy = Policy("swiss", rounds=rounds)
    there = [Entrant(f"e{number:04}") for number in range(entrants)]
    random, played, measured = Random(1), list[Round](), Measured()
    for number in range(1, rounds + 1):
        with library(measured.bare):
            begin = time.perf_counter()
            paired = _pair(policy, there, played, number)
            measured.paired.append(time.perf_counter() - begin)
        played.append(Round(number, paired.pairings, paired.byes, (), _results(random, paired)))
    begin = time.perf_counter()
    standings(policy, there, played)
    measured.standings = time.perf_counter() - begin
    return measured


def _pair(policy: Policy, there: list[Entrant], played: list[Round], number: int) -> Assignment:
    found: Any = given(policy, "tn_bench", there, played, number)
    return swiss.pair(found, SEED)


def _results(random: Random, paired: Assignment) -> tuple[TableResult, ...]:
    return tuple(TableResult(one.table, random.choices(PLACES, WEIGHTS)[0]) for one in paired.pairings)


@contextmanager
def library(spent: list[float]) -> Iterator[None]:
    """Adds the seconds that the library's matchings took inside."""
    bare: Callable[..., Any] = rustworkx.max_weight_matching
    seconds = 0.0

    def timed(*given: Any, **named: Any) -> Any:
        nonlocal seconds
        begin = time.perf_counter()
        try:
            return bare(*given, **named)
        finally:
            seconds += time.perf_counter() - begin

    with patch.object(rustworkx, "max_weight_matching", timed):
        yield
    spent.append(seconds)
