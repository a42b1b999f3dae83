"""The cost of a pairing, as integers: rematches, then score groups apart, then unbalanced seats, then the lot.

The costs of two tiers never mix: one unit of a tier outweighs everything that the tiers below it can add up to.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.kernel.draws import Draws
from domain.tournament.seeds import shuffled

LOT_BITS = 48
LOTS = 1 << LOT_BITS


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entrant as the pairing sees it. `group`: its score group, 0 is the best; groups without a gap.

    `balance`: how much later than the middle it has sat so far, in half seats. `met`: whom, how often, by id.
    """

    id: str
    group: int
    balance: int = 0
    byes: int = 0
    met: tuple[tuple[str, int], ...] = ()


class Cost(msgspec.Struct, frozen=True, order=True):
    """The tiers of a cost, the heaviest first."""

    rematches: int = 0
    steps: int = 0
    seats: int = 0
    lot: int = 0


class Costs:
    """The costs of all pairs of some players, by their places in the list. Places, not ids, name the draws."""

    def __init__(self, tournament: str, number: int, seed: bytes, players: Sequence[Player]) -> None:
        self.players = players
        self._number = number
        self._draws = (seed, tournament)
        self._met = [dict(player.met) for player in players]
        self._widest = 2 * max((abs(player.balance) for player in players), default=0)
        self._lots: dict[tuple[int, int], int] = {}

    def rematches(self, one: int, other: int) -> int:
        """The number of meetings of two players."""
        return self._met[one].get(self.players[other].id, 0)

    def steps(self, one: int, other: int) -> int:
        """How many score groups two are apart, squared: so an odd one floats to the next group, not further."""
        apart = self.players[one].group - self.players[other].group
        return apart * apart

    def seats(self, one: int, other: int) -> int:
        """The cost of the seats of two players: the more unlike their earlier seats, the less."""
        return self._widest - abs(self.players[one].balance - self.players[other].balance)

    def lot(self, one: int, other: int) -> int:
        """The lot of a pair: the draw `pair:<round>:<lower place>:<higher place>`, below 2^48."""
        key = (one, other) if one < other else (other, one)
        if key not in self._lots:
            self._lots[key] = self.draw("pair", *key)
        return self._lots[key]

    def draw(self, what: str, *places: int, below: int = LOTS) -> int:
        """The first draw of the purpose `<what>:<round>:<places>` from the published seed."""
        seed, tournament = self._draws
        purpose = ":".join((what, str(self._number), *map(str, places)))
        return Draws(seed, tournament, b"", {}).below(purpose, below).value

    def order(self) -> list[int]:
        """The places by score group, inside a group by the draw `order:<round>`, a shuffle of all places."""
        seed, tournament = self._draws
        places = shuffled(range(len(self.players)), seed, tournament, f"order:{self._number}")
        return sorted(places, key=lambda place: self.players[place].group)

    def cost(self, one: int, other: int) -> Cost:
        """All tiers of one pair."""
        return Cost(self.rematches(one, other), self.steps(one, other), self.seats(one, other), self.lot(one, other))

    def total(self, pairs: Sequence[tuple[int, int]]) -> Cost:
        """All tiers of several pairs."""
        costs = [self.cost(*pair) for pair in pairs]
        return Cost(
            sum(cost.rematches for cost in costs),
            sum(cost.steps for cost in costs),
            sum(cost.seats for cost in costs),
            sum(cost.lot for cost in costs),
        )


def scalars(costs: Sequence[Cost], terms: int) -> list[int]:
    """Each cost as one integer, so that sums of up to `terms` of them compare as the tiers do."""
    lot = LOTS * terms
    seat = (max((cost.seats for cost in costs), default=0) * terms + 1) * lot
    step = (max((cost.steps for cost in costs), default=0) * terms + 1) * seat
    return [cost.rematches * step + cost.steps * seat + cost.seats * lot + cost.lot for cost in costs]
