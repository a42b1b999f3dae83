"""Ladders, pages of a leaderboard, the games of a player, and the queue of what is to be rated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from eventstore import StoredEvent
from eventstore.read_models.checkpoints import resolved_position
from eventstore.read_models.past import Past
from service.projections.leaderboard.table import ladder_games, ladders, leaderboard, rating_queue


def of_game(game: str, season: str | None = None) -> sa.Select[Any]:
    """The ladders of a game, of one season or all, the one that was rated last first."""
    query = sa.select(ladders).where(ladders.c.game == game).order_by(ladders.c.position.desc())
    return query if season is None else query.where(ladders.c.season == season)


def queued() -> sa.Select[Any]:
    """The tournaments to be rated, in order: those before which none can come any more."""
    known = rating_queue.c.position <= resolved_position(leaderboard.name)
    return sa.select(rating_queue).where(known).order_by(rating_queue.c.position)


def page(
    connection: Connection, stream: object, after: tuple[int, str] | None, size: int
) -> tuple[Sequence[Row[Any]], tuple[int, int]]:
    """Rows after a place, one more than asked for; and how many stand before the first one, by rating and by place."""
    board = leaderboard.c
    query = sa.select(leaderboard).where(board.stream_id == stream)
    if after is not None:
        ordinal, player = after
        query = query.where((board.ordinal < ordinal) | ((board.ordinal == ordinal) & (board.player > player)))
    rows = connection.execute(query.order_by(board.ordinal.desc(), board.player).limit(size + 1)).all()
    if not rows:
        return rows, (0, 0)
    better = _better(connection, stream, rows[0].ordinal)
    equal = board.stream_id == stream, board.ordinal == rows[0].ordinal, board.player < rows[0].player
    beside = sa.select(sa.func.count()).select_from(leaderboard).where(*equal)
    return rows, (better, better + int(connection.execute(beside).scalar_one()))


def _better(connection: Connection, stream: object, ordinal: int) -> int:
    """The number of players with a higher rating."""
    higher = leaderboard.c.stream_id == stream, leaderboard.c.ordinal > ordinal
    return int(connection.execute(sa.select(sa.func.count()).select_from(leaderboard).where(*higher)).scalar_one())


def history(
    connection: Connection, stream: UUID, player: str, after: int | None, size: int
) -> tuple[Row[Any] | None, int, Sequence[StoredEvent]]:
    """The player's row, how many are better, and the events that rated it, newest first, one more than asked for."""
    own = sa.select(leaderboard).where(leaderboard.c.stream_id == stream, leaderboard.c.player == player)
    row = connection.execute(own).first()
    if row is None:
        return None, 0, ()
    query = sa.select(ladder_games.c.version).where(ladder_games.c.stream_id == stream, ladder_games.c.player == player)
    if after is not None:
        query = query.where(ladder_games.c.version < after)
    versions = connection.execute(query.order_by(ladder_games.c.version.desc()).limit(size + 1)).scalars()
    found = Past(connection).at([(stream, version) for version in versions])
    return row, _better(connection, stream, row.ordinal), found[::-1]
