"""Card sets whose effects never end, nearly: what a player makes the service write, the player pays for.

What is counted are events and points, and seconds of the processors for each event: no clock of a wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import httpx
import pytest

from api_schema.limiting.budgets import EVENTS
from api_schema.ports.history import AUDITED
from domain.kernel.loops import LIMITS, LOOP_RULE
from tests.attacks.hostile_sets import SETS, Table
from tests.attacks.target import Target, clean, serving, token_of
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


@pytest.fixture(scope="module")
def client(priced: tuple[Target, str]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=priced[0].address, timeout=PATIENCE) as found:
        yield found


@dataclass(frozen=True)
class Played:
    """A match with a hostile set, and what its first actions came to: seconds of work, events, requests."""

    table: Table
    worked: float
    written: int
    requests: int


@pytest.fixture(scope="module")
def played(priced: tuple[Target, str], client: httpx.Client) -> Callable[[str], Played]:
    """Plays such a match, each once. No action writes more than it may."""
    target, account = priced

    def begun(name: str) -> Played:
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
        return Played(table, target.worked() - worked, table.status()["version"] - before, requests)

    return cache(begun)


@pytest.mark.parametrize("name", list(SETS))
def test_no_card_stops_the_service(priced: tuple[Target, str], played: Callable[[str], Played], name: str) -> None:
    """The work grows with what is written, not faster."""
    found = played(name)
    assert found.worked < BOUND * (found.written + 10 * found.requests)
    assert "Traceback" not in priced[0].log.read_text()


@pytest.mark.parametrize("name", ["endless events", "endless frames"])
def test_what_never_ends_ends_the_match(played: Callable[[str], Played], name: str) -> None:
    status = played(name).table.status()
    assert (status["status"], status["result"]["ruleId"]) == ("FINISHED", LOOP_RULE)


def test_an_audit_pays_by_the_length_of_the_match(
    priced: tuple[Target, str], client: httpx.Client, played: Callable[[str], Played]
) -> None:
    """Whoever asks for the audit of a long match has to wait for a while; others are served."""
    table = played("many events").table
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


def test_an_action_pays_for_what_it_writes(played: Callable[[str], Played]) -> None:
    table = played("many events").table
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
