"""`serve --workers`: a match is played over one port while the processes behind it are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner

from service.cli import app
from tests.e2e.servers import (
    SECRET,
    acknowledged,
    acts,
    answers,
    match_of,
    program,
    seated,
    token_of_host,
    wait_for,
    whole_log,
)
from tests.kit.process import free_port
from tests.kit.waiting import PATIENCE

DECKS = ("front_desk", "steam_raiders")
WORKERS = 2


@contextmanager
def kept(database: str, redis: str, out: IO[str] | int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A service of several workers: its address, and the process that keeps them."""
    port = free_port()
    environment = SECRET | {
        "PLAYLEDGER_DATABASE_URL": database,
        "PLAYLEDGER_REDIS_URL": redis,
        "PLAYLEDGER_PORT": str(port),
        "PLAYLEDGER_LOG_LEVEL": "error",
    }
    command = (sys.executable, "-m", "service", "serve", "--workers", str(WORKERS))
    with program(*command, out=out, environment=environment) as process:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: answers(f"{address}/ready"))
        yield address, process


def workers(process: subprocess.Popen[str]) -> set[int]:
    """The processes that serve."""
    found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    return {int(line) for line in found.stdout.split()}


def gone(process: int) -> bool:
    """Whether there is no such process."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def further(address: str, match: str) -> None:
    """Return as soon as the match has gone on for a while."""
    since = int(match_of(address, match)["version"])
    wait_for(lambda: int(match_of(address, match)["version"]) > since + 20)


@pytest.mark.programs
def test_a_match_outlives_its_workers(database_url: str, redis_url: str, tmp_path: Path) -> None:
    host = token_of_host(database_url)
    with ExitStack() as stack:
        said = stack.enter_context((tmp_path / "said").open("w+"))
        address, process = stack.enter_context(kept(database_url, redis_url, said))
        # one of them says so, and has to come to it before it is killed
        wait_for(lambda: (tmp_path / "said").read_text() != "")
        match, tokens = seated(address, host, "c4", DECKS, {"turnCap": 60})
        files = [stack.enter_context((tmp_path / str(seat)).open("w+")) for seat in range(len(DECKS))]
        players = [
            stack.enter_context(
                program(sys.executable, "-m", "tests.e2e.player", match, str(seat), token, str(seat), address, out=out)
            )
            for seat, (token, out) in enumerate(zip(tokens, files, strict=True))
        ]
        killed: set[int] = set()
        for number in range(WORKERS):
            further(address, match)
            wait_for(lambda: len(workers(process) - killed) == WORKERS)
            victim = min(workers(process) - killed)
            os.kill(victim, signal.SIGKILL)
            killed.add(victim)
            assert match_of(address, match)["status"] == "RUNNING", f"over before kill {number + 1}"
        for player in players:
            player.wait(PATIENCE)
            assert player.returncode == 0

        log = whole_log(address, match)
        assert [event["version"] for event in log] == list(range(1, len(log) + 1))
        told = [item for file in files for item in acknowledged(file)]
        assert len({item["key"] for item in told}) == len(told) == len(acts(log))

        wait_for(lambda: len(workers(process) - killed) == WORKERS)
        served = workers(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert all(map(gone, served))
        said.seek(0)
        assert said.read().count(f"Playledger listens on {address}\n") == 1


@pytest.mark.nightly
@pytest.mark.programs
def test_workers_stop_when_the_process_that_keeps_them_is_gone(database_url: str, redis_url: str) -> None:
    token_of_host(database_url)
    with kept(database_url, redis_url, subprocess.DEVNULL) as (_, process):
        served = workers(process)
        assert len(served) == WORKERS
        process.kill()
        wait_for(lambda: all(map(gone, served)))


@pytest.mark.parametrize(
    ("store", "more", "told"),
    [
        ("sqlite:///shared.db", (), "Postgres"),
        ("postgresql://127.0.0.1/none", (), "Redis"),
        ("postgresql://127.0.0.1/none", ("--demo",), "--demo"),
    ],
)
def test_what_several_workers_need_is_told(store: str, more: tuple[str, ...], told: str) -> None:
    done = CliRunner().invoke(app, ["serve", "--workers", "2", "--store", store, *more], env=SECRET)
    assert done.exit_code != 0
    assert told in str(done.exception or done.output)
