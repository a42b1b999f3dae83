"""A client that costs little: prepared requests over kept-alive connections, and sockets that only count frames."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds after which a burst, or waiting for all watchers, is given up."""


class Answer(NamedTuple):
    """Status and body of a response."""

    status: int
    body: bytes


class Connection(asyncio.Protocol):
    """One connection: a request out, its answer in, and so on. It reads what uvicorn sends, no more of HTTP."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._buffer = bytearray()
        self._waiting: asyncio.Future[Answer] | None = None
        self._transport: asyncio.Transport | None = None

    async def open(self) -> None:
        """Connect to the port of this machine, unless that has been done and the server hasn't tired of waiting."""
        if self._transport is None or self._transport.is_closing():
            await asyncio.get_running_loop().create_connection(lambda: self, HOST, self._port)

    async def ask(self, prepared: bytes) -> Answer:
        """The answer to a request."""
        await self.open()
        assert self._transport is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self._transport.write(prepared)
        return await self._waiting

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        length = _length(self._buffer[: end + 2])
        if len(self._buffer) < end + 4 + length:
            return
        answer = Answer(int(self._buffer[9:12]), bytes(self._buffer[end + 4 :]))
        self._buffer.clear()
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(answer)


def request(method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> bytes:
    """A request as it goes out; `body` becomes JSON."""
    content = b"" if body is None else msgspec.json.encode(body)
    given = {"Host": HOST, "Content-Type": "application/json", "Content-Length": str(len(content)), **(headers or {})}
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content


async def burst(connections: Sequence[Connection], requests: Iterable[bytes]) -> tuple[float, list[Answer]]:
    """Ask everything over all connections at once; the seconds it took and the answers in any order."""
    waiting, answers = iter(requests), list[Answer]()

    async def work(connection: Connection) -> None:
        for prepared in waiting:
            answers.append(await connection.ask(prepared))

    await asyncio.gather(*(connection.open() for connection in connections))
    begin = time.perf_counter()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(work, connections))
    return time.perf_counter() - begin, answers


def _length(head: bytes | bytearray) -> int:
    """The length of a response's body by its head, which is written as uvicorn does."""
    if b" 204 " in head[:16]:
        return 0
    begin = head.index(b"content-length: ") + 16
    return int(head[begin : head.index(b"\r\n", begin)])
