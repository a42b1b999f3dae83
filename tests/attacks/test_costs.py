"""Card sets whose effects never end, nearly: what a player makes the service write, the player pays for.

What is counted are events and points, and seconds of the processors for each event: no clock of a wall.
"""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from api_schema.limiting.budgets import EVENTS
from api_schema.ports.history import AUDITED
from domain.kernel.loops import LIMITS, LOOP_RULE
from tests.attacks.hostile_sets import SETS, Table, deep
from tests.attacks.target import Target, clean, serving
from tests.kit.process import token_of
from tests.kit.waiting import PATIENCE

ACTIONS = 15
BOUND = 0.02
"""Seconds of work for each event and each request, on a machine that is twenty times as slow as those that we know."""
ACTS, READS = 100, 6_000
"""The budgets of a seat in these tests."""


@pytest.fixture(scope="module")
def priced(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[tuple[Target, str]]:
    """A service with small budgets, and a token of an account that writes card sets."""
    folder = tmp_path_factory.mktemp("priced")
    budgets = {"LIMITS": f"acts={ACTS}, reads={READS}, writes_anonymous=off"}
    with serving(folder, **{f"PLAYLEDGER_{name}": value for name, value in budgets.items()}) as target:
        yield target, token_of(folder, ["deck:write", "match:read"])


@pytest.fixture
def client(priced: tuple[Target, str]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=priced[0].address, timeout=PATIENCE) as found:
        yield found


@pytest.mark.parametrize("name", list(SETS))
def test_no_card_stops_the_service(priced: tuple[Target, str], client: httpx.Client, name: str) -> None:
    """No action writes more than it may, and the work grows with what is written, not faster."""
    target, account = priced
    table = Table(client, account, SETS[name])
    worked, requests = target.worked(), 1 + len(table.tokens)
    before = table.status()["version"]
    for answer in table.play(ACTIONS):
        requests += 1 + len(table.tokens)
        if answer.status_code == 429:
            break
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["events"]) <= LIMITS.facts + 100
    target.probe()
    written = table.status()["version"] - before
    assert target.worked() - worked < BOUND * (written + 10 * requests)
    assert "Traceback" not in target.log.read_text()


@pytest.mark.parametrize("name", ["endless events", "endless frames"])
def test_what_never_ends_ends_the_match(priced: tuple[Target, str], client: httpx.Client, name: str) -> None:
    table = Table(client, priced[1], SETS[name])
    for _ in table.play(ACTIONS):
        pass
    status = table.status()
    assert (status["status"], status["result"]["ruleId"]) == ("FINISHED", LOOP_RULE)


def test_an_action_pays_for_what_it_writes(priced: tuple[Target, str], client: httpx.Client) -> None:
    table = Table(client, priced[1], deep(3))
    written = 0
    for answer in table.play(2000):
        if answer.status_code == 429:
            break
        written += len(answer.json()["events"])
    else:
        pytest.fail("nothing was ever refused")
    refused = answer.json()
    assert (refused["code"], refused["details"]["bucket"]) == ("RATE_LIMITED", "acts")
    # it refills meanwhile, for each of five seats
    assert written < 5 * 2 * ACTS * EVENTS * 10


def test_an_audit_pays_by_the_length_of_the_match(priced: tuple[Target, str], client: httpx.Client) -> None:
    """Whoever asks for the audit of a long match has to wait for a while; others are served."""
    table = Table(client, priced[1], deep(3))
    for _ in table.play(ACTIONS):
        pass
    assert table.status()["version"] > 1.5 * READS / AUDITED
    own = {"Authorization": f"Bearer {priced[1]}"}
    path = f"/v1/matches/{table.match}/audit"
    assert clean(client.get(path, headers=own)).json()["ok"]
    left = next(
        budget for budget in client.get("/v1/limits", headers=own).json()["budgets"] if budget["name"] == "reads"
    )
    assert left["remaining"] == 0
    assert clean(client.get(path, headers=own)).status_code == 429
    priced[0].probe()
