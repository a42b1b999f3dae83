"""Two replicas behind the proxy of deploy/: one is stopped in the middle of a match, and nobody notices."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from scripts.node import command as node_command
from tests.attacks.echo import Given, echoing
from tests.e2e.servers import (
    acknowledged,
    acts,
    lines,
    match_of,
    program,
    seated,
    server,
    token_of_host,
    wait_for,
    whole_log,
)
from tests.kit.process import ROOT
from tests.kit.proxies import CONFIG, HAPROXY, certificate, haproxy, needs_haproxy
from tests.kit.waiting import PATIENCE

DECKS = ("front_desk", "steam_raiders")
OPTIONS = {"turnCap": 40}
MATCH = re.compile(r"mt_\d+")
pytestmark = pytest.mark.programs


@needs_haproxy
def test_the_configuration_holds() -> None:
    done = subprocess.run([str(HAPROXY), "-c", "-f", str(CONFIG)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    complaints = [line for line in done.stderr.splitlines() if "WARNING" in line and "could not resolve" not in line]
    assert complaints == []


@needs_haproxy
def test_the_configuration_holds_with_tls(tmp_path: Path) -> None:
    command = ["env", f"PLAYLEDGER_TLS_CERTIFICATE={certificate(tmp_path)}", str(HAPROXY), "-c", "-f", str(CONFIG)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.nightly
@needs_haproxy
def test_nobody_notices_that_a_replica_is_stopped(
    database_url: str, redis_url: str, tmp_path: Path, client_packages: Path
) -> None:
    host = token_of_host(database_url)
    with ExitStack() as stack:
        first, stopped = stack.enter_context(server(database_url, redis_url))
        second, other = stack.enter_context(server(database_url, redis_url))
        places = [address.removeprefix("http://") for address in (first, second)]
        port, _ = stack.enter_context(haproxy(tmp_path, *places))
        public = f"http://127.0.0.1:{port}"
        match, tokens = seated(public, host, "c4", DECKS, OPTIONS)
        files = {name: stack.enter_context((tmp_path / name).open("w+")) for name in ("ndjson", "ws", "0", "1")}
        watchers = [
            program(sys.executable, "-m", "tests.e2e.watcher", match, "0", public, out=files["ndjson"]),
            program(*node_command("node"), str(client_packages / "watch.mjs"), match, public, out=files["ws"]),
        ]
        playing = (sys.executable, "-m", "tests.e2e.player", "--at-once", "--unforgiving", match)
        players = [
            program(*playing, str(seat), token, str(seat), public, out=files[str(seat)])
            for seat, token in enumerate(tokens)
        ]
        processes = [stack.enter_context(one) for one in (*watchers, *players)]
        wait_for(lambda: int(match_of(public, match)["version"]) > 30)
        # whoever is frozen holds the match up, so that it can't be over before the replica is told to stop
        processes[-1].send_signal(signal.SIGSTOP)
        before = match_of(public, match)
        assert before["status"] == "RUNNING", "the match was too short for this test"
        stopped.send_signal(signal.SIGTERM)
        processes[-1].send_signal(signal.SIGCONT)
        assert stopped.wait(PATIENCE) == 0
        for process in processes:
            assert process.wait(PATIENCE) == 0
        log = whole_log(public, match)
        versions = [event["version"] for event in log]
        assert versions == list(range(1, len(log) + 1))
        assert versions[-1] > before["version"]
        told = [item for seat in range(len(DECKS)) for item in acknowledged(files[str(seat)])]
        assert len({item["key"] for item in told}) == len(told) == len(acts(log))
        for name in ("ndjson", "ws"):
            assert [int(line) for line in lines(files[name])] == versions, f"{name} missed or doubled something"
        keeps_strangers_out(public)
        other.send_signal(signal.SIGTERM)
        assert other.wait(PATIENCE) == 0


@needs_haproxy
def test_what_names_a_match_goes_to_one_replica_while_that_is_there(tmp_path: Path) -> None:
    matches = [f"mt_{number:022}" for number in range(24)]
    with ExitStack() as stack:
        one, other = echoes = [stack.enter_context(echoing()) for _ in range(2)]
        port, _ = stack.enter_context(haproxy(tmp_path, *(f"127.0.0.1:{echo.port}" for echo in echoes)))
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE))
        for match in matches:
            client.get(f"/v1/matches/{match}/state").raise_for_status()
            client.post(f"/v1/matches/{match}/actions", headers={"Idempotency-Key": "k"}, json={}).raise_for_status()
            client.get(f"/graphql?match={match}").raise_for_status()
            client.post("/graphql", headers={"Playledger-Match": match}, json={}).raise_for_status()
            client.get("/v1/games").raise_for_status()
        served = [asked_for(echo.given) for echo in echoes]
        assert all(found[match] in (0, 4) for found in served for match in matches)
        assert min(sum(found[match] > 0 for match in matches) for found in served) >= 4
        assert all(found[""] for found in served)
        client.close()
        one.stop()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as again:
            for match in matches:
                again.get(f"/v1/matches/{match}/state").raise_for_status()
        assert all(asked_for(other.given)[match] > served[1][match] for match in matches)


def asked_for(given: Sequence[Given]) -> Counter[str]:
    """How often each match was asked for; "" stands for none."""
    return Counter(
        next(iter(MATCH.findall(" ".join([one.path, *one.values("playledger-match"), one.query]))), "") for one in given
    )


def keeps_strangers_out(public: str) -> None:
    """What the proxy answers itself, and what it doesn't pass on."""
    assert httpx.get(f"{public}/metrics", timeout=PATIENCE).status_code == 404
    asked = HTTPConnection(public.removeprefix("http://"), timeout=PATIENCE)
    asked.putrequest("POST", "/v1/replays/verify")
    asked.putheader("Content-Length", str(1 << 30))
    asked.endheaders()
    assert asked.getresponse().status == 413
    asked.close()
    given = httpx.get(f"{public}/health", headers={"X-Request-Id": "chosen-by-a-stranger"}, timeout=PATIENCE)
    assert given.headers["x-request-id"] != "chosen-by-a-stranger"
    assert len(given.headers["x-request-id"]) == 36


@pytest.fixture
def client_packages() -> Path:
    """The folder of the JavaScript clients, with their packages installed."""
    folder = ROOT / "tests" / "clients"
    assert (folder / "node_modules").is_dir(), "the client packages are missing: run `make setup`"
    return folder


@needs_haproxy
def test_the_proxy_packs_for_the_replicas(database_url: str, redis_url: str, tmp_path: Path) -> None:
    """What is long; not what is live, and not what holds a token."""
    host = token_of_host(database_url)
    with ExitStack() as stack:
        address, _ = stack.enter_context(server(database_url, redis_url))
        port, _ = stack.enter_context(haproxy(tmp_path, *[address.removeprefix("http://")] * 2))
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE))
        match, _ = seated(f"http://127.0.0.1:{port}", host, "c4", DECKS, OPTIONS)
        state = client.get(f"/v1/matches/{match}/state")
        assert (state.headers["content-encoding"], state.headers["etag"][:3]) == ("gzip", 'W/"')
        again = client.get(f"/v1/matches/{match}/state", headers={"If-None-Match": state.headers["etag"]})
        assert again.status_code == 304
        asked = client.post("/graphql", json={"query": "{ games { slug title decks { id title } } }"})
        assert asked.headers["content-encoding"] == "gzip"
        made = client.post("/v1/matches", json={"game": "c4", "seats": 2})
        seat = client.post(f"/v1/matches/{made.json()['match']['id']}/seats", json={"deck": DECKS[0]})
        assert seat.json()["seatToken"]
        lines_only = {"Accept": "application/x-ndjson"}
        with client.stream("GET", f"/v1/matches/{match}/stream", headers=lines_only) as live:
            assert "events_appended" in next(live.iter_lines())
        for answer in (seat, live):
            assert "content-encoding" not in answer.headers
