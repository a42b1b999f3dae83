"""Leaderboards: ratings by game and season, what changed them, and the file that anybody can recompute them from."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

import msgspec

from api_schema.ports.base import Out, Page


class LeaderboardRow(Out, frozen=True):
    """A player on a leaderboard. Players who share a rank have the same rating.

    `player` is the reference in all tournaments of the game, `name` null for a player who has none or was erased.
    `rating` is for people: `ordinal`, which is `mu` less three times `sigma`, with two digits. These three are exact
    decimals. `wins`: games in which nobody stood beside or before the player.
    """

    rank: int
    player: str
    name: str | None
    rating: str
    mu: str
    sigma: str
    ordinal: str
    games: int
    wins: int
    rated_at: str


class LadderInfo(Out, frozen=True):
    """A ladder at one version of its stream, and how many players, games and tournaments are in it."""

    id: str
    season: str
    version: int
    head_hash: str
    players: int
    games: int
    tournaments: int
    rated_at: str


class SeasonList(Out, frozen=True):
    """The ladders of a game, the one that was rated last first."""

    game: str
    seasons: tuple[LadderInfo, ...]


class LeaderboardPage(Page, frozen=True):
    """Players, best first. `ladder` is null where nothing was rated yet."""

    game: str
    model: str
    ladder: LadderInfo | None
    rows: tuple[LeaderboardRow, ...]
    end_cursor: str | None
    has_next: bool


class RatingValue(Out, frozen=True):
    """A rating as exact decimals, after so many games."""

    mu: str
    sigma: str
    ordinal: str
    games: int


class RatingChange(Out, frozen=True):
    """The change of a rating by one game. `place` of `of`: how many players stood before this one, and one; of how
    many.

    `version` is that of the ladder's event, with which the change is found in the ratings file.
    """

    version: int
    at: str
    tournament_id: str
    round: int
    table: int
    game: int
    match_id: str
    place: int
    of: int
    before: RatingValue
    after: RatingValue


class RatingHistory(Page, frozen=True):
    """A player's changes, newest first."""

    game: str
    ladder: LadderInfo
    player: LeaderboardRow
    changes: tuple[RatingChange, ...]
    end_cursor: str | None
    has_next: bool


class RatingsFile(msgspec.Struct, frozen=True):
    """The file of a ladder up to a version, line by line, while it is read."""

    name: str
    version: int
    head_hash: str
    lines: AsyncGenerator[bytes, None]


class Ratings(Protocol):
    """The public ratings. NOT_FOUND for an unknown game, season or player.

    Without a season, the one that was rated last.
    """

    async def leaderboard(
        self, game: str, *, first: int, season: str | None = None, after: str | None = None
    ) -> LeaderboardPage: ...

    async def seasons(self, game: str) -> SeasonList: ...

    async def player(
        self, game: str, player: str, *, first: int, season: str | None = None, after: str | None = None
    ) -> RatingHistory: ...

    async def ratings_file(self, game: str, season: str | None = None) -> RatingsFile: ...
