"""Streams that go on where they broke off: a JSON object a line, and a blank line as a sign of life."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any

import httpx
import msgspec

from playledger_client.connection import AGAIN, Connection, Query
from playledger_client.models import Problem, ResyncRequired
from playledger_client.problems import Diverged, Refused, refused

LOST = ("AHEAD", "DIVERGED")
"""Why a stream begins anew, where the service no longer has what this client has."""


class Line(msgspec.Struct):
    """A message as it comes; its data is read when its type is known."""

    type: str
    version: int = 0
    data: msgspec.Raw = msgspec.Raw(b"null")


class Ended(Exception):
    """A connection has ended before the stream."""


async def follow(
    connection: Connection,
    path: str,
    query: Query,
    kinds: Mapping[str, type[Any]],
    resume: Callable[[Any], Query],
    last: str = "",
) -> AsyncGenerator[Any]:
    """The messages of the types in `kinds`, over as many connections as it takes; the one of the type `last` ends it.

    `resume`: what the query is to say so that the stream goes on after a message. Raises Diverged, Refused (the token
    has ended, for example), and Unreachable when connections have brought nothing as often as the connection waits.
    """
    failures = 0
    while True:
        try:
            async with aclosing(_messages(connection, path, query, kinds)) as messages:
                async for kind, message in messages:
                    failures = 0
                    if message is not None:
                        query = {**query, **resume(message)}
                        yield message
                    if kind == last:
                        return
            raise Ended(f"{path} has ended")
        except (httpx.TransportError, Refused, Ended) as error:
            if isinstance(error, Refused) and error.problem.status not in AGAIN:
                raise
            await connection.servers.failed(failures, error)
            failures += 1


async def _messages(
    connection: Connection, path: str, query: Query, kinds: Mapping[str, type[Any]]
) -> AsyncGenerator[tuple[str, Any]]:
    """Type and data of what one connection brings; None as data of what the caller doesn't ask for."""
    async with connection.stream(path, query) as answer, aclosing(lines(answer)) as found:
        async for text in found:
            line = msgspec.json.decode(text, type=Line)
            if line.type == "problem":
                raise refused(msgspec.json.decode(line.data, type=Problem))
            if line.type == "resync_required":
                resync = msgspec.json.decode(line.data, type=ResyncRequired)
                if resync.reason in LOST:
                    raise Diverged(resync.current_version)
                return
            kind = kinds.get(line.type)
            yield line.type, None if kind is None else msgspec.json.decode(line.data, type=kind)


async def lines(answer: httpx.Response) -> AsyncGenerator[bytes]:
    """The lines that say something. Only a line feed ends one: a text may hold what else Unicode takes for an end."""
    rest = b""
    async for chunk in answer.aiter_bytes():
        *whole, rest = (rest + chunk).split(b"\n")
        for line in filter(None, whole):
            yield line
    if rest:
        raise httpx.RemoteProtocolError("the connection broke in the middle of a line")
