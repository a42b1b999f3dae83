"""The tables of a game that fit a format: an entrant takes a whole side, and may bring its deck to any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.game import CardGame
from domain.kernel.seating import decks_for, seat_counts
from domain.kernel.sides import Sides
from domain.tournament.policy import MOST_AT_A_TABLE, Pods

DUEL = 2
USUAL_AT_A_POD = 4
POINTS_BY_PLACE = (5, 3, 2, 1)


@dataclass(frozen=True)
class Seating:
    """The sides of a table by the number of entrants that it seats, and the decks that fit every side of every one."""

    sides: dict[int, Sides]
    decks: Sequence[str]

    @property
    def pods(self) -> Pods:
        """The rule for tables of three and more that these sides allow. Two sit alone only where a policy says so."""
        least, most = min(size for size in self.sides if size > DUEL), max(self.sides)
        by_place = (*POINTS_BY_PLACE, *(0 for _ in range(most)))[: max(most, len(POINTS_BY_PLACE))]
        return Pods(min(USUAL_AT_A_POD, most), least, most, by_place)


def seating(game: CardGame, options: Any, format_: str) -> Seating | None:
    """The tables of a format; None if the game has none in these options."""
    tables = _tables(game, options)
    wanted = {number for number in tables if (number == DUEL) == (format_ != "pods")}
    if not wanted or wanted != set(range(min(wanted), max(wanted) + 1)):
        return None
    if format_ == "pods" and DUEL in tables and min(wanted) == DUEL + 1:
        wanted.add(DUEL)
    decks = [deck.id for deck in game.decks() if all(deck.id in tables[number][1] for number in wanted)]
    return Seating({number: tables[number][0] for number in wanted}, decks) if decks else None


def _tables(game: CardGame, options: Any) -> dict[int, tuple[Sides, list[str]]]:
    """By the number of sides: the sides, and what each of them may bring. Of sides unlike each other nobody plays."""
    found: dict[int, tuple[Sides, list[str]]] = {}
    for seats in seat_counts(game, options):
        sides = game.sides(options, seats)
        decks, *others = [decks_for(game, options, side, seats) for side in sides]
        if decks and all(other == decks for other in others) and 1 < len(sides) <= MOST_AT_A_TABLE:
            found.setdefault(len(sides), (sides, decks))
    return found
