"""The processes of `serve --workers`: all take connections from one socket, and one that ends is begun anew."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import structlog

from service.cli.output import BadInput
from service.settings import Settings

log = structlog.get_logger(__name__)

UNABLE = 2
"""The exit code of a process that can't begin, and says why: it would fail again."""
PAUSE = 1.0
"""Seconds until a process that has ended is begun anew."""
PATIENCE = 30.0
"""Seconds that a process gets to stop."""


def supervise(chosen: Settings) -> int:
    """Serve by so many processes until a signal comes; the exit code, that of a process which could not begin.

    Raises BadInput without a store and a broker that processes share, or where the port is taken.
    """
    if chosen.sqlite_file is not None or chosen.redis_url is None:
        raise BadInput(
            "several workers need what they share: Postgres in PLAYLEDGER_DATABASE_URL, Redis in PLAYLEDGER_REDIS_URL"
        )
    family = socket.AF_INET6 if ":" in chosen.host else socket.AF_INET
    try:
        listening = socket.create_server((chosen.host, chosen.port), family=family, backlog=2048)
    except OSError as error:
        raise BadInput(f"cannot listen on {chosen.host}:{chosen.port}: {error.strerror}") from None
    with listening:
        return asyncio.run(_Workers(chosen, listening).kept())


class _Workers:
    """The processes of one service."""

    def __init__(self, chosen: Settings, listening: socket.socket) -> None:
        self._chosen = chosen
        self._listening = listening
        self._stopped = asyncio.Event()
        self._code = 0

    async def kept(self) -> int:
        """Keep all of them running until a signal comes, or one can't begin; the exit code."""
        loop = asyncio.get_running_loop()
        for sig in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sig, self._stopped.set)
        async with asyncio.TaskGroup() as group:
            for number in range(self._chosen.workers):
                group.create_task(self._kept(number))
        return self._code

    async def _kept(self, number: int) -> None:
        """One of them, begun anew until all are to stop."""
        silent = number > 0
        while not self._stopped.is_set():
            code = await self._ended(await self._begun(number, silent))
            if self._stopped.is_set():
                return
            if code == UNABLE:
                self._code = code
                self._stopped.set()
                return
            log.error("a worker has ended and is begun anew", worker=number, code=code)
            silent = True
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._stopped.wait()

    async def _begun(self, number: int, silent: bool) -> Process:
        """A process of its own, which stops when this one is gone: the end of its stdin says so."""
        chosen, handle = self._chosen, self._listening.fileno()
        given = {"PLAYLEDGER_DATABASE_URL": chosen.database_url, "PLAYLEDGER_HOST": chosen.host}
        if chosen.metrics_port:
            given["PLAYLEDGER_METRICS_PORT"] = str(chosen.metrics_port + number)
        command = [sys.executable, "-m", "service", "serve", "--listening", str(handle)]
        return await asyncio.create_subprocess_exec(
            *command, *(["--silent"] if silent else []), pass_fds=(handle,), stdin=PIPE, env=os.environ | given
        )

    async def _ended(self, process: Process) -> int:
        """Its exit code, as soon as it ends by itself or because all are to stop."""
        ended, stopped = asyncio.create_task(process.wait()), asyncio.create_task(self._stopped.wait())
        await asyncio.wait((ended, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if not ended.done():
            process.terminate()
            done, _ = await asyncio.wait((ended,), timeout=PATIENCE)
            if not done:
                process.kill()
        return await ended
