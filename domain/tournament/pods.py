"""Tables of three and more, by the same costs as duels, summed over all pairs at a table.

No fast way is known to find the best tables of all. Up to `TRIED` ways of sitting down all are tried. Above that
players sit down in the drawn order of their score groups, and then, seat by seat, one player of each table gets up and
those who stand are seated anew by the cheapest matching of players and tables nearby. That repeats until nothing gets
cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from domain.tournament.assignment import Assignment, PodInput
from domain.tournament.byes import lowest, without
from domain.tournament.entrants import Pairing
from domain.tournament.matching import Work, cheapest
from domain.tournament.weights import Cost, Costs, scalars

ALGORITHM = "pods-exchange/1"
TRIED = 6_000
NEAR = 8
"""The most tables up or down that a player may move at once."""
PASSES = 20

Pod = list[int]


def pair(given: PodInput, seed: bytes, work: Work | None = None) -> Assignment:
    """The tables of a round."""
    costs = Costs(given.tournament, given.round, seed, given.players)
    sizes, spare = table_sizes(len(given.players), given.least, given.size, given.most)
    gone = lowest(costs, spare)
    places = without(costs.order(), gone)
    tables = _tables(costs, places, sizes, work or Work())
    total = _total(costs, tables)
    ordered = sorted(tables, key=lambda table: sorted(costs.players[place].group for place in table))
    return Assignment(
        tuple(Pairing(number, _seats(costs, table)) for number, table in enumerate(ordered, 1)),
        tuple(costs.players[place].id for place in gone),
        total.rematches,
        total.steps,
    )


def table_sizes(players: int, least: int, size: int, most: int) -> tuple[list[int], int]:
    """The sizes of the tables, larger ones first, and how many have a bye: as few as possible.

    Of the numbers of tables that can seat the others, the one whose tables come closest to the size aimed at; of two as
    close the smaller one.
    """
    for spare in range(players + 1):
        seated = players - spare
        counts = [count for count in range(1, seated + 1) if count * least <= seated <= count * most]
        if counts:
            count = min(counts, key=lambda count: (abs(seated - count * size), count))
            small, larger = divmod(seated, count)
            return [small + 1] * larger + [small] * (count - larger), spare
    return [], players


def _tables(costs: Costs, places: Sequence[int], sizes: Sequence[int], work: Work) -> list[Pod]:
    if not sizes:
        return []
    if _ways(list(sizes)) <= TRIED:
        return min(_all_ways(list(places), list(sizes)), key=lambda tables: _total(costs, tables))
    tables, taken = [], 0
    for size in sizes:
        tables.append(list(places[taken : taken + size]))
        taken += size
    return _exchanged(costs, tables, work)


def _ways(sizes: list[int]) -> int:
    """In how many ways players can sit down; capped, it need not be exact above."""
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left - 1, size - 1)
        left -= size
        if ways > TRIED * 1000:
            break
    return ways


def _all_ways(places: list[int], sizes: list[int]) -> Iterator[list[Pod]]:
    """Every way once or more often: the first place sits at a table of each size that is left."""
    if not places:
        yield []
        return
    first, rest = places[0], places[1:]
    for size in sorted(set(sizes)):
        fewer = list(sizes)
        fewer.remove(size)
        for others in combinations(rest, size - 1):
            left = [place for place in rest if place not in others]
            for tables in _all_ways(left, fewer):
                yield [[first, *others], *tables]


def _total(costs: Costs, tables: Sequence[Pod]) -> Cost:
    return costs.total([pair for table in tables for pair in combinations(table, 2)])


def _exchanged(costs: Costs, tables: list[Pod], work: Work) -> list[Pod]:
    best = _total(costs, tables)
    for _ in range(PASSES):
        before = best
        for seat in range(max(map(len, tables))):
            tried = _reseated(costs, tables, seat, work)
            total = _total(costs, tried)
            if total < best:
                tables, best = tried, total
        if best == before:
            break
    return tables


def _reseated(costs: Costs, tables: list[Pod], seat: int, work: Work) -> list[Pod]:
    """The tables after the player at one seat of each has got up and all of them sat down anew."""
    standing = [number for number, table in enumerate(tables) if seat < len(table)]
    stay = [[place for at, place in enumerate(tables[number]) if at != seat] for number in standing]
    edges, found = [], []
    for who, number in enumerate(standing):
        for where in range(max(0, who - NEAR), min(len(standing), who + NEAR + 1)):
            edges.append((who, len(standing) + where))
            found.append(costs.total([(tables[number][seat], place) for place in stay[where]]))
    matched = cheapest(2 * len(standing), edges, scalars(found, len(standing)), work)
    assert matched is not None, "everybody may keep the seat"
    changed = [list(table) for table in tables]
    for who, where in matched:
        changed[standing[where - len(standing)]][seat] = tables[standing[who]][seat]
    return changed


def _seats(costs: Costs, table: Pod) -> tuple[str, ...]:
    """The seats of a table: players who have sat later so far sit earlier; among equals the draw `seat:<round>:<place>`
    decides.
    """
    ordered = sorted(table, key=lambda place: (-costs.players[place].balance, costs.draw("seat", place)))
    return tuple(costs.players[place].id for place in ordered)
