"""A network between two programs, which can stall, break off and come back. It knows nothing of what goes through."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 1 << 16


class Link:
    """Forwards connections from `port` on loopback to another port, on a thread of its own.

    With several targets each connection goes to another one, and where nobody listens to the next. A connection that
    begins with bytes in which `barred` stands is broken off.
    """

    def __init__(self, *targets: int, barred: bytes | None = None) -> None:
        self.port = 0
        self._targets = deque(targets)
        self._barred = barred
        self._loop = asyncio.new_event_loop()
        self._flows = asyncio.Event()
        self._flows.set()
        self._replies = asyncio.Event()
        self._replies.set()
        self._open = True
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> None:
        """Listen on a free port."""
        self._thread.start()
        serving = asyncio.start_server(self._forward, "127.0.0.1", 0, family=socket.AF_INET)
        self._server = asyncio.run_coroutine_threadsafe(serving, self._loop).result()
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Break everything off."""
        self.cut()
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def stall(self) -> None:
        """Become a black hole: it takes connections and bytes, and gives none."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def mute(self) -> None:
        """Carry on whatever is asked, and give no reply."""
        self._loop.call_soon_threadsafe(self._replies.clear)

    def flow(self) -> None:
        """Give on what was taken meanwhile, and all that comes."""
        self._open = True
        self._loop.call_soon_threadsafe(self._flows.set)
        self._loop.call_soon_threadsafe(self._replies.set)

    def to(self, *targets: int) -> None:
        """From now on lead to others; what was open breaks off."""
        self._targets = deque(targets)
        self._loop.call_soon_threadsafe(self._abort)

    def cut(self) -> None:
        """Break all connections off, and take no new ones until it flows again."""
        self._open = False
        self._loop.call_soon_threadsafe(self._abort)

    def _abort(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    async def _end(self) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._writers.add(writer)
        try:
            if self._open:
                await self._flows.wait()
                await self._join(reader, writer)
        except asyncio.CancelledError:
            pass  # the link ends, and streams would tell of it
        finally:
            writer.transport.abort()
            self._writers.discard(writer)
            self._tasks.discard(task)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = b"" if self._barred is None else await reader.read(CHUNK)
        if self._barred is not None and self._barred in first:
            return
        opened = await self._opened()
        if opened is None:
            return
        there, back = opened
        self._writers.add(back)
        back.write(first)
        asked, replied = self._copy(reader, back, self._flows), self._copy(there, writer, self._flows, self._replies)
        try:
            copies = {asyncio.create_task(asked), asyncio.create_task(replied)}
            _, rest = await asyncio.wait(copies, return_when=asyncio.FIRST_COMPLETED)
            for copy in rest:
                copy.cancel()
            await asyncio.gather(*rest, return_exceptions=True)
        finally:
            back.transport.abort()
            self._writers.discard(back)

    async def _opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """A connection to the next target that takes one."""
        for _ in range(len(self._targets)):
            self._targets.rotate()
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self._targets[0])
        return None

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *gates: asyncio.Event) -> None:
        try:
            while data := await reader.read(CHUNK):
                for gate in gates:
                    await gate.wait()
                writer.write(data)
                await writer.drain()
        except OSError:
            return


@contextmanager
def link_to(*ports: int, barred: bytes | None = None) -> Iterator[Link]:
    """A link to a port of this machine, or to several."""
    link = Link(*ports, barred=barred)
    link.start()
    try:
        yield link
    finally:
        link.stop()
