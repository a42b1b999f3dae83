"""Verifies files that strangers send, in a process of its own with limits: whatever a file is made to do, it stops."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Collection, Mapping, Sequence
from multiprocessing.connection import Connection

import msgspec

from domain.kernel.game import CardGame
from service.catalogue.catalogue import GameCatalogue
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import TooLarge, Unreadable, VerifyReport
from service.history.verify.sources import BytesSource

UNPACKED = 64 << 20
"""Bytes of the text of a file."""
LINES = 50_000
SECONDS = 60.0
"""Time for all levels."""
MEMORY = 512 << 20
"""Bytes of address space that they may take."""
_KINDLY = 10


class Outcome(msgspec.Struct):
    """The answer of the process: a report, or why there is none."""

    report: VerifyReport | None = None
    unreadable: str = ""
    line: int | None = None
    too_large: bool = False


_outcome = msgspec.msgpack.Decoder(Outcome)


class VerifyProcess:
    """One verification. Made and run in a thread; `kill` may come from another."""

    def __init__(self, games: Sequence[CardGame], vouched: Collection[str], seconds: float = SECONDS) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._seconds = seconds
        self._killed = False
        self._ours, self._theirs = spawning.Pipe()
        known = {game.slug: game for game in games}
        self._process = spawning.Process(target=_work, args=(self._theirs, known, frozenset(vouched)), daemon=True)

    def verify(self, data: bytes) -> VerifyReport:
        """The report of a file. Raises Unreadable, or TooLarge where a limit ended it."""
        self._process.start()
        self._theirs.close()
        try:
            if self._killed:
                raise TooLarge("nobody waits for it any more")
            self._ours.send_bytes(data)
            if not self._ours.poll(self._seconds):
                raise TooLarge(f"checking it takes longer than {self._seconds:g} seconds")
            found = _outcome.decode(self._ours.recv_bytes())
        except (EOFError, ConnectionError):
            raise TooLarge(f"checking it takes more than {MEMORY} bytes of memory") from None
        finally:
            self._process.kill()
            self._process.join()
            self._ours.close()
        if found.report is not None:
            return found.report
        raise (TooLarge if found.too_large else Unreadable)(found.unreadable, found.line)

    def kill(self) -> None:
        """End it now, or as soon as it begins."""
        self._killed = True
        if self._process.pid is not None:
            self._process.kill()


def _work(pipe: Connection, games: Mapping[str, CardGame], vouched: Collection[str]) -> None:
    """The main function of the process."""
    _limit()
    source = BytesSource(pipe.recv_bytes(), UNPACKED, LINES)
    pipe.send_bytes(msgspec.msgpack.encode(_examine(source, games, vouched)))


def _examine(source: BytesSource, games: Mapping[str, CardGame], vouched: Collection[str]) -> Outcome:
    try:
        return Outcome(verify(source, GameCatalogue(games), VerifyRequest(vouched=vouched)))
    except Unreadable as error:
        return Outcome(None, str(error), error.line, isinstance(error, TooLarge))
    except MemoryError:
        return Outcome(None, f"checking it takes more than {MEMORY} bytes of memory", None, too_large=True)


def _limit() -> None:
    """Take less memory and less urgency than matches have."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(_KINDLY)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
