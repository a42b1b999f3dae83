"""A proxy that counts how often a client waits for Postgres, and that can break off or swallow what goes through it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import parse_qs, urlsplit

READY_FOR_QUERY = ord("Z")
CANCEL_REQUEST = (80877102).to_bytes(4)
"""What stands in the first message of a connection that asks the server to cancel what another one waits for."""


class Proxy:
    """Forwards connections. Each ReadyForQuery of the server ends one round trip."""

    def __init__(self, server_url: str) -> None:
        self.round_trips = 0
        self.cancels = 0
        self._flows = asyncio.Event()
        self._flows.set()
        self._target = urlsplit(server_url)
        self._writers: list[asyncio.StreamWriter] = []
        self._loses = False
        self.url = ""

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await self._connect()
        self._writers += [writer, server_writer]
        await asyncio.gather(self._copy(reader, server_writer), self._count(server_reader, writer))

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """A black hole: it takes connections and bytes, and gives none; what it took comes out at the end."""
        self._flows.clear()
        try:
            yield
        finally:
            self._flows.set()

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
                await self._flows.wait()
                self.round_trips += header[0] == READY_FOR_QUERY
                if self._loses and header[0] == READY_FOR_QUERY:
                    self._loses = False
                    self.cut()
                    return
                writer.write(header + await reader.readexactly(int.from_bytes(header[1:]) - 4))
        except (OSError, asyncio.IncompleteReadError):
            writer.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = True
        try:
            while data := await reader.read(65536):
                self.cancels += first and data[4:8] == CANCEL_REQUEST
                first = False
                await self._flows.wait()
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
