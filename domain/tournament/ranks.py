"""The final ranks of a tournament: one list of everybody, over its rounds and its bracket."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from domain.tournament.course import Course, bracket_standings, standings_now
from domain.tournament.policy import ELIMINATIONS

Ranks = Sequence[tuple[int, str]]
"""Ranks with their entrants, best first."""


class FinalRank(NamedTuple):
    """The rank of an entrant, and what it comes from: the bracket, the rounds before it, or a disqualification."""

    rank: int
    entrant: str
    stage: Literal["bracket", "rounds", "disqualified"]


def final_ranks(course: Course, disqualified: Collection[str] = ()) -> tuple[tuple[int, str], ...]:
    """(rank, entrant), best first: the players of a bracket after a cut stand before everybody else, and the
    disqualified behind everybody, whatever they won before.
    """
    ranks = _played(course)
    stays = [(rank, who) for rank, who in ranks if who not in disqualified]
    out = [(rank, who) for rank, who in ranks if who in disqualified]
    return (*_closed_up(stays, 1), *_closed_up(out, len(stays) + 1))


def staged(course: Course, ranks: Iterable[tuple[int, str]], disqualified: Collection[str] = ()) -> list[FinalRank]:
    """Final ranks with what each comes from."""
    seeded = set(course.seeded)
    return [
        FinalRank(rank, who, "disqualified" if who in disqualified else "bracket" if who in seeded else "rounds")
        for rank, who in ranks
    ]


def _played(course: Course) -> Ranks:
    rows = [(row.rank, row.entrant) for row in standings_now(course)]
    if course.policy.cut is None or course.policy.format in ELIMINATIONS:
        return rows
    first = [(row.rank, row.entrant) for row in bracket_standings(course)]
    through = {who for _, who in first}
    return [*first, *_closed_up([(rank, who) for rank, who in rows if who not in through], len(first) + 1)]


def _closed_up(ranks: Ranks, first: int) -> Ranks:
    """Some of the ranks, from `first` on and without gaps; who shared one still does."""
    closed = {rank: place for place, (rank, _) in reversed(list(enumerate(ranks, first)))}
    return [(closed[rank], who) for rank, who in ranks]
