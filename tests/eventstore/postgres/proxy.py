"""A proxy that counts how often a client waits for Postgres."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

READY_FOR_QUERY = ord("Z")


class Proxy:
    """Forwards connections. Each ReadyForQuery of the server ends one round trip."""

    def __init__(self, server_url: str) -> None:
        self.round_trips = 0
        self._target = urlsplit(server_url)
        self._writers: list[asyncio.StreamWriter] = []
        self._loses = False
        self.url = ""

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await self._connect()
        self._writers += [writer, server_writer]
        await asyncio.gather(_copy(reader, server_writer), self._count(server_reader, writer))

    def cut(self) -> None:
        """Break every connection that is open now."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def lose_next_answer(self) -> None:
        """Break the connections when the server has done what it is asked next, and before it says so."""
        self._loses = True

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        folder = parse_qs(self._target.query).get("host")
        if folder:
            return await asyncio.open_unix_connection(f"{folder[0]}/.s.PGSQL.5432")
        return await asyncio.open_connection(self._target.hostname, self._target.port or 5432)

    async def _count(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                header = await reader.readexactly(5)
                self.round_trips += header[0] == READY_FOR_QUERY
                if self._loses and header[0] == READY_FOR_QUERY:
                    self._loses = False
                    self.cut()
                    return
                writer.write(header + await reader.readexactly(int.from_bytes(header[1:]) - 4))
        except (OSError, asyncio.IncompleteReadError):
            writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
    except OSError:
        pass
    writer.close()


@asynccontextmanager
async def counting(server_url: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(server_url)
    server = await asyncio.start_server(proxy.forward, "127.0.0.1", 0, family=socket.AF_INET)
    address = urlsplit(server_url)
    user = address.username or "postgres"
    password = f":{address.password}" if address.password else ""
    port = server.sockets[0].getsockname()[1]
    # the proxy speaks no TLS, and reads the server's messages from the first byte on
    proxy.url = f"postgresql://{user}{password}@127.0.0.1:{port}{address.path}?sslmode=disable"
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        await asyncio.sleep(0)
