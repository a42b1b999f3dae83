"""Whole tournaments over the API, on Postgres and Redis, by separate clients, while servers are killed.

Each commit runs one event, `make nightly` and `make tournaments` one of every pair that fits, several at the same time;
docs/tournament-matrix.md has them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from graphql import get_introspection_query

from tests import services
from tests.e2e.event import Event, together
from tests.e2e.event_checks import Figures, checked
from tests.e2e.matrix import SKINS, Pair, fitting, page, pairs
from tests.e2e.replicas import Replicas, two
from tests.e2e.servers import playledger, tokens_of
from tests.kit.lanes import lane
from tests.kit.process import ROOT
from tests.kit.waiting import PATIENCE

AT_ONCE = 8
"""Events at the same time."""
SCOPES = ("tournament:manage", "tournament:enter", "tournament:read", "match:read", "match:play", "replay:read")
ALL = lane() == "nightly"
BY_COMMIT = "c4-single-elimination"


@pytest.fixture(scope="module")
def database(postgres_server: str, postgres_template: str) -> Iterator[str]:
    with services.database(postgres_server, postgres_template) as url:
        playledger(url, "migrate")
        yield url


@pytest.fixture(scope="module")
def replicas(database: str, redis_url: str) -> Iterator[Replicas]:
    with two(database, redis_url) as running:
        yield running


@pytest.fixture(scope="module")
def schema(replicas: Replicas, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of what the service's introspection tells."""
    asked = httpx.post(f"{replicas.addresses[0]}/graphql", json={"query": get_introspection_query()}, timeout=PATIENCE)
    file = tmp_path_factory.mktemp("schema") / "introspection.json"
    file.write_text(json.dumps(asked.raise_for_status().json()["data"]))
    return file


def test_the_page_shows_what_fits() -> None:
    assert (ROOT / "docs" / "tournament-matrix.md").read_text() == page(), "write it: see its first line"


def test_every_format_is_played_over_both_skins() -> None:
    found = fitting()
    assert {pair.kind.name for pair in found} == {pair.kind.name for pair in pairs()}
    assert {pair.skin for pair in found} == set(SKINS)
    assert [pair.name for pair in found].count(BY_COMMIT) == 1


@pytest.mark.programs
def test_what_does_not_fit_is_refused(database: str, replicas: Replicas) -> None:
    (token,) = tokens_of(database, 1, SCOPES)
    with httpx.Client(
        base_url=replicas.addresses[0], headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE
    ) as http:
        for pair in pairs():
            if pair.obstacle() is not None:
                answer = http.post("/v1/tournaments", json=pair.order)
                assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT"), pair.name


@pytest.mark.programs
def test_whole_events_while_servers_are_killed(
    database: str, replicas: Replicas, schema: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = streams(database, "tournament")
    chosen = [pair for pair in fitting() if ALL or pair.name == BY_COMMIT]
    # those that are played later have the same accounts
    tokens = tokens_of(database, AT_ONCE * (1 + max(pair.kind.entrants for pair in chosen)), SCOPES)
    figures: dict[str, Figures] = {}
    for start in range(0, len(chosen), AT_ONCE):
        events = arranged(chosen[start : start + AT_ONCE], tokens, schema, tmp_path)
        together(events, replicas)
        for event in events:
            assert event.struck, f"no server was killed while {event.pair.name} was in mid-round"
            figures[event.pair.name] = checked(event)
    assert streams(database, "match") == sum(one.matches for one in figures.values()), "a match without a table"
    assert streams(database, "tournament") - before == len(chosen)
    if ALL:
        with capsys.disabled():
            print(report(figures, replicas.kills))


def arranged(chosen: Sequence[Pair], tokens: Sequence[str], schema: Path, folder: Path) -> list[Event]:
    """Events of these pairs, each with other accounts."""
    each = 1 + max(pair.kind.entrants for pair in chosen)
    return [
        Event(pair, folder / pair.name, schema, tokens[number * each : (number + 1) * each])
        for number, pair in enumerate(chosen)
    ]


def streams(database: str, kind: str) -> int:
    """How many streams of a kind the store has."""
    return int(services.run(services.ask(database, "SELECT count(*) FROM streams WHERE kind = $1", kind)))


def report(figures: dict[str, Figures], kills: int) -> str:
    """The figures as a table."""
    total = [sum(column) for column in zip(*figures.values(), strict=True)]
    rows = {"event": Figures._fields, **figures, f"{len(figures)} events, {kills} kills": total}
    return "\n" + "\n".join(f"{name:45}" + "".join(f"{cell:>9}" for cell in row) for name, row in rows.items())
