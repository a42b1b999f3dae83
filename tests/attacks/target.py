"""A service in a process of its own, as `playledger serve` starts it, and what must hold after every attack on it."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx

from service.accounts.usecases import new_account
from service.cli.stores import ALONE
from tests import services
from tests.attacks.listener import Listener
from tests.kit.served import serve
from tests.kit.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
GROWTH = 64 << 20
"""Bytes that an attack may add to the memory of the process: its bounded caches may fill."""
INTERNALS = (
    "Traceback",
    "msgspec",
    "strawberry",
    "starlette",
    "uvicorn",
    "sqlite",
    "Exception",
    ".py",
    "site-packages",
)
KEY = "a key that only this test knows ".replace(" ", "-")


@dataclass
class Target(Listener):
    """The service under attack."""

    process: subprocess.Popen[str]
    database: Path
    log: Path

    def events(self) -> int:
        """How many events the store holds."""
        return self.rows("events")

    def rows(self, table: str) -> int:
        """How many rows a table of the store has."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            (count,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
            return int(count)

    def memory(self) -> int:
        """Bytes that the process holds."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        assert found
        return int(found[1]) * 1024

    def worked(self) -> float:
        """Seconds of a processor that the process has used, on whatever thread."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def probe(self) -> None:
        """Somebody else is served."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        for path in ("/health", "/v1/games"):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 200
        connection.close()

    @contextmanager
    def unharmed(self, growth: int = GROWTH) -> Iterator[None]:
        """Nothing is appended, nothing fails inside, nobody else waits, and memory stays bounded."""
        events, memory, logged = self.events(), self.memory(), len(self.log.read_text())
        yield
        self.probe()
        assert self.events() == events
        assert self.memory() - memory < growth
        log = self.log.read_text()[logged:]
        assert "Traceback" not in log, log[-3000:]
        assert self.process.poll() is None


def clean(answer: httpx.Response) -> httpx.Response:
    """A refusal of the client's request that shows nothing of the inside, with the safety headers."""
    assert answer.status_code < 500, (answer.status_code, answer.text[:500])
    for word in INTERNALS:
        assert word not in answer.text, answer.text[:500]
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer


def refused(answer: httpx.Response, *statuses: int) -> dict[str, Any]:
    """The refusal as data."""
    assert clean(answer).status_code in (statuses or (400, 404, 413, 415)), (answer.status_code, answer.text[:300])
    found: dict[str, Any] = answer.json()
    return found


@contextmanager
def serving(folder: Path, module: str = "service", **settings: str) -> Iterator[Target]:
    """A service on SQLite in a folder, on a free port; stopped as by Ctrl-C."""
    log = folder / "log"
    environment = os.environ | {
        "PLAYLEDGER_DATABASE_URL": f"sqlite:///{folder}/playledger.db",
        "PLAYLEDGER_LOG_FORMAT": "json",
        **settings,
    }
    command = [sys.executable, "-m", module, "serve", "--port", "0"]
    with (
        log.open("w") as errors,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            yield Target(_port(process, log), process, folder / "playledger.db", log)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
    assert process.returncode == 0


def _port(process: subprocess.Popen[str], log: Path) -> int:
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"listens on http://127.0.0.1:(\d+)", line)
        if found:
            return int(found[1])
    raise AssertionError(log.read_text())


def token_of(folder: Path, scopes: Iterable[str]) -> str:
    """A token of a new account of the service in a folder."""

    alone: dict[str, Any] = dict(ALONE)

    async def made() -> str:
        beside = (await serve(f"sqlite:///{folder}/playledger.db", **alone)).app
        try:
            return (await beside.accounts.create_for(new_account(), "test", list(scopes)))[1]
        finally:
            await beside.stop()

    return services.run(made())


def opened(client: httpx.Client) -> tuple[str, list[str]]:
    """A running match of C4 that waits for its players for ever: its id, and the tokens of its seats."""
    order = {"game": "c4", "seats": 2, "decisionMs": 0, "turnMs": 0}
    match = client.post("/v1/matches", json=order).json()["match"]["id"]
    decks = [deck["id"] for deck in client.get("/v1/games/c4/decks").json()["decks"][:2]]
    tokens = [client.post(f"/v1/matches/{match}/seats", json={"deck": deck}).json()["seatToken"] for deck in decks]
    return match, tokens


def graphql(client: httpx.Client, query: str, **variables: Any) -> httpx.Response:
    return client.post("/graphql", content=json.dumps({"query": query, "variables": variables}), headers=JSON)


JSON = {"Content-Type": "application/json"}
