"""The outcome of a pairing: who sits where, who has a bye, and how far it is from its aims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from domain.tournament.entrants import Entrant, Pairing
from domain.tournament.ledger import Ledger
from domain.tournament.weights import Player


class Assignment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tables and byes of one round. `rematches`: earlier meetings of the pairs; `steps`: score groups apart, squared,
    both summed over all pairs at all tables. `nodes`: the matches of a bracket, table by table.
    """

    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...] = ()
    rematches: int = 0
    steps: int = 0
    nodes: tuple[str, ...] = ()


class DuelInput(msgspec.Struct, frozen=True):
    """The input of one round of duels, beside the seed. Players stand in the order of their ids."""

    tournament: str
    round: int
    players: tuple[Player, ...]


class PodInput(msgspec.Struct, frozen=True):
    """The same for tables of three and more: how many may sit at one, and how many should."""

    tournament: str
    round: int
    players: tuple[Player, ...]
    least: int
    size: int
    most: int


def players(found: Ledger, entrants: Iterable[Entrant], number: int, excused: Sequence[str] = ()) -> tuple[Player, ...]:
    """The players to pair in a round, as the pairing sees them, in the order of their ids."""
    there = sorted(entrant.id for entrant in entrants if entrant.takes_part(number) and entrant.id not in excused)
    scores = sorted({found.points[entrant] for entrant in there}, reverse=True)
    group = {score: place for place, score in enumerate(scores)}
    return tuple(_player(found, entrant, group) for entrant in there)


def _player(found: Ledger, entrant: str, group: dict[Fraction, int]) -> Player:
    account = found.accounts[entrant]
    met: dict[str, int] = {}
    for line in account:
        for opponent in line.opponents:
            met[opponent] = met.get(opponent, 0) + 1
    return Player(
        entrant,
        group[found.points[entrant]],
        sum(line.balance for line in account),
        sum(line.kind == "bye" for line in account),
        tuple(sorted(met.items())),
    )
