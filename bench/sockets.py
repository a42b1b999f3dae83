"""WebSocket clients that only read how far each frame brings them: many of them cost one process little."""

from __future__ import annotations

import asyncio
import os
import re
import time
from base64 import b64encode
from typing import Self, cast

import msgspec

from bench.client import HOST, PATIENCE

_TO = re.compile(rb'"toVersion":(\d+)')
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Crowd:
    """Watchers of one thing. `frames` they got, and `reached`: the versions that they have come to, added up."""

    def __init__(self) -> None:
        self.watchers: list[Watcher] = []
        self.frames = 0
        self.reached = 0
        self.log: list[tuple[int, float]] | None = None
        """(version, time) of every frame, where they are noted."""
        self.last_frame = b""
        self._aim: tuple[int, asyncio.Future[None]] | None = None

    async def all_at(self, version: int) -> None:
        """Wait until all have come to this version."""
        aim = version * len(self.watchers)
        if self.reached < aim:
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._aim = aim, waiting
            async with asyncio.timeout(PATIENCE):
                await waiting

    def got(self, frame: bytes, before: int, version: int) -> None:
        """A watcher got a frame that brings it from a version to another."""
        self.frames += 1
        self.reached += version - before
        self.last_frame = frame
        if self.log is not None:
            self.log.append((version, time.perf_counter()))
        if self._aim is not None and self.reached >= self._aim[0] and not self._aim[1].done():
            self._aim[1].set_result(None)

    def close(self) -> None:
        """All hang up."""
        for watcher in self.watchers:
            watcher.close()


class Watcher(asyncio.Protocol):
    """One socket. `ready` is set by the first text after the handshake, or by the handshake if `opening` is empty."""

    def __init__(self, crowd: Crowd, path: str, opening: list[object], at: int) -> None:
        self._crowd, self._path, self._opening, self._at = crowd, path, opening, at
        self._buffer = bytearray()
        self._shaken = False
        self.ready = asyncio.get_running_loop().create_future()

    @classmethod
    async def join(cls, crowd: Crowd, port: int, path: str, opening: list[object], at: int = 0) -> Self:
        """Connect, send the opening, and count from version `at` on."""
        create = asyncio.get_running_loop().create_connection
        _, watcher = await create(lambda: cls(crowd, path, opening, at), HOST, port)
        async with asyncio.timeout(PATIENCE):
            await watcher.ready
        crowd.watchers.append(watcher)
        crowd.reached += at
        return watcher

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = b64encode(os.urandom(16)).decode()
        protocol = "Sec-WebSocket-Protocol: graphql-transport-ws\r\n" if self._opening else ""
        self._transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {HOST}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{protocol}\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._shaken:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionRefusedError(bytes(self._buffer[:end]).decode()))
                return
            del self._buffer[: end + 4]
            self._shaken = True
            for message in self._opening:
                self._send(TEXT, msgspec.json.encode(message))
            if not self._opening:
                self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == PING:
            self._send(PONG, payload)
        elif kind == TEXT:
            found = _TO.search(payload)
            if found is not None:
                before, self._at = self._at, int(found[1])
                self._crowd.got(payload, before, self._at)
            elif not self.ready.done():
                self.ready.set_result(None)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next frame out of the buffer, if it is there as a whole."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, head = buffer[1], 2
        if size >= 126:
            head = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:head], "big")
        if len(buffer) < head + size:
            return None
        kind, payload = buffer[0] & 15, bytes(buffer[head : head + size])
        del buffer[: head + size]
        return kind, payload

    def _send(self, kind: int, payload: bytes) -> None:
        """A frame under a mask of zeros."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        self._transport.write(bytes([128 | kind]) + length + bytes(4) + payload)
