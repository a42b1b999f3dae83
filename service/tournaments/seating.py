"""Which tables of a game fit a format: an entrant takes a whole side, and may bring its deck to any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.kernel.game import Game
from domain.kernel.seating import Sides, decks_for, in_mode, modes, seat_counts
from domain.tournament.policy import MOST_AT_A_TABLE, Pods
from service.simulate.table import Refused

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


def seating(game: Game, options: Any, format_: str) -> Seating | None:
    """The tables of a format; None if the game has none in these options."""
    tables = _tables(game, options)
    wanted = {number for number in tables if (number == DUEL) == (format_ != "pods")}
    if not wanted or wanted != set(range(min(wanted), max(wanted) + 1)):
        return None
    if format_ == "pods" and DUEL in tables and min(wanted) == DUEL + 1:
        wanted.add(DUEL)
    decks = [deck.id for deck in game.decks() if all(deck.id in tables[number][1] for number in wanted)]
    return Seating({number: tables[number][0] for number in wanted}, decks) if decks else None


def _tables(game: Game, options: Any) -> dict[int, tuple[Sides, list[str]]]:
    """By the number of sides: the sides, and what each of them may bring. Of sides unlike each other nobody plays."""
    found: dict[int, tuple[Sides, list[str]]] = {}
    for seats in seat_counts(game, options):
        sides = game.sides(options, seats)
        decks, *others = [decks_for(game, options, side) for side in sides]
        if decks and all(other == decks for other in others) and 1 < len(sides) <= MOST_AT_A_TABLE:
            found.setdefault(len(sides), (sides, decks))
    return found


def seated(game: Game, options: Any, format_: str, mode: str | None) -> Seating:
    """The tables of a format. Raises Refused with what fits instead."""
    found = seating(game, options, format_)
    if found is None:
        name = game.slug if mode is None else f"{game.slug} in the mode {mode}"
        raise Refused(f"{name} has no tables for {format_}; {_instead(game)}")
    return found


def _instead(game: Game) -> str:
    """What fits the game, and in which of its modes."""
    known: Sequence[str | None] = modes(game) or (None,)
    told = []
    for formats in (("swiss", "round_robin", "single_elimination", "double_elimination"), ("pods",)):
        fitting = [mode or "" for mode in known if seating(game, in_mode(game, mode), formats[0])]
        if fitting:
            told.append(", ".join(formats) + (f" with --mode {' or '.join(fitting)}" if all(fitting) else ""))
    return f"what fits: {'; '.join(told) or 'nothing'}"
