"""What tests of ratings share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from api_schema.ports.ratings import LeaderboardPage
from service.bootstrap import Playledger
from service.projections.leaderboard.fold import Leaderboards
from service.ratings.rater import Rater
from tests.kit.served import Served
from tests.toy_game import GAME


def rater_of(served: Served) -> Rater:
    """The rater of the service, or one that needs no lease where the service would have to ask for its own."""
    app = served.app
    return app.rater if app.leases is None else Rater(app.store, app.broker, served.clock)


async def rate(served: Served) -> None:
    """Let everything follow that has finished."""
    await served.app.projector.catch_up()
    await rater_of(served).tick()
    await served.app.projector.catch_up()


async def board(app: Playledger, season: str | None = None, first: int = 100) -> LeaderboardPage:
    return await app.use_cases.ratings.leaderboard(GAME.slug, season=season, first=first)


async def file_of(app: Playledger, season: str | None = None) -> bytes:
    file = await app.use_cases.ratings.ratings_file(GAME.slug, season)
    return b"".join([line async for line in file.lines])


def events(text: bytes) -> list[dict[str, Any]]:
    return [line for line in map(json.loads, text.splitlines()) if line["k"] == "e"]


def games(text: bytes) -> list[dict[str, Any]]:
    return [event["pub"] for event in events(text) if event["type"] == "game_rated"]


def written(path: Path, text: bytes) -> Path:
    path.write_bytes(text)
    return path


async def dump(app: Playledger) -> bytes:
    """Every row of the read model, byte by byte."""

    def read(connection: Connection) -> bytes:
        found = []
        for table in Leaderboards.tables:
            rows = connection.execute(table.select().order_by(*table.primary_key.columns)).all()
            found.append(repr((table.name, [tuple(row) for row in rows])))
        return "\n".join(found).encode()

    return await app.store.sql.read(read)
