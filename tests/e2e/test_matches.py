"""A whole match of every game in each of its modes, over GraphQL and over REST; then both verifiers.

Each seat is a client program of its own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from graphql import get_introspection_query

from domain.games import discover
from domain.kernel.seating import brought
from tests import services
from tests.e2e.servers import (
    acknowledged,
    acts,
    match_of,
    playledger,
    program,
    seated,
    server,
    token_of_host,
    whole_log,
)
from tests.history.verifiers import theirs
from tests.kit.lanes import sampled
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.short import short_options
from tests.kit.waiting import PATIENCE

pytestmark = pytest.mark.programs
MODES = in_each_mode(discover().values())
OK = ["ok", "ok", "ok", "ok", "ok"]
REDACTED = ["ok", "ok", "skipped", "ok", "ok"]
BY_NODE = ["ok", "skipped", "skipped", "ok", "skipped"]
"""What `verify` says of L0 to L4, and the verifier that knows no game; hands that are hidden hide what was legal."""


class Running(NamedTuple):
    """A server, its store, and the token of somebody who may open matches there."""

    address: str
    database: str
    token: str
    schema: Path


@pytest.fixture(scope="module")
def running(
    postgres_server: str, postgres_template: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with services.database(postgres_server, postgres_template) as database:
        token = token_of_host(database)
        with server(database, redis_url) as (address, _):
            asked = httpx.post(f"{address}/graphql", json={"query": get_introspection_query()}, timeout=PATIENCE)
            schema = tmp_path_factory.mktemp("schema") / "introspection.json"
            schema.write_text(json.dumps(asked.raise_for_status().json()["data"]))
            yield Running(address, database, token, schema)


def short(variant: InMode) -> Mapping[str, Any]:
    """Options under which a match of this mode is over soon, as the game's tests say."""
    found = short_options(variant.game)
    return found if variant.mode is None else {**found, "mode": variant.mode}


def begun(variant: InMode, running: Running) -> tuple[str, list[str]]:
    """A match with as few seats as there may be, each side with another deck of those that are for it."""
    game, options, seats = variant.game, variant.options, variant.seats[0]
    decks = brought(game, options, seats, lambda side, known: known[side % len(known)])
    return seated(running.address, running.token, game.slug, decks, short(variant))


def played(folder: Path, running: Running, match: str, *clients: list[str]) -> list[dict[str, Any]]:
    """What the clients were told, by version; each is a program of its own and ends by itself."""
    with ExitStack() as stack:
        files = [stack.enter_context((folder / f"client-{n}").open("w+")) for n in range(len(clients))]
        programs = [
            stack.enter_context(program(sys.executable, "-m", *client, out=file))
            for client, file in zip(clients, files, strict=True)
        ]
        for one in programs:
            assert one.wait(PATIENCE) == 0
        told = [item for file in files for item in acknowledged(file)]
    assert match_of(running.address, match)["status"] == "FINISHED"
    return sorted(told, key=lambda item: int(item["version"]))


def verified(full: Path, redacted: list[Path]) -> None:
    """Both verifiers accept the files at every level."""
    said = playledger("", "verify", str(full), *map(str, redacted), "--against", str(full), "--json", code=4)
    assert statuses(json.loads(said)) == [OK] + [REDACTED] * len(redacted)
    reports = theirs([full, *redacted])
    assert statuses(reports) == [BY_NODE] * (1 + len(redacted))
    assert len({one["head"] for one in reports}) == 1


def statuses(reports: list[dict[str, Any]]) -> list[list[str]]:
    """What is said of each level, file by file."""
    return [[level["status"] for level in report["levels"]] for report in reports]


@pytest.mark.parametrize("variant", sampled(MODES, keep=1), ids=name_of)
def test_over_graphql_with_typed_actions(variant: InMode, running: Running, tmp_path: Path) -> None:
    match, tokens = begun(variant, running)
    clients = [
        ["tests.e2e.typed_player", match, token, str(seat), running.address, str(running.schema)]
        for seat, token in enumerate(tokens)
    ]
    told = played(tmp_path, running, match, *clients)
    taken = [event["data"]["action"]["type"] for event in acts(whole_log(running.address, match))]
    assert [item["type"] for item in told] == taken
    assert len(set(taken)) > min(2, len(variant.game.actions) // 2)

    playledger(running.database, "export", match, "--as", "all", "--out", str(tmp_path / "files"))
    full, *redacted = sorted((tmp_path / "files").iterdir())
    assert ".full." in full.name
    assert len(redacted) == len(tokens) + 1
    verified(full, redacted)


@pytest.mark.parametrize("variant", sampled(reversed(MODES), keep=1), ids=name_of)
def test_over_rest_with_the_tokens_of_actions(variant: InMode, running: Running, tmp_path: Path) -> None:
    match, tokens = begun(variant, running)
    clients = [
        ["tests.e2e.player", "--at-once", match, str(seat), token, str(seat), running.address]
        for seat, token in enumerate(tokens)
    ]
    told = played(tmp_path, running, match, *clients)
    assert len(told) == len(acts(whole_log(running.address, match))) > 2

    files = {}
    of_seats = {f"seat:{seat}": token for seat, token in enumerate(tokens[:2])}
    for viewer, token in {"full": None, "spectator": None, **of_seats}.items():
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"{running.address}/v1/matches/{match}/replay"
        got = httpx.get(address, params={"as": viewer}, headers=headers, timeout=PATIENCE).raise_for_status()
        files[viewer] = tmp_path / f"{viewer.replace(':', '-')}.ndjson"
        files[viewer].write_bytes(got.content)
    full, *redacted = files.values()
    verified(full, redacted)
