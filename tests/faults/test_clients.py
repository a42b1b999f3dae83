"""The clients themselves: a watcher that waits for what never comes is no fault of the service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from api_schema.rest.stream import sse_message
from tests.api.rest.server import serving
from tests.faults.clients import Asker, Match, Record, Watcher
from tests.faults.history import Seen, operations
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
HANG_UP = {"Connection": "close"}
"""The clients keep their connections until their program ends."""


def one_event(match: str) -> bytes:
    """The first event of a match, as a stream tells it."""
    told = {"events": [{"version": 1, "hash": f"head of {match}"}], "toVersion": 1}
    return sse_message("events_appended", 1, msgspec.json.encode(told))


async def never_closed(request: Request) -> Response:
    """The stream of a match in which nothing happens after its first event."""

    async def lines() -> AsyncIterator[bytes]:
        yield one_event(request.path_params["id"])
        while True:
            await asyncio.sleep(0.01)
            yield sse_message("heartbeat", 1, b'{"version":1}')

    return StreamingResponse(lines(), media_type="text/event-stream")


def quiet() -> Starlette:
    """A service whose matches have one event each and never end."""
    numbers = count(1)

    async def create(request: Request) -> Response:
        return JSONResponse({"match": {"id": f"mt_{next(numbers)}"}}, headers=HANG_UP)

    async def seat(request: Request) -> Response:
        return JSONResponse({"seatToken": "token"}, headers=HANG_UP)

    async def match(request: Request) -> Response:
        return JSONResponse({"version": 1}, headers=HANG_UP)

    routes = (
        Route("/v1/matches", create, methods=["POST"]),
        Route("/v1/matches/{id}", match),
        Route("/v1/matches/{id}/seats", seat, methods=["POST"]),
        Route("/v1/matches/{id}/stream", never_closed),
    )
    return Starlette(routes=routes)


async def test_a_watcher_follows_its_table_from_a_match_that_never_closes(tmp_path: Path) -> None:
    """A restore took a seat away before the watcher came: nobody can tell it that, and its table plays on."""
    file = tmp_path / "history"
    async with serving(quiet()) as address:
        with file.open("ab", buffering=0) as out:
            servers, record = [address], Record(out)
            opener = Asker("table 0", servers, record)
            running = {0: await asyncio.to_thread(Match, opener, 600)}
            watcher = Watcher(0, servers, record, running)
            watching = Thread(target=watcher.watch, daemon=True)
            watching.start()
            await until(lambda: seen_in(file) == ["mt_1"])
            running[0] = await asyncio.to_thread(Match, opener, 600)
            await until(lambda: seen_in(file) == ["mt_1", "mt_2"])
            await asyncio.to_thread(watcher.finish)
            await asyncio.to_thread(watching.join)


def seen_in(file: Path) -> list[str]:
    """The matches of which a watcher was told, in this order."""
    return [one.match for one in operations(file.read_bytes()) if isinstance(one, Seen)]
