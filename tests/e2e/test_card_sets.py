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
from types import ModuleType
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.games import discover
from tests.e2e import servers
from tests.kit.lanes import sampled
from tests.kit.process import ROOT, free_port
from tests.kit.served import sqlite_url
from tests.kit.short import short_options
from tests.kit.waiting import PATIENCE

SECRET = {"PLAYLEDGER_SECRET_KEY": "a key that only this test knows"}


GAMES = [game.slug for game in discover().values() if "card_sets" in game.options_type.__struct_fields__]
TRIED = sampled([("sqlite", GAMES[:1]), ("sqlite", GAMES[2::2]), ("postgres", GAMES[1::2])], keep=1)
"""Every game whose matches may name such sets, on one of the stores in turn: what differs between games has nothing to
do with them.
"""


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
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=PATIENCE) as client:
                yield client
        finally:
            process.terminate()
            process.wait(PATIENCE)


def posted(client: httpx.Client, path: str, body: Mapping[str, Any]) -> Any:
    return client.post(f"/v1{path}", json=body, headers={"Idempotency-Key": str(uuid4())}).raise_for_status().json()


def joined(client: httpx.Client, match: str, loadout: dict[str, Any]) -> str:
    return str(posted(client, f"/matches/{match}/seats", {"loadout": loadout})["seatToken"])


def play_out(client: httpx.Client, match: str, tokens: list[str]) -> None:
    """Actions that are legal, by chance, until it is over."""
    random, status = Random(1), "RUNNING"
    while status == "RUNNING":
        for seat, token in enumerate(tokens):
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
            legal = client.get(f"/v1/matches/{match}/legal-actions", params={"seat": seat}, headers=headers)
            prompts = [one for one in legal.json().get("prompts", ()) if one["prompt"]["mode"] != "STANDING"]
            if prompts:
                body = answer(prompts[0], random)
                done = client.post(f"/v1/matches/{match}/actions", json=body, headers=headers).raise_for_status()
                status = done.json()["match"]["status"]
                break


def answer(options: dict[str, Any], random: Random) -> dict[str, Any]:
    """An action by its token, or the default where there are templates alone."""
    if options["actions"]:
        return {"token": random.choice(options["actions"])["token"]}
    prompt = options["prompt"]
    return {"promptId": prompt["id"], "revision": prompt["revision"], **options["default"]}


@pytest.mark.programs
@pytest.mark.parametrize(("url", "games"), TRIED, indirect=["url"], ids=["one", "sqlite", "postgres"])
def test_processes_that_have_never_seen_the_cards(url: str, tmp_path: Path, games: list[str]) -> None:
    scopes = [part for scope in ("deck:write", "match:create", "match:play") for part in ("--scope", scope)]
    token = json.loads(playledger(url, "token", "create", *scopes, "--json"))["token"]
    with server(url, token) as client:
        sets = [posted(client, "/card-sets", {"game": game, "text": own(game).TEXT})["hash"] for game in games]
    with server(url, token) as client:
        matches = [play(client, game, digest) for game, digest in zip(games, sets, strict=True)]
        records = [record(client, *each) for each in zip(games, sets, matches, strict=True)]
    for game, match, replay in zip(games, matches, records, strict=True):
        take_along(url, tmp_path / game, game, match, replay)


def own(game: str) -> ModuleType:
    """The game's set as a player writes it."""
    return import_module(f"tests.games.{game}.own_sets")


def play(client: httpx.Client, game: str, digest: str) -> str:
    """A match with these cards, played to its end; its id."""
    options = short_options(discover()[game])
    made = posted(client, "/matches", {"game": game, "seats": 2, "options": {**options, "cardSets": [digest]}})
    match = str(made["match"]["id"])
    tokens = [joined(client, match, own(game).loadout(digest, seat)) for seat in (0, 1)]
    play_out(client, match, tokens)
    assert client.get(f"/v1/matches/{match}").json()["status"] == "FINISHED"
    return match


def record(client: httpx.Client, game: str, digest: str, match: str) -> bytes:
    """The replay file of the match, once it holds and a fork of it has the cards too."""
    found = client.get(f"/v1/matches/{match}/events", params={"as": "full", "limit": 256}).json()
    texts = str([event["text"] for event in found["events"]])
    assert any(name in texts for name in own(game).NAMES)
    assert not any(name in str([event["data"] for event in found["events"]]) for name in own(game).NAMES)
    replay = client.get(f"/v1/matches/{match}/replay", params={"as": "full"}).content
    told = client.post("/v1/replays/verify", content=replay, headers={"Content-Type": "application/x-ndjson"})
    assert told.json()["ok"], told.text
    stops = [event["version"] for event in found["events"] if event["batchEnd"] and event["version"] > 20]
    fork = posted(client, f"/matches/{match}/forks", {"atVersion": stops[0]})
    assert fork["match"]["options"]["cardSets"] == [digest]
    return replay


def take_along(url: str, folder: Path, game: str, match: str, replay: bytes) -> None:
    """The file holds anywhere, and in another store it is the match: in processes of their own, then in this one."""
    folder.mkdir()
    file = folder / "match.playledger.ndjson"
    file.write_bytes(replay)
    assert "L4" in playledger(url, "verify", str(file))
    other = sqlite_url(folder)
    playledger(other, "import", str(file))
    assert json.loads(servers.playledger(other, "audit", match, "--json"))
    servers.playledger(other, "export", match, "--out", str(folder / "again"))
    assert (folder / "again").read_bytes() == replay
    story = servers.playledger(other, "replay", match)
    assert any(name in story for name in own(game).NAMES)
