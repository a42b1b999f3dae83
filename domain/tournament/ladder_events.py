"""The events of a ladder: each rating with all inputs of its computation. Players are references."""

from __future__ import annotations

import msgspec

from domain.kernel.codec import Reader
from domain.kernel.facts import Event
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.ratings import Rating

Placings = tuple[tuple[str, ...], ...]
"""Players of a game, groups of equal ones, best first."""


class Moved(msgspec.Struct, frozen=True):
    """The change of one player's rating by a game."""

    player: str
    before: Rating
    after: Rating


class LadderOpened(Event, frozen=True):
    """The first event of every ladder: whose it is, how it rates, and what everybody begins with."""

    type = "ladder_opened"
    ladder: str
    game: str
    season: str
    model: str
    start: Rating


class GameRated(Event, frozen=True):
    """A game of a tournament and what it changed, in the order of `places`."""

    type = "game_rated"
    tournament: str
    round: int
    table: int
    game: int
    match: str
    places: Placings
    changes: tuple[Moved, ...]


class TournamentRated(Event, frozen=True):
    """All games of a tournament are in: how many. `version` and `head` (hex) are of the event that finished it."""

    type = "tournament_rated"
    tournament: str
    version: int
    head: str
    games: int


EVENTS: tuple[type[Event], ...] = (LadderOpened, GameRated, TournamentRated)
READER = Reader("a ladder", EVENTS)


def read(type_: str, schema: int, body: bytes) -> Event:
    """A stored event of a ladder; nothing of it is hidden. Raises UnreadableEvent."""
    event = READER.decode(type_, schema, body, None, "")
    if event is None:
        raise UnreadableEvent(f"a ladder has no event {type_!r}")
    return event
