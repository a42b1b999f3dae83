"""Byes, for when the number of players does not fit: at most one for each while that is possible, the lowest first."""

from __future__ import annotations

from collections.abc import Sequence

from domain.tournament.weights import Costs


def candidates(costs: Costs) -> list[int]:
    """The places of the players who may have the next bye, the first choice first.

    Only players with the fewest byes may. The lowest score group comes first; inside a group the lowest number of the
    draw `bye:<round>:<place>`.
    """
    fewest = min(player.byes for player in costs.players)
    may = [place for place, player in enumerate(costs.players) if player.byes == fewest]
    return sorted(may, key=lambda place: (-costs.players[place].group, costs.draw("bye", place)))


def lowest(costs: Costs, count: int) -> list[int]:
    """The places of several who have a bye in the same round, in the order in which they are chosen."""
    every = sorted(
        range(len(costs.players)),
        key=lambda place: (costs.players[place].byes, -costs.players[place].group, costs.draw("bye", place)),
    )
    return every[:count]


def without(places: Sequence[int], gone: Sequence[int]) -> list[int]:
    """The places that are left."""
    return [place for place in places if place not in gone]
