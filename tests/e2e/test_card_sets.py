"""A whole match with cards that a player wrote, in processes that learn of them only from the store."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from pydantic import SecretStr

from domain.games import discover
from domain.kernel.game import takes_sets
from playledger_client import Client, Match
from playledger_client.models import CreateMatch, JoinMatch, MatchStatus
from service.bootstrap import bootstrap
from service.settings import Settings
from tests.e2e import servers
from tests.e2e.chance import play_out
from tests.kit.lanes import sampled
from tests.kit.process import ROOT, free_port
from tests.kit.served import sqlite_url
from tests.kit.short import short_options
from tests.kit.waiting import PATIENCE

GAMES = [game.slug for game in discover().values() if takes_sets(game)]
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
    environment = os.environ | servers.SECRET | {"PLAYLEDGER_DATABASE_URL": url}
    program = [sys.executable, "-m", "service", *command]
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def server(url: str) -> Iterator[str]:
    """The address of a service in a process of its own, which ends with the block."""
    environment = os.environ | servers.SECRET | {"PLAYLEDGER_DATABASE_URL": url, "PLAYLEDGER_LOG_LEVEL": "error"}
    port = free_port()
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert any(line.startswith("Stop with") for line in process.stdout)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.programs
@pytest.mark.parametrize(("url", "games"), TRIED, indirect=["url"], ids=["one", "sqlite", "postgres"])
def test_processes_that_have_never_seen_the_cards(url: str, tmp_path: Path, games: list[str]) -> None:
    scopes = [part for scope in ("deck:write", "match:create", "match:play") for part in ("--scope", scope)]
    token = json.loads(servers.playledger(url, "token", "create", *scopes, "--json"))["token"]
    sets = asyncio.run(uploaded(url, token, games))
    with server(url) as address:
        records = asyncio.run(played(address, token, dict(zip(games, sets, strict=True))))
    for game, (match, replay) in zip(games, records, strict=True):
        take_along(url, tmp_path / game, game, match, replay)


def own(game: str) -> ModuleType:
    """The game's set as a player writes it."""
    return import_module(f"tests.games.{game}.own_sets")


async def uploaded(url: str, token: str, games: Sequence[str]) -> list[str]:
    """The hash of each game's set, which is in the store before a server is there."""
    async with await bootstrap(Settings(database_url=url, clocks=False, secret_key=SecretStr(servers.KEY))) as running:
        caller = await running.use_cases.accounts.authenticate(token)
        upload = running.use_cases.catalogue.upload_card_set
        return [(await upload(caller, game, own(game).TEXT)).hash for game in games]


async def played(address: str, token: str, sets: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """For each game a match with these cards, played to its end: its id and its file."""
    async with Client(address, token, timeout=PATIENCE) as client:
        matches = [await play(client, game, digest) for game, digest in sets.items()]
        return [(one.id, await record(client, *named, one)) for named, one in zip(sets.items(), matches, strict=True)]


async def play(client: Client, game: str, digest: str) -> Match:
    options = {**short_options(discover()[game]), "cardSets": [digest]}
    made = await client.create_match(CreateMatch(game=game, seats=2, options=options))
    match = client.match(made.match.id)
    await play_out([await match.join(JoinMatch(loadout=own(game).loadout(digest, seat))) for seat in (0, 1)])
    assert (await match.info()).status == MatchStatus.FINISHED
    return match


async def record(client: Client, game: str, digest: str, match: Match) -> bytes:
    """The replay file of the match, once it holds and a fork of it has the cards too."""
    found = (await match.events(perspective="full", limit=256)).events
    texts = str([event.text for event in found])
    assert any(name in texts for name in own(game).NAMES)
    assert not any(name in str([event.data for event in found]) for name in own(game).NAMES)
    replay = await match.replay(perspective="full")
    lines = {"Content-Type": "application/x-ndjson"}
    told = await client.connection.send("POST", "/v1/replays/verify", body=msgspec.Raw(replay), headers=lines)
    assert told.json()["ok"], told.text
    stops = [event.version for event in found if event.batch_end and event.version > 20]
    fork = await match.fork(stops[0])
    assert fork.match.options["cardSets"] == [digest]
    return replay


def take_along(url: str, folder: Path, game: str, match: str, replay: bytes) -> None:
    """The file holds anywhere, and in another store it is the match: in processes of their own, then in this one."""
    folder.mkdir()
    file = folder / "match.playledger.ndjson"
    file.write_bytes(replay)
    assert "L4" in servers.playledger(url, "verify", str(file), code=4)
    other = sqlite_url(folder)
    playledger(other, "import", str(file))
    assert json.loads(servers.playledger(other, "audit", match, "--json"))
    servers.playledger(other, "export", match, "--out", str(folder / "again"))
    assert (folder / "again").read_bytes() == replay
    story = servers.playledger(other, "replay", match)
    assert any(name in story for name in own(game).NAMES)
