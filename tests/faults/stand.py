"""Two replicas under load: what a fault is tried on. The clients record everything; the checker judges it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from eventstore import chain, migrate
from eventstore.open import open_store
from service.application.ids import MATCH_IDS
from service.tables import REVISIONS
from tests import services
from tests.e2e.servers import playledger, program
from tests.faults.checker import Loss, anomalies, untimely
from tests.faults.history import (
    Act,
    Chains,
    Failure,
    Operation,
    Read,
    Seen,
    Unanswered,
    chain_of,
    latest_news,
    operations,
)
from tests.faults.replica import Replica, settings, start_all
from tests.kit.waiting import PATIENCE, PATIENT

ACTIONS = int(os.environ.get("PLAYLEDGER_FAULT_ACTIONS", "150"))
"""Actions that are acknowledged before, during and after a fault, together."""


class SmallDisk:
    """A file system of its own, which can be filled to its last byte."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    @contextmanager
    def full(self) -> Iterator[None]:
        """Nothing more fits on it, until the block ends."""
        try:
            with suppress(OSError), self._ballast.open("wb", buffering=0) as out:
                for size in (1 << 16, 1 << 8, 1):
                    with suppress(OSError):
                        while out.write(bytes(size)) == size:
                            pass
            yield
        finally:
            self._ballast.unlink()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """A disk of so many MB, which servers may write to."""
    folder.mkdir()
    options = f"size={megabytes}m,uid={services.server_user() or os.geteuid()}"
    subprocess.run(("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)), check=True)
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), check=True)


@dataclass
class Stand:
    """Two replicas on one store, and the clients who play on them."""

    database: str
    replicas: Sequence[Replica]
    file: Path
    clients: ExitStack = field(default_factory=ExitStack)
    healed: float | None = None
    """When the fault was over and the service could work again."""
    finished: Sequence[Operation] = ()
    """All that the clients have recorded, when they have ended."""
    _read: int = 0
    _counts: Counter[str] = field(default_factory=Counter)

    @property
    def acknowledged(self) -> int:
        """How many actions were acknowledged so far."""
        return self._count()["act"]

    def _count(self) -> Counter[str]:
        """The operations by their kind, failures by their status too."""
        with self.file.open("rb") as lines:
            lines.seek(self._read)
            text = lines.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        for operation in operations(whole):
            self._counts[type(operation).__name__.lower()] += 1
            if isinstance(operation, Failure):
                self._counts[f"failure {operation.status}"] += 1
        return self._counts

    def play(self, matches: int = 4, watchers: int = 3, decision: int = 600) -> None:
        """Let the clients begin."""
        self.file.touch()
        flags = ("--matches", str(matches), "--watchers", str(watchers), "--decision", str(decision))
        command = (sys.executable, "-m", "tests.faults.clients", *flags, str(self.file))
        servers = [replica.address for replica in self.replicas]
        self._program = self.clients.enter_context(program(*command, *servers, told=subprocess.PIPE))

    def until(self, share: float) -> None:
        """Return when so much of all actions is acknowledged."""
        self._wait("act", round(share * ACTIONS))

    def some_more(self, actions: int = 10) -> None:
        """Return when so many more are acknowledged than now."""
        self._wait("act", self._count()["act"] + actions)

    def resynced(self) -> None:
        """Return when a watcher was told to begin anew: at the latest when the service looks at quiet matches again."""
        self._wait("resync", 1)

    def refused(self, status: int, times: int = 1) -> None:
        """Return when so many more requests have failed with this status than now."""
        kind = f"failure {status}"
        self._wait(kind, self._count()[kind] + times)

    def _wait(self, kind: str, wanted: int) -> None:
        end = time.monotonic() + max(PATIENCE, wanted)
        while self._count()[kind] < wanted:
            assert self._program.poll() is None, "the clients have ended"
            assert time.monotonic() < end, f"waited too long for {wanted} x {kind}: {self._counts}"
            time.sleep(0.02)

    def heal(self) -> None:
        """Note that the fault is over now."""
        self.healed = time.monotonic()

    def finish(self) -> Sequence[Operation]:
        """Let the clients end; all that they have recorded."""
        assert self._program.stdin is not None
        self._program.stdin.close()
        assert self._program.wait(2 * PATIENCE) == 0
        self.finished = operations(self.file.read_bytes())
        return self.finished


@contextmanager
def stand(database: str, folder: Path, redis: str | None = None, *extra: Mapping[str, str]) -> Iterator[Stand]:
    """Two replicas on a store whose tables are made first; `extra` holds more settings for each."""
    migrate.upgrade(database)
    migrate.upgrade(database, REVISIONS)
    common = settings(database, redis)
    with standing(database, folder, [Replica(common | dict(more)) for more in extra or ({}, {})]) as found:
        start_all(found.replicas)
        yield found


@contextmanager
def standing(database: str, folder: Path, replicas: Sequence[Replica]) -> Iterator[Stand]:
    """Replicas that are started in the block, and stopped with the clients at its end."""
    found = Stand(database, replicas, folder / "history")
    try:
        yield found
    finally:
        found.clients.close()
        for replica in replicas:
            replica.stop()


@dataclass(frozen=True)
class Outcome:
    """The figures of a run in which the checker found nothing; times are in seconds.

    `silent` is the longest time without an acknowledgement, `resumed` the time from the end of the fault to the next
    one, `longest` the longest that one request took, `late` the longest from an acknowledgement until a watcher knew.
    """

    acknowledged: int
    replayed: int
    failures: Mapping[int, int]
    silent: float
    resumed: float | None
    longest: float
    late: float

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of its row in docs/durability.md, after the name of the fault."""
        failed = ", ".join(f"{count} x {status or 'none'}" for status, count in sorted(self.failures.items()))
        resumed = "" if self.resumed is None else f"{self.resumed:.1f} s"
        counted = (f"{self.acknowledged:,}", f"{self.replayed:,}", failed or "every request answered")
        return (*counted, f"{self.silent:.1f} s", resumed, f"{self.longest:.1f} s", f"{self.late:.1f} s")


def judged(played: Stand, database: str | None = None, loss: Loss | None = None) -> Outcome:
    """Let the clients finish, and check all that they were told against the store: AssertionError names what is wrong.

    `database`: the store that is left, if it is another one than the replicas were told of.
    """
    history = played.finish()
    url = database or played.database
    matches = {one.match for one in history if isinstance(one, Act | Read | Seen)}
    chains = services.run(chains_of(url, matches))
    found = [*anomalies(history, chains, *([loss] if loss else [])), *untimely(chains, time.time_ns() // 1_000_000)]
    assert not found, "\n".join(str(anomaly) for anomaly in found[:20])
    assert all(not isinstance(one, Unanswered) for one in history)
    playledger(url, "audit", "--all")
    return _outcome(history, played.healed)


async def chains_of(url: str, matches: Iterable[str]) -> Chains:
    """What the store holds of these matches, link by link."""
    store = await open_store(url, PATIENT)
    try:
        found = {}
        for match in matches:
            events = await store.read(MATCH_IDS.stream_of(match))
            assert chain.first_broken(events) is None, match
            found[match] = chain_of((event.version, event.hash, event.body, event.batch_end) for event in events)
        return found
    finally:
        await store.close()


def _outcome(history: Sequence[Operation], healed: float | None) -> Outcome:
    acts = [one for one in history if isinstance(one, Act)]
    failures = [one for one in history if isinstance(one, Failure)]
    ends = sorted(act.ended for act in acts)
    silent = max(after - before for before, after in pairwise(ends))
    resumed = None if healed is None else next(end for end in ends if end > healed) - healed
    longest = max(*(act.took for act in acts), *(failure.ended - failure.began for failure in failures))
    statuses = Counter(failure.status for failure in failures)
    replayed, late = sum(act.replayed for act in acts), latest_news(history)
    return Outcome(len(acts), replayed, statuses, silent, resumed, longest, late)
