"""Entrants, rounds and what was played in them: the record that pairings and standings are computed from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from domain.tournament.faults import Fault
from domain.tournament.policy import MOST_ENTRANTS, Policy


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A participant, by reference, never by name. `entered` is the first round that can pair it, `dropped` the last one
    that it took part in; None: it is still there.
    """

    id: str
    entered: int = 1
    dropped: int | None = None

    def takes_part(self, number: int) -> bool:
        """Whether it is there in this round."""
        return self.entered <= number and (self.dropped is None or number <= self.dropped)


def entry_faults(policy: Policy, entrants: Sequence[Entrant], newcomer: str, begun: int) -> tuple[Fault, ...]:
    """Why somebody can't enter a tournament of which so many rounds have begun; `entered` is then the round after."""
    if not newcomer:
        return (Fault("ENTRANT_ID", "an entrant has an id", ("entrant",)),)
    if any(entrant.id == newcomer for entrant in entrants):
        return (Fault("ENTRANT_TWICE", "has entered already", ("entrant",)),)
    if begun + 1 > policy.late_entry.until:
        return (Fault("ENTRY_CLOSED", f"the last round to enter was {policy.late_entry.until}", ("entrant",)),)
    if len(entrants) >= MOST_ENTRANTS:
        return (Fault("ENTRANTS_FULL", f"no more than {MOST_ENTRANTS} entrants", ("entrant",)),)
    return ()


class Pairing(msgspec.Struct, frozen=True):
    """The entrants at a table, in seat order: the first of them sits first."""

    table: int
    seats: tuple[str, ...]


class TableResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a table, by seat number.

    `places` lists groups of equal seats, best first; a draw of two is ((0, 1),). A seat in no place has lost; so no
    seat has a place when all lose. `games`: games won by seat, `drawn`: games drawn. `absent`: seats whose entrant did
    not come or was disqualified; a duel with one of them is a forfeit, nobody played it.
    """

    table: int
    places: tuple[tuple[int, ...], ...] = ()
    games: tuple[int, ...] = ()
    drawn: int = 0
    absent: tuple[int, ...] = ()


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """One round. A table without a result counts for nothing yet. `half`: entrants excused for the points of a draw."""

    number: int
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    results: tuple[TableResult, ...] = ()


def faults(policy: Policy, pairing: Pairing, result: TableResult) -> tuple[Fault, ...]:
    """All faults of a reported result."""
    return tuple(_faults(policy, len(pairing.seats), result))


def _faults(policy: Policy, size: int, result: TableResult) -> Iterator[Fault]:
    placed = [seat for group in result.places for seat in group]
    if any(not 0 <= seat < size for seat in (*placed, *result.absent)):
        yield Fault("SEAT_UNKNOWN", f"seats are 0 to {size - 1}", ("places",))
    if any(count > 1 for count in Counter(placed).values()) or not all(result.places):
        yield Fault("PLACES_TWICE", "every seat stands in one place", ("places",))
    if set(placed) & set(result.absent):
        yield Fault("ABSENT_PLACED", "who was absent has no place", ("absent",))
    if placed and set(range(size)) - set(placed) - set(result.absent):
        yield Fault("PLACES_MISSING", "every seat that played has a place, or none has", ("places",))
    if len(set(result.absent)) < len(result.absent):
        yield Fault("ABSENT_TWICE", "every seat is named once", ("absent",))
    if len(result.absent) == 1 and size == 2 and not placed:
        yield Fault("FORFEIT_OPEN", "the one who came has the first place", ("places",))
    yield from _games(policy, size, result)


def _games(policy: Policy, size: int, result: TableResult) -> Iterator[Fault]:
    won = result.games
    if not won and not result.drawn:
        return
    if len(won) != size or size != 2 or result.absent:
        yield Fault("GAMES_SEATS", "games are counted for both seats of a duel that was played", ("games",))
        return
    needed = policy.best_of // 2 + 1
    if min(won) < 0 or result.drawn < 0 or max(won) > needed or sum(won) > policy.best_of:
        yield Fault("GAMES_RANGE", f"no more than {needed} games won, {policy.best_of} decided", ("games",))
    if result.places and by_games(won) != result.places:
        yield Fault("GAMES_PLACES", "who won more games won the match", ("places",))


def by_games(won: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The places of a duel, by games won."""
    if won[0] == won[1]:
        return ((0, 1),)
    return ((0,), (1,)) if won[0] > won[1] else ((1,), (0,))
