"""Postgres servers of a test's own: a primary, its standbys, a promotion, a restore. Out of the wheel's programs."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from zlib import crc32

import asyncpg

from tests import services
from tests.kit.process import free_port
from tests.kit.waiting import PATIENCE, until

DATABASE = "playledger"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    # processes are killed, machines are not: what was written stays
    "fsync": "off",
    "wal_level": "replica",
    "max_connections": "100",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
    "wal_keep_size": "64MB",
    "wal_retrieve_retry_interval": "200ms",
}


class Node:
    """A server in a folder, on a port. `name` is how a primary knows it as a standby.

    `programs` is the folder of another Postgres than the wheel's.
    """

    def __init__(
        self, folder: Path, name: str, settings: Mapping[str, str] | None = None, programs: Path | None = None
    ) -> None:
        self.name = name
        self.folder = folder
        self.port = free_port()
        self._settings = {**SETTINGS, **(settings or {})}
        self._programs = programs or services.postgres_program("postgres").parent
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of its database for the service."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{DATABASE}?sslmode=disable"

    @property
    def log(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}.log")

    def create(self) -> None:
        """Make its folder, with nothing in it but what every server has."""
        subprocess.run(["cp", "-a", str(_empty(self._programs)), str(self.folder)], check=True)

    def start(self) -> None:
        """Start it and wait until it answers."""
        values = {**self._settings, "port": str(self.port), "cluster_name": self.name}
        flags = [part for name, value in values.items() for part in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            command = [str(self._programs / "postgres"), "-D", str(self.folder), *flags]
            self._process = subprocess.Popen(command, stderr=log, stdout=log, user=services.server_user())
        services.run(until(self._answers))

    async def _answers(self) -> bool:
        assert self.runs, self.log.read_text()[-3000:]
        try:
            connection = await asyncpg.connect(self._maintenance, timeout=PATIENCE)
        except (OSError, asyncpg.PostgresError):
            return False
        await connection.close()
        return True

    @property
    def _maintenance(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres?sslmode=disable"

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def processes(self) -> list[int]:
        """Its own process and those that serve somebody or work for all."""
        assert self._process is not None
        return [self._process.pid, *_children(self._process.pid)]

    def kill(self) -> None:
        """End it without a word, as a machine that loses its power."""
        assert self._process is not None
        # all at once: a backend that outlives the others for a moment shows them the commit that it waits with
        self._process.send_signal(signal.SIGSTOP)
        children = list(_children(self._process.pid))
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, number)
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """End it at once and orderly, if it runs."""
        if self.runs:
            assert self._process is not None
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait()

    def execute(self, *statements: str) -> None:
        """Run statements as the owner of everything, each in a transaction of its own."""
        services.run(services.execute(self._maintenance, *statements))

    def ask(self, query: str) -> object:
        """The one value that a query finds."""
        return services.run(services.ask(self._maintenance, query))

    def archive(self) -> None:
        """Return when all that was committed so far is archived."""
        services.run(archived(self._maintenance))

    def promote(self) -> None:
        """Make a standby a primary; it takes writes when this returns."""
        assert self.ask("SELECT pg_promote(true, 60)")

    def wait_for_standby(self, standby: Node) -> None:
        """From now on no commit is answered that the standby doesn't have; returns when it has caught up."""
        self.execute(f"ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (\"{standby.name}\")'", RELOAD)

        async def attached() -> bool:
            return bool(await services.ask(self._maintenance, STANDS, standby.name))

        services.run(until(attached))

    def catch_up_with(self, primary: Node) -> None:
        """Return when this standby has received all that its primary has written by now."""
        written = primary.ask("SELECT pg_current_wal_lsn()::text")
        received = f"SELECT pg_last_wal_receive_lsn() >= '{written}'::pg_lsn"

        async def here() -> bool:
            return bool(await services.ask(self._maintenance, received))

        services.run(until(here))

    def standby(self, name: str, through: int | None = None) -> Node:
        """A copy that follows this server, over the port `through` if that is given. It runs when this returns."""
        copy = Node(self.folder.with_name(name), name, self._settings, self._programs)
        source = f"postgresql://postgres@127.0.0.1:{{}}/postgres?application_name={name}&sslmode=disable"
        self.back_up(copy.folder)
        follows = source.format(through or self.port)
        (copy.folder / "standby.signal").touch()
        with (copy.folder / "postgresql.auto.conf").open("a") as settings:
            settings.write(f"primary_conninfo = '{follows}'\n")
        copy.start()
        return copy

    def back_up(self, folder: Path) -> None:
        """Copy what it holds now into a folder that does not exist: a base backup."""
        command = [str(self._programs / "pg_basebackup"), "-h", "127.0.0.1", "-p", str(self.port)]
        command += ["-U", "postgres", "-D", str(folder), "-c", "fast", "-X", "stream", "--no-sync"]
        subprocess.run(command, check=True, user=services.server_user(), timeout=PATIENCE, capture_output=True)


RELOAD = "SELECT pg_reload_conf()"
STANDS = "SELECT true FROM pg_stat_replication WHERE application_name = $1 AND sync_state IN ('sync', 'quorum')"


async def archived(superuser: str) -> None:
    """Return when all that a server has committed so far is archived."""
    last = await services.ask(superuser, "SELECT pg_walfile_name(pg_switch_wal())")

    async def there() -> bool:
        return bool(await services.ask(superuser, "SELECT last_archived_wal >= $1 FROM pg_stat_archiver", last))

    await until(there)


def urls(*nodes: Node) -> str:
    """One URL for whichever of these takes writes."""
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    return f"postgresql://postgres@{hosts}/{DATABASE}?target_session_attrs=read-write&sslmode=disable"


def _empty(programs: Path) -> Path:
    """The folder of a server without anything, made once on a machine: to copy it takes a tenth of what it takes."""
    initdb = programs / "initdb"
    made = crc32(f"{initdb} {initdb.stat().st_mtime}".encode())
    found = services.runtime_folder() / f"cluster-{made:08x}"
    if not found.exists():
        with folder_of_servers() as folder:
            command = [str(initdb), "-D", str(folder / "data"), "-U", "postgres", "--auth=trust"]
            command += ["--encoding=utf8", "--no-locale", "--no-sync"]
            subprocess.run(command, check=True, user=services.server_user(), capture_output=True)
            # another worker may have been quicker
            with suppress(OSError):
                (folder / "data").rename(found)
    return found


@contextmanager
def folder_of_servers() -> Iterator[Path]:
    """A folder for servers, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="playledger-nodes-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        own(folder)
        yield folder


def own(*paths: Path) -> None:
    """Give these to the user who runs servers."""
    user = services.server_user()
    if user is not None:
        for path in paths:
            os.chown(path, user, user)


@contextmanager
def primary(
    folder: Path, name: str = "one", settings: Mapping[str, str] | None = None, programs: Path | None = None
) -> Iterator[Node]:
    """A server with an empty database, stopped at the end; `folder` is one of `folder_of_servers`."""
    node = Node(folder / name, name, settings, programs)
    node.create()
    try:
        node.start()
        node.execute(f"CREATE DATABASE {DATABASE}")
        yield node
    finally:
        node.stop()


def _children(parent: int) -> Iterator[int]:
    """The processes that a process has begun."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # pid (name) state parent ...
            if int(file.read_text().rpartition(")")[2].split()[1]) == parent:
                yield int(file.parent.name)
