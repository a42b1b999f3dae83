"""Four programs play, two watch, over two servers on one Postgres and one Redis; a server dies, Redis goes away."""

from __future__ import annotations

import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from scripts.node import command as node_command
from tests.e2e.servers import (
    acknowledged,
    acts,
    lines,
    match_of,
    program,
    redis_on,
    seated,
    server,
    token_of_host,
    wait_for,
    whole_log,
)
from tests.kit.process import ROOT, free_port
from tests.kit.waiting import PATIENCE

DECKS = ("front_desk", "steam_raiders", "dungeon_payroll", "cold_case")
MEANWHILE = 30
"""Events that come to the match while Redis is away."""
LONG_ENOUGH = {"turnCap": 100}


def version(address: str, match: str) -> int:
    return int(match_of(address, match)["version"])


def over(address: str, match: str) -> bool:
    return bool(match_of(address, match)["status"] == "FINISHED")


@pytest.mark.nightly
@pytest.mark.programs
def test_nothing_is_lost_when_a_server_is_killed_and_redis_goes_away(
    database_url: str, tmp_path: Path, client_packages: Path
) -> None:
    redis_port = free_port()
    host = token_of_host(database_url)
    with ExitStack() as stack:
        redis = stack.enter_context(ExitStack())
        redis.enter_context(redis_on(redis_port))
        first, victim = stack.enter_context(server(database_url, f"redis://127.0.0.1:{redis_port}/0"))
        second, _ = stack.enter_context(server(database_url, f"redis://127.0.0.1:{redis_port}/0"))
        match, tokens = seated(first, host, "c4", DECKS, LONG_ENOUGH)
        names = ("ndjson", "ws", "0", "1", "2", "3")
        files = {name: stack.enter_context((tmp_path / name).open("w+")) for name in names}
        watchers = [
            stack.enter_context(
                program(sys.executable, "-m", "tests.e2e.watcher", match, "120", first, second, out=files["ndjson"])
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
        wait_for(lambda: version(second, match) > 150)
        victim.send_signal(signal.SIGKILL)
        wait_for(lambda: version(second, match) > 200)
        assert not over(second, match), "the match was too short for this test"
        redis.close()
        before = version(second, match)
        # the match goes on without Redis
        wait_for(lambda: version(second, match) > before + MEANWHILE)
        stack.enter_context(redis_on(redis_port))
        for process in players + watchers:
            process.wait(PATIENCE)
            assert process.returncode == 0

        log = whole_log(second, match)
        versions = [event["version"] for event in log]
        assert versions == list(range(1, len(log) + 1))
        assert over(second, match)
        told = [item for seat in range(len(DECKS)) for item in acknowledged(files[str(seat)])]
        assert len({item["key"] for item in told}) == len(told) == len(acts(log))
        ends = [event["version"] for event in log if event["batchEnd"]]
        assert {item["version"] for item in told} <= set(ends)
        assert len({item["version"] for item in told}) == len(told)
        for name in ("ndjson", "ws"):
            assert [int(line) for line in lines(files[name])] == versions, f"{name} missed or doubled something"


@pytest.fixture
def client_packages() -> Path:
    """The folder of the JavaScript clients, with their packages installed."""
    folder = ROOT / "tests" / "clients"
    assert (folder / "node_modules").is_dir(), "the client packages are missing: run `make setup`"
    return folder
