"""A whole match with cards that a player wrote, in processes that learn of them only from the store."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.games import discover
from tests.kit.process import ROOT, free_port
from tests.kit.served import sqlite_url

SECRET = {"PLAYLEDGER_SECRET_KEY": "a key that only this test knows"}


GAMES = [game.slug for game in discover().values() if game.own_sets is not None]
TRIED = [(("sqlite", "postgres")[place % 2], game) for place, game in enumerate(GAMES)]
"""Every game, on one of the stores in turn: what differs between games has nothing to do with them."""


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    found: str = request.getfixturevalue("database_url")
    playledger(found, "migrate")
    return found


def playledger(url: str, *command: str) -> str:
    """What a command prints, in a process of its own."""
    environment = os.environ | SECRET | {"PLAYLEDGER_DATABASE_URL": url}
    program = [sys.executable, "-m", "service", *command]
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def server(url: str, token: str = "") -> Iterator[httpx.Client]:
    """A client of a service in a process of its own, which ends with the block."""
    environment = os.environ | SECRET | {"PLAYLEDGER_DATABASE_URL": url, "PLAYLEDGER_LOG_LEVEL": "error"}
    port = free_port()
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert any(line.startswith("Stop with") for line in process.stdout)
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=30) as client:
                yield client
        finally:
            process.terminate()
            process.wait(15)


def posted(client: httpx.Client, path: str, body: Mapping[str, Any]) -> Any:
    return client.post(f"/v1{path}", json=body, headers={"Idempotency-Key": str(uuid4())}).raise_for_status().json()


def joined(client: httpx.Client, match: str, loadout: dict[str, Any]) -> str:
    return str(posted(client, f"/matches/{match}/seats", {"loadout": loadout})["seatToken"])


def play_out(client: httpx.Client, match: str, tokens: list[str]) -> None:
    """Actions that are legal, by chance, until it is over."""
    random = Random(1)
    while client.get(f"/v1/matches/{match}").json()["status"] == "RUNNING":
        for seat, token in enumerate(tokens):
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
            legal = client.get(f"/v1/matches/{match}/legal-actions", params={"seat": seat}, headers=headers)
            prompts = legal.json().get("prompts")
            if prompts:
                body = answer(prompts[0], random)
                client.post(f"/v1/matches/{match}/actions", json=body, headers=headers).raise_for_status()
                break


def answer(options: dict[str, Any], random: Random) -> dict[str, Any]:
    """An action by its token, or the default where there are templates alone."""
    if options["actions"]:
        return {"token": random.choice(options["actions"])["token"]}
    prompt = options["prompt"]
    return {"promptId": prompt["id"], "revision": prompt["revision"], **options["default"]}


@pytest.mark.parametrize(("url", "game"), TRIED, indirect=["url"])
def test_processes_that_have_never_seen_the_cards(url: str, tmp_path: Path, game: str) -> None:
    own, short = (import_module(f"tests.games.{game}.{name}") for name in ("own_sets", "short"))
    scopes = [part for scope in ("deck:write", "match:create", "match:play") for part in ("--scope", scope)]
    token = json.loads(playledger(url, "token", "create", *scopes, "--json"))["token"]
    with server(url, token) as client:
        digest = posted(client, "/card-sets", {"game": game, "text": own.TEXT})["hash"]
    with server(url, token) as client:
        order = {"game": game, "seats": 2, "options": {**short.OPTIONS, "card_sets": [digest]}}
        made = posted(client, "/matches", order)
        match = made["match"]["id"]
        tokens = [joined(client, match, own.loadout(digest, seat)) for seat in (0, 1)]
        play_out(client, match, tokens)
        assert client.get(f"/v1/matches/{match}").json()["status"] == "FINISHED"
    with server(url, token) as client:
        found = client.get(f"/v1/matches/{match}/events", params={"as": "full", "limit": 256}).json()
        texts = str([event["text"] for event in found["events"]])
        assert any(name in texts for name in own.NAMES)
        assert not any(name in str([event["data"] for event in found["events"]]) for name in own.NAMES)
        replay = client.get(f"/v1/matches/{match}/replay", params={"as": "full"}).content
        told = client.post("/v1/replays/verify", content=replay, headers={"Content-Type": "application/x-ndjson"})
        assert told.json()["ok"], told.text
        stops = [event["version"] for event in found["events"] if event["batchEnd"] and event["version"] > 20]
        fork = posted(client, f"/matches/{match}/forks", {"atVersion": stops[0]})
        assert fork["match"]["options"]["card_sets"] == [digest]
    file = tmp_path / "match.playledger.ndjson"
    file.write_bytes(replay)
    assert "L4" in playledger(url, "verify", str(file))
    (tmp_path / "elsewhere").mkdir()
    other = sqlite_url(tmp_path / "elsewhere")
    playledger(other, "import", str(file))
    assert json.loads(playledger(other, "audit", match, "--json"))
    playledger(other, "export", match, "--out", str(tmp_path / "again"))
    assert (tmp_path / "again").read_bytes() == replay
    story = playledger(other, "replay", match)
    assert any(name in story for name in own.NAMES)
