"""The duels of a Swiss round: no rematch where one is avoidable, near score groups, fair seats, and the lot."""

from __future__ import annotations

from domain.tournament import blocks
from domain.tournament.assignment import Assignment, DuelInput
from domain.tournament.byes import candidates
from domain.tournament.entrants import Pairing
from domain.tournament.matching import Edge, Work
from domain.tournament.weights import Costs

ALGORITHM = "swiss-blocks/1"


def pair(given: DuelInput, seed: bytes, work: Work | None = None, thin: bool = True) -> Assignment:
    """The round. `thin`: large blocks are tried on fewer edges first, which changes neither rematches nor steps."""
    if not given.players:
        return Assignment(())
    costs = Costs(given.tournament, given.round, seed, given.players)
    bye, found = _choose(costs, work or Work(), thin)
    total = costs.total(found)
    ordered = sorted(found, key=lambda one: _height(costs, one))
    tables = tuple(Pairing(table, _seats(costs, one)) for table, one in enumerate(ordered, 1))
    byes = () if bye is None else (given.players[bye].id,)
    return Assignment(tables, byes, total.rematches, total.steps)


def _choose(costs: Costs, work: Work, thin: bool) -> tuple[int | None, list[Edge]]:
    """The bye and the pairs: of the first candidate with whom nobody meets again, else with the fewest rematches."""
    order = costs.order()
    if len(order) % 2 == 0:
        return None, blocks.pairs(costs, order, work, thin)
    best: tuple[int, list[Edge]] | None = None
    for bye in candidates(costs):
        found = blocks.pairs(costs, [place for place in order if place != bye], work, thin)
        if best is None or costs.total(found).rematches < costs.total(best[1]).rematches:
            best = bye, found
        if not costs.total(found).rematches:
            break
    assert best is not None
    return best


def _height(costs: Costs, pair: Edge) -> tuple[int, int, int]:
    """Table 1 is the highest: by the better score group of the two, then the other one, then the lot."""
    groups = sorted(costs.players[place].group for place in pair)
    return groups[0], groups[1], costs.lot(*pair)


def _seats(costs: Costs, pair: Edge) -> tuple[str, str]:
    """The seats of a pair: the player who has sat later so far sits first; between equals the draw
    `seat:<round>:<places>` decides.
    """
    one, other = (costs.players[place] for place in pair)
    swapped = other.balance > one.balance or (one.balance == other.balance and costs.draw("seat", *pair, below=2) == 1)
    return (other.id, one.id) if swapped else (one.id, other.id)
