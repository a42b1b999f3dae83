"""`python -m bench.archive URL FOLDER MATCHES`: what becomes of a database whose closed matches go to the archive.

URL names a migrated Postgres database of one's own, FOLDER an empty folder for the archive. The database is filled up
to so many matches; those that are over are archived, and their epoch is retired, by the commands of operators. A sample
of them, over HTTP and by the command line, and all read models have to be the same before and after, byte for byte.
"""

from __future__ import annotations

import asyncio
import hashlib
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import asyncpg
import httpx
import sqlalchemy as sa

from bench.figures import Figure, table
from bench.filling import fill
from bench.read_models import replica, vacuumed
from bench.servers import SECRET, alone
from eventstore.tables import streams
from service.application.ids import MATCH_IDS
from service.projections.match_list.table import matches
from service.projections.match_signatures.table import match_signatures
from tests.e2e.servers import program

SAMPLE = 200
"""Matches that are read over HTTP before and after."""
EXPORTED = 3
"""Those that are also audited and exported by the command line, which takes some seconds to start."""
PARTS = 2
"""Processes that archive."""
CACHE = 256
"""MB for a rebuild: the matches that were played at the same time have to fit."""
PATHS = ("", "/state", "/events", "/frames", "/replay", "/audit")
SIZES = """
    SELECT coalesce(parent.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1
"""
HISTORY = ("events", "commands")
MB = 1e6


@dataclass
class Told:
    """What was measured: seconds by the clock and of the CPU of the command, bytes, and the answers to readers."""

    seconds: dict[str, float] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    sizes: dict[str, dict[str, int]] = field(default_factory=dict)
    answers: dict[str, dict[str, str]] = field(default_factory=dict)
    reads: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    models: dict[str, dict[str, str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Note how long something takes, and tell of it."""
        begin, before = time.perf_counter(), _children()
        yield
        self.seconds[name], self.cpu[name] = time.perf_counter() - begin, _children() - before
        _tell(f"{name}: {self.seconds[name]:.0f} s, {self.cpu[name]:.0f} s of CPU")


class Run:
    """The steps, in order."""

    def __init__(self, url: str, folder: Path) -> None:
        self.told = Told()
        self._url = url
        self._folder = folder
        self._environment = {
            "PLAYLEDGER_DATABASE_URL": url,
            "PLAYLEDGER_SECRET_KEY": SECRET,
            "PLAYLEDGER_ARCHIVE_URL": folder.resolve().as_uri(),
            "PLAYLEDGER_ARCHIVE_CACHE_MB": str(CACHE),
            "PLAYLEDGER_CLOCKS": "off",
            "PLAYLEDGER_LOG_LEVEL": "error",
        }

    def all(self, count: int) -> None:
        """Everything."""
        chosen = asyncio.run(self._filled(count))
        self._look("before", chosen)
        with self.told.timed("archive"), ThreadPoolExecutor(PARTS) as pool:
            list(
                pool.map(
                    lambda part: self._command(None, "archive", "run", "--part", f"{part}/{PARTS}"), range(1, PARTS + 1)
                )
            )
        self._command("open", "epoch", "open", "--now")
        self._command("retire", "epoch", "retire", "0")
        self._look("after", chosen)
        self.told.counts["files"] = sum(1 for _ in self._folder.rglob("*.gz"))
        self.told.counts["bytes"] = sum(path.stat().st_size for path in self._folder.rglob("*.gz"))
        self._command("rebuild", "rebuild")
        self.told.models["rebuilt"] = asyncio.run(self._models())

    async def _filled(self, count: int) -> Sequence[str]:
        """Fill up the database; some matches that are over."""
        app = await replica(self._url)
        try:
            there = await app.store.sql.read(lambda connection: connection.execute(_matches()).scalar_one())
            await fill(app, range(there, count))
            await app.projector.catch_up()
            over = sa.select(matches.c.stream_id).where(matches.c.status == "finished").order_by(matches.c.stream_id)
            found = await app.store.sql.read(lambda connection: connection.execute(over).scalars().all())
        finally:
            await app.stop()
        self.told.counts |= {"matches": max(there, count), "over": len(found)}
        return [MATCH_IDS.id_of(stream) for stream in found[:: max(1, len(found) // SAMPLE)]]

    def _look(self, name: str, chosen: Sequence[str]) -> None:
        """Note the sizes, the read models, and what readers get of some matches."""
        asyncio.run(vacuumed(self._url))
        self.told.sizes[name] = asyncio.run(self._sizes())
        self.told.models[name] = asyncio.run(self._models())
        with self.told.timed(f"read {name}"), alone(self._url, **self._environment) as server:
            base = f"http://127.0.0.1:{server.port}/v1/matches"
            self.told.answers[name], self.told.reads[name] = _answers(base, chosen)
        with self.told.timed(f"export {name}"):
            for match in chosen[:EXPORTED]:
                self.told.answers[name] |= self._exported(match)

    def _exported(self, match: str) -> Mapping[str, str]:
        """What the command line says of a match and what it writes."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "match.ndjson")
            self._command(None, "export", match, "--out", str(file), "--as", "full")
            return {f"{match} exported": _hash(file.read_bytes()), f"{match} audited": self._audited(match)}

    def _audited(self, match: str) -> str:
        return _hash(self._command(None, "audit", match, "--json").encode())

    def _command(self, name: str | None, *words: str) -> str:
        """Run a command of the product, measured if it has a name; what it prints."""
        command = (sys.executable, "-m", "service", *words)
        if name is not None:
            with self.told.timed(name):
                return self._command(None, *words)
        with program(*command, out=subprocess.PIPE, environment=self._environment) as process:
            said, _ = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{' '.join(words)}: {said}")
        return said

    async def _sizes(self) -> dict[str, int]:
        connection = await asyncpg.connect(self._url)
        try:
            found = {row["name"]: row["bytes"] for row in await connection.fetch(SIZES)}
            return found | {"": await connection.fetchval("SELECT pg_database_size(current_database())")}
        finally:
            await connection.close()

    async def _models(self) -> dict[str, str]:
        """A hash of all rows of each table of the read models."""
        app = await replica(self._url)
        tables = [each for model in app.projector.projections for each in model.tables]
        await app.stop()
        connection = await asyncpg.connect(self._url)
        try:
            return {each.name: await _rows(connection, each) for each in (*tables, match_signatures)}
        finally:
            await connection.close()


def _matches() -> sa.Select[Any]:
    return sa.select(sa.func.count()).select_from(streams).where(streams.c.kind == MATCH_IDS.kind)


async def _rows(connection: asyncpg.Connection, rows: sa.Table) -> str:
    digest = hashlib.sha256()

    async def take(data: bytes) -> None:
        digest.update(data)

    order = ", ".join(column.name for column in rows.primary_key)
    await connection.copy_from_query(f"SELECT * FROM {rows.name} ORDER BY {order}", output=take)
    return digest.hexdigest()


def _answers(base: str, chosen: Sequence[str]) -> tuple[dict[str, str], dict[str, list[float]]]:
    """A hash of each answer, and the seconds that each took by its path."""
    answers, seconds = dict[str, str](), {path: list[float]() for path in PATHS}
    with httpx.Client(timeout=120) as client:
        for match in chosen:
            for path in PATHS:
                begin = time.perf_counter()
                got = client.get(f"{base}/{match}{path}")
                seconds[path].append(time.perf_counter() - begin)
                got.raise_for_status()
                answers[f"{match}{path}"] = _hash(got.content)
    return answers, seconds


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _children() -> float:
    """CPU seconds of the commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def figures(told: Told) -> list[Figure]:
    """The rows."""
    first, last = told.sizes["before"], told.sizes["after"]
    over, name = told.counts["over"], f"{told.counts['matches']:,} matches, {told.counts['over']:,} archived"
    kept = [sum(size[each] for each in HISTORY) / MB for size in (first, last)]
    rows = [
        _row(f"{name}: the database", last[""] / MB, "MB", "before", first[""] / MB),
        _row(f"{name}: events and commands", kept[1], "MB", "before", kept[0]),
        _row(f"{name}: files of the archive", told.counts["bytes"] / MB, "MB", "their rows", kept[0] - kept[1]),
        _row(f"{name}: CPU of the commands to archive a match", 1e3 * told.cpu["archive"] / over, "ms"),
        _row(f"{name}: to retire the epoch", told.seconds["retire"], "s"),
        _row(f"{name}: to rebuild all read models", told.seconds["rebuild"], "s"),
    ]
    after, before = ({path: 1e3 * median(told.reads[one][path]) for path in PATHS} for one in ("after", "before"))
    return rows + [_row(f"GET of a match{path}, median", after[path], "ms", "before", before[path]) for path in PATHS]


def _row(name: str, value: float, unit: str, baseline: str = "none", against: float | None = None) -> Figure:
    return Figure(name, value, unit, baseline, against, None)


def differences(told: Told) -> list[str]:
    """What is not the same after as before."""
    answers, models = told.answers, told.models
    changed = [name for name in answers["before"] if answers["after"].get(name) != answers["before"][name]]
    return changed + [
        f"{name} {when}"
        for when in ("after", "rebuilt")
        for name in models["before"]
        if models[when][name] != models["before"][name]
    ]


def main() -> int:
    """Print the rows; 1 if something is not what it was."""
    run = Run(sys.argv[1], Path(sys.argv[2]))
    run.all(int(sys.argv[3]))
    told = run.told
    for when, size in told.sizes.items():
        largest = sorted(size.items(), key=lambda one: -one[1])[:12]
        _tell(f"{when}: " + ", ".join(f"{name or 'all'} {bytes_ / MB:,.0f} MB" for name, bytes_ in largest))
    print(table(figures(told)))
    changed = differences(told)
    print(f"{len(told.answers['before'])} answers, {len(told.models['before'])} tables: {len(changed)} differ")
    for one in changed:
        print(one)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
