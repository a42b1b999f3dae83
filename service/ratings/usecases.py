"""ports.Ratings: leaderboards for everybody, from their read model; histories and files from the ladders themselves."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Row

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.catalogue import Catalogue
from api_schema.ports.ratings import (
    LadderInfo,
    LeaderboardPage,
    LeaderboardRow,
    RatingChange,
    RatingHistory,
    RatingsFile,
    RatingValue,
    SeasonList,
)
from domain.kernel.result import place_in
from domain.tournament.ladder_events import GameRated, read
from domain.tournament.ratings import MILLION, MODEL, Rating
from eventstore import EventStore, StoredEvent
from service.accounts.directory import NamesOf
from service.application.ids import LADDER_IDS
from service.application.inputs import bounded, require_word
from service.application.refusals import store_errors
from service.cursors import cursor, list_name, place_of, placed
from service.projections.leaderboard import queries
from service.projections.record_signatures.queries import RecordSignatures
from service.ratings import lines
from service.times import rfc3339

MOST = 100
"""Rows of a page."""
SEASONS = 1_000
_PAGE = 256
"""Events of a file between two readings of the store."""


class _When(msgspec.Struct):
    at: int


_when = msgspec.json.Decoder(_When).decode


class RatingUseCases:
    """Reads what the projector and the rater have written; it follows a finished tournament after a moment."""

    def __init__(self, store: EventStore, catalogue: Catalogue, names: NamesOf, signatures: RecordSignatures) -> None:
        self._signatures = signatures
        self._store = store
        self._catalogue = catalogue
        self._names = names

    async def leaderboard(
        self, game: str, *, season: str | None = None, first: int, after: str | None = None
    ) -> LeaderboardPage:
        bounded(first, 1, MOST, "first")
        ladder = await self._ladder(game, season)
        if ladder is None:
            return LeaderboardPage(game, MODEL, None, (), None, False)
        here = list_name("leaderboard", game, ladder.season)
        place = None if after is None else place_of(after, here, tuple[int, str])
        with store_errors():
            rows, before = await self._store.sql.lookup(
                partial(queries.page, stream=ladder.stream_id, after=place, size=first)
            )
        shown, names = rows[:first], await self._names([row.player for row in rows[:first]])
        board = tuple(_board_row(row, rank, names) for row, rank in zip(shown, _ranks(shown, *before), strict=True))
        end = cursor(here, shown[-1].ordinal, shown[-1].player) if shown else None
        page = LeaderboardPage(game, MODEL, _info(ladder), board, end, len(rows) > first)
        return placed(page, here, [(row.ordinal, row.player) for row in shown], after)

    async def seasons(self, game: str) -> SeasonList:
        self._catalogue.game(game)
        query = queries.of_game(game).limit(SEASONS)
        with store_errors():
            rows = await self._store.sql.lookup(lambda connection: connection.execute(query).all())
        return SeasonList(game, tuple(map(_info, rows)))

    async def player(
        self, game: str, player: str, *, season: str | None = None, first: int, after: str | None = None
    ) -> RatingHistory:
        bounded(first, 1, MOST, "first")
        require_word(player, "player")
        ladder = await self._ladder(game, season)
        if ladder is None:
            raise _no_player(player)
        here = list_name("ratings", game, ladder.season, player)
        place = None if after is None else place_of(after, here, tuple[int])[0]
        with store_errors():
            row, before, found = await self._store.sql.lookup(
                partial(queries.history, stream=ladder.stream_id, player=player, after=place, size=first)
            )
        if row is None:
            raise _no_player(player)
        names = await self._names([player])
        changes = tuple(_change(player, event) for event in found[:first])
        end = cursor(here, changes[-1].version) if changes else None
        own = _board_row(row, before + 1, names)
        page = RatingHistory(game, _info(ladder), own, changes, end, len(found) > first)
        return placed(page, here, [(change.version,) for change in changes], after)

    async def ratings_file(self, game: str, season: str | None = None) -> RatingsFile:
        ladder = await self._ladder(game, season)
        if ladder is None:
            raise ApiError(ErrorCode.NOT_FOUND, f"nothing of {game} was rated yet", path=("season",))
        return RatingsFile(
            f"{LADDER_IDS.id_of(ladder.stream_id)}.ratings.ndjson",
            ladder.version,
            ladder.head_hash.hex(),
            self._lines(ladder),
        )

    async def _lines(self, ladder: Row[Any]) -> AsyncGenerator[bytes, None]:
        """The ladder as the read model knows it: what comes later is in a later file."""
        name, done = LADDER_IDS.id_of(ladder.stream_id), 0
        yield lines.encode(lines.RatingsHeader(ladder=name, game=ladder.game, season=ladder.season))
        while done < ladder.version:
            page = await self._store.read(ladder.stream_id, done, min(_PAGE, ladder.version - done), settled=True)
            for event in page:
                yield lines.encode(lines.RatingsEvent.of(event))
            done = page[-1].version
        signature = await self._signatures.at(ladder.stream_id, ladder.version)
        yield lines.encode(
            lines.RatingsFooter(
                last_version=ladder.version,
                chain_head=ladder.head_hash.hex(),
                signature=signature,
            )
        )

    async def _ladder(self, game: str, season: str | None) -> Row[Any] | None:
        """The row of a ladder; without a season the one that was rated last, None without any. NOT_FOUND."""
        self._catalogue.game(game)
        require_word(season, "season")
        query = queries.of_game(game, season).limit(1)
        with store_errors():
            row = await self._store.sql.lookup(lambda connection: connection.execute(query).first())
        if row is None and season is not None:
            message = f"nothing of {game} was rated in the season {season[:40]!r}"
            raise ApiError(ErrorCode.NOT_FOUND, message, path=("season",))
        return row


def _ranks(rows: Sequence[Row[Any]], better: int, before: int) -> list[int]:
    """Ranks of rows in their order; equals share the rank of the first of them."""
    ranks: list[int] = []
    for place, row in enumerate(rows):
        shared = place > 0 and rows[place - 1].ordinal == row.ordinal
        ranks.append(ranks[-1] if shared else better + 1 if place == 0 else before + place + 1)
    return ranks


def _no_player(player: str) -> ApiError:
    return ApiError(ErrorCode.NOT_FOUND, f"{player!r} is not on this leaderboard", path=("player",))


def _info(row: Row[Any]) -> LadderInfo:
    return LadderInfo(
        LADDER_IDS.id_of(row.stream_id),
        row.season,
        row.version,
        row.head_hash.hex(),
        row.players,
        row.games,
        row.tournaments,
        rfc3339(row.rated_at),
    )


def _board_row(row: Row[Any], rank: int, names: Mapping[str, str]) -> LeaderboardRow:
    return LeaderboardRow(
        rank,
        row.player,
        names.get(row.player),
        shown(row.ordinal),
        exact(row.mu),
        exact(row.sigma),
        exact(row.ordinal),
        row.games,
        row.wins,
        rfc3339(row.rated_at),
    )


def _change(player: str, event: StoredEvent) -> RatingChange:
    fact = read(event.type, event.schema, event.body)
    assert isinstance(fact, GameRated)
    own = next(moved for moved in fact.changes if moved.player == player)
    better = place_in(fact.places, player)
    assert better is not None
    return RatingChange(
        version=event.version,
        at=rfc3339(_when(event.body).at),
        tournament_id=fact.tournament,
        round=fact.round,
        table=fact.table,
        game=fact.game,
        match_id=fact.match,
        place=1 + better,
        of=len(fact.changes),
        before=_value(own.before),
        after=_value(own.after),
    )


def _value(rating: Rating) -> RatingValue:
    return RatingValue(exact(rating.mu), exact(rating.sigma), exact(rating.ordinal), rating.games)


def exact(millionths: int) -> str:
    """A number of millionths as a decimal, `25.000000`."""
    whole, rest = divmod(abs(millionths), MILLION)
    return f"{'-' * (millionths < 0)}{whole}.{rest:06}"


def shown(millionths: int) -> str:
    """It with two digits, as people read it; what lies in the middle goes to the even one."""
    hundredths = round(millionths, -4) // 10_000
    whole, rest = divmod(abs(hundredths), 100)
    return f"{'-' * (hundredths < 0)}{whole}.{rest:02}"
