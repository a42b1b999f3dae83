"""Duels of one round: the matching of least cost; of many players, found block by block.

Score groups are cut into blocks of even size, as small as they get, and each block is matched for itself. The result is
as good as one matching of all in its first two tiers, rematches and steps. Why:

- Between two blocks the number of players above is even, so a matching that crosses there crosses at least twice, and
  parity demands no crossing there. So a run of m blocks that a matching links by crossings costs at least the steps
  that parity demands inside the blocks (`least_steps`), and 2 (m - 1) more. Nor can it cost less than the best matching
  of the run, once that is known.
- Every matching cuts the blocks into such runs, and costs no less than these bounds together. So the runs are taken
  whose bounds are least together; those of them that have not been matched yet are matched; until all of them are.

In a large block only neighbours in the drawn order are offered to each other at first. The result is kept if it has no
rematch and the least steps, which nothing can beat; else the reach grows, in the end to the complete graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from domain.tournament.matching import Edge, Work, cheapest
from domain.tournament.weights import Cost, Costs, scalars

COMPLETE_UP_TO = 128
"""Blocks of so many are matched on the complete graph at once."""
REACHES = (24, 96)


Run = tuple[int, int]
"""The first and the last block of a run."""


class PairingBlock:
    """Consecutive places of the drawn order with their cheapest matching."""

    def __init__(self, costs: Costs, places: Sequence[int], work: Work, thin: bool = True) -> None:
        self.pairs = _match(costs, list(places), least_steps(costs, places), work, thin)
        self.cost = costs.total(self.pairs)


class Bound(NamedTuple):
    """The least cost of some runs, then what decides between equals: few players still to match, and short runs."""

    rematches: int = 0
    steps: int = 0
    unmatched: int = 0
    joins: int = 0

    def plus(self, other: Bound) -> Bound:
        """Both together."""
        return Bound(*(one + more for one, more in zip(self, other, strict=True)))


def pairs(
    costs: Costs, places: Sequence[int], work: Work, thin: bool = True, whole: int = COMPLETE_UP_TO
) -> list[Edge]:
    """The pairs of an even number of places, given by score group and inside a group in the drawn order."""
    if len(places) <= whole or not thin:
        return PairingBlock(costs, places, work, thin).pairs
    parts = _even_parts(costs, places)
    least = [least_steps(costs, part) for part in parts]
    known: dict[Run, PairingBlock] = {}
    while True:
        runs = _cheapest_runs([len(part) for part in parts], least, known)
        if all(run in known for run in runs):
            return [pair for run in runs for pair in known[run].pairs]
        for first, last in runs:
            if (first, last) not in known:
                joined = [place for part in parts[first : last + 1] for place in part]
                known[first, last] = PairingBlock(costs, joined, work)


def _cheapest_runs(sizes: Sequence[int], least: Sequence[int], known: Mapping[Run, PairingBlock]) -> list[Run]:
    """The runs with the least bounds together; of equals those that end in the shortest run."""
    best: list[tuple[Bound, list[Run]]] = [(Bound(), [])]
    for last in range(len(sizes)):
        found = None
        for first in range(last, -1, -1):
            before, runs = best[first]
            bound = before.plus(_bound((first, last), sizes, least, known))
            if found is None or bound < found[0]:
                found = bound, [*runs, (first, last)]
        assert found is not None
        best.append(found)
    return best[-1][1]


def _bound(run: Run, sizes: Sequence[int], least: Sequence[int], known: Mapping[Run, PairingBlock]) -> Bound:
    first, last = run
    if run in known:
        cost = known[run].cost
        return Bound(cost.rematches, cost.steps, 0, last - first)
    inside = slice(first, last + 1)
    return Bound(0, sum(least[inside]) + 2 * (last - first), sum(sizes[inside]), last - first)


def least_steps(costs: Costs, places: Sequence[int]) -> int:
    """The steps that parity alone demands: one at each border between groups with an odd number of players above."""
    groups = [costs.players[place].group for place in places]
    return sum(
        below - above for number, (above, below) in enumerate(pairwise(groups), 1) if number % 2 and above != below
    )


def _even_parts(costs: Costs, places: Sequence[int]) -> list[list[int]]:
    parts: list[list[int]] = [[]]
    for place in places:
        part = parts[-1]
        if part and len(part) % 2 == 0 and costs.players[part[-1]].group != costs.players[place].group:
            parts.append([])
        parts[-1].append(place)
    return [part for part in parts if part]


def _match(costs: Costs, places: list[int], least: int, work: Work, thin: bool) -> list[Edge]:
    if thin and len(places) > COMPLETE_UP_TO:
        for reach in REACHES:
            found = _matched(costs, places, _near(len(places), reach), work)
            if found is not None and _unbeatable(costs.total(found), least):
                return found
    found = _matched(costs, places, list(combinations(range(len(places)), 2)), work)
    assert found is not None, "a complete graph of an even number of players has a perfect matching"
    return found


def _unbeatable(cost: Cost, least: int) -> bool:
    return cost.rematches == 0 and cost.steps == least


def _near(size: int, reach: int) -> list[Edge]:
    return [(one, other) for one in range(size) for other in range(one + 1, min(size, one + 1 + reach))]


def _matched(costs: Costs, places: list[int], edges: list[Edge], work: Work) -> list[Edge] | None:
    found = [costs.cost(places[one], places[other]) for one, other in edges]
    matched = cheapest(len(places), edges, scalars(found, len(places) // 2), work)
    return None if matched is None else [(places[one], places[other]) for one, other in matched]
