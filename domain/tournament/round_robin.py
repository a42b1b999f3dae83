"""Everybody meets everybody: Berger tables. With an odd number of entrants the last number is nobody: a bye."""

from __future__ import annotations

import msgspec

from domain.tournament.assignment import Assignment
from domain.tournament.entrants import Pairing
from domain.tournament.seeds import shuffled

ALGORITHM = "berger/1"


class RoundRobinInput(msgspec.Struct, frozen=True):
    """Entrants in the order of their starting numbers, or, if these are drawn, in any order that everybody knows."""

    tournament: str
    round: int
    entrants: tuple[str, ...]
    drawn: bool
    cycles: int = 1


def pair(given: RoundRobinInput, seed: bytes) -> Assignment:
    """One round of the tables."""
    numbered = starting_numbers(given.tournament, given.entrants, given.drawn, seed)
    count = len(numbered)
    found, byes = [], []
    for first, second in berger(count + count % 2, given.round, given.cycles):
        if max(first, second) > count:
            byes.append(numbered[min(first, second) - 1])
        else:
            found.append((numbered[first - 1], numbered[second - 1]))
    return Assignment(tuple(Pairing(table, seats) for table, seats in enumerate(found, 1)), tuple(byes))


def starting_numbers(tournament: str, entrants: tuple[str, ...], drawn: bool, seed: bytes) -> tuple[str, ...]:
    """Entrants in the order of their starting numbers: as given, or shuffled by the draw `numbers`."""
    return shuffled(entrants, seed, tournament, "numbers") if drawn else entrants


def berger(count: int, number: int, cycles: int = 1) -> list[tuple[int, int]]:
    """The pairs of starting numbers of a round, the player who sits first in front; `count` is even.

    In round 1 the first meets the last, the second the last but one, and so on. In each further round everybody but the
    last moves on by half of them. The last sits first in even rounds. A second cycle is the first one with the seats
    turned, and the last two rounds of the first cycle change places, so that nobody sits thrice alike in between.
    """
    if count < 2:
        return []
    rounds = count - 1
    cycle, turn = divmod(number - 1, rounds)
    if cycles == 2 and cycle == 0 and rounds > 1 and turn >= rounds - 2:
        turn = 2 * rounds - 3 - turn
    pairs = _turn(count, turn)
    return [(second, first) for first, second in pairs] if cycle else pairs


def _turn(count: int, turn: int) -> list[tuple[int, int]]:
    rest = count - 1
    moved = turn * (count // 2) % rest
    ring = [(moved + step) % rest + 1 for step in range(rest)]
    top = (count, ring[0]) if turn % 2 else (ring[0], count)
    return [top, *((ring[step], ring[rest - step]) for step in range(1, count // 2))]
