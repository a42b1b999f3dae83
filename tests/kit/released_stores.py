"""A store of each kind that a release has filled, for every later one: `python -m tests.kit.released_stores 0.2.0`.

The service plays in it over its API: two games, a tournament that is rated, inboxes, a webhook, the archive. A store on
SQLite is kept as its file, one on Postgres as a script of plain statements, both packed.
"""

from __future__ import annotations

import asyncio
import lzma
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx

from playledger_client import Client, Overtaken, choices, waiting
from playledger_client.models import CreateMatch, JoinMatch
from tests import services
from tests.e2e.servers import playledger, tokens_of, wait_for
from tests.faults import cup
from tests.faults.cup import Cup
from tests.faults.replica import Replica, settings
from tests.kit.released import FOLDER
from tests.kit.waiting import PATIENCE

KINDS = "sqlite", "postgres"
GAMES = "c4", "cape_and_cowl"
ROUNDS = 12
"""Times that each seat of a match is asked before somebody gives up."""
FEW_ROUNDS = 2
"""The same of a match that goes on: none is over by then."""
SCOPES = ("webhook:manage", "match:create", *cup.SCOPES)
OF_A_SESSION = re.compile(r"(?m)^(\\|SET (?!check_function_bodies)|SELECT pg_catalog\.set_config).*\n")
"""What `pg_dump` says to psql, or of a session: an older server may not know it, and none of it is needed."""


def kept() -> list[tuple[str, str]]:
    """(release, kind) of every store that is kept."""
    return [(file.parent.parent.name, file.stem) for file in sorted(FOLDER.glob("*/stores/*.xz"))]


@contextmanager
def restored(release: str, kind: str) -> Iterator[str]:
    """The URL of a store as the release has left it."""
    data = lzma.decompress(_file(release, kind).read_bytes())
    with _empty(kind) as url:
        if kind == "sqlite":
            Path(url.removeprefix("sqlite:///")).write_bytes(data)
        else:
            services.run(services.execute(url, data.decode()))
        yield url


def keep(release: str) -> None:
    """Fill a store of each kind, and write it."""
    for kind in KINDS:
        with _empty(kind) as url:
            fill(url)
            data = _file_of(url) if kind == "sqlite" else _script_of(url)
        path = _file(release, kind)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


@contextmanager
def _empty(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite:///{folder}/store.db"
    else:
        with services.postgres() as server, services.database(server) as url:
            yield url


def fill(url: str) -> None:
    """Migrate an empty store, and let a server play in it that is stopped at the end."""
    playledger(url, "migrate")
    tokens = tokens_of(url, 5, SCOPES)
    with tempfile.TemporaryDirectory() as archive:
        kept_in = {"PLAYLEDGER_ARCHIVE_URL": Path(archive).as_uri(), "PLAYLEDGER_ARCHIVE_AFTER_DAYS": "0"}
        quiet = {"PLAYLEDGER_WEBHOOKS": "false", "PLAYLEDGER_WEBHOOK_ALLOW_PRIVATE": "true"}
        server = Replica(settings(url, None) | kept_in | quiet)
        try:
            server.start()
            asyncio.run(_matches(server.address, tokens[0]))
            _tournament(server.address, tokens)
            server.leave()
        finally:
            server.stop()
        playledger(url, "archive", "run", "--most", "1", settings=kept_in)


async def _matches(address: str, token: str) -> None:
    async with Client(address, token, timeout=PATIENCE) as client:
        hook = {"url": "http://127.0.0.1:9/", "matches": "OWN"}
        await client.connection.change(dict, "/v1/webhooks", hook)
        for game in GAMES:
            decks = [deck.id for deck in (await client.decks(game))[:2]]
            for ends in (True, game != GAMES[0]):
                await _play(client, game, decks, ends=ends)


async def _play(client: Client, game: str, decks: list[str], *, ends: bool) -> None:
    match = client.match((await client.create_match(CreateMatch(game=game, seats=2))).match.id)
    seats = [await match.join(JoinMatch(seat=seat, deck=deck)) for seat, deck in enumerate(decks)]
    for seat in seats * (ROUNDS if ends else FEW_ROUNDS):
        for asked in waiting(await seat.legal())[:1]:
            await seat.act(choices(asked)[0])
    if ends:
        with suppress(Overtaken):  # by chance it is over already
            await seats[0].concede()


def _tournament(address: str, tokens: list[str]) -> None:
    """It is rated when it is over: the ladder is there then."""
    held = Cup(tokens)
    held.fill(address)
    held.start(address)
    held.play(address)
    held.finish(address)
    board = f"{address}/v1/leaderboards/c4"
    wait_for(lambda: bool(httpx.get(board, timeout=PATIENCE).raise_for_status().json()["rows"]))


def _file_of(url: str) -> bytes:
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as store:
        return store.serialize()


def _script_of(url: str) -> bytes:
    command = (services.postgres_program("pg_dump"), "--rows-per-insert=500", "--no-owner", "--no-privileges", url)
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    return OF_A_SESSION.sub("", said).encode()


def _file(release: str, kind: str) -> Path:
    return FOLDER / release / "stores" / f"{kind}.xz"


if __name__ == "__main__":
    keep(*sys.argv[1:])
