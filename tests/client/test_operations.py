"""Each change is a request of the OpenAPI document, to an operation that knows keys: so it may be repeated."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from api_schema.snapshots import committed
from playledger_client import Client, Refused
from playledger_client.models import (
    CreateMatch,
    CreateTournament,
    DeckOrder,
    JoinMatch,
    RulePairing,
    RulePairingKind,
    TournamentPolicy,
    TournamentPolicyFormat,
)
from tests.client.scripted import Scripted, refusal

PATHS: dict[str, dict[str, Any]] = json.loads(committed()["openapi.json"])["paths"]
POLICY = TournamentPolicy(format=TournamentPolicyFormat.SWISS)
RULING = RulePairing(kind=RulePairingKind.WARNING, reason="late", entrant="e")
CHANGES: dict[str, Callable[[Client], Awaitable[object]]] = {
    "createMatch": lambda client: client.create_match(CreateMatch(game="c4", seats=2)),
    "joinMatch": lambda client: client.match("m").join(JoinMatch(deck="d")),
    "leaveMatch": lambda client: client.match("m", "st_1", 0).leave(),
    "act": lambda client: client.match("m", "st_1", 0).concede(),
    "forkMatch": lambda client: client.match("m").fork(3),
    "createTournament": lambda client: client.create_tournament(CreateTournament(game="c4", name="n", policy=POLICY)),
    "registerEntrant": lambda client: client.tournament("t").register(DeckOrder(deck="d")),
    "changeEntrantDeck": lambda client: client.tournament("t").change_deck(DeckOrder(deck="d")),
    "checkInEntrant": lambda client: client.tournament("t").check_in(),
    "dropEntrant": lambda client: client.tournament("t").drop(),
    "reportResult": lambda client: client.tournament("t").dispute(1, 1, "why"),
    "rulePairing": lambda client: client.tournament("t").rule(RULING),
    "startRound": lambda client: client.tournament("t").start_round(1),
    "pauseTournament": lambda client: client.tournament("t").pause("why"),
    "resumeTournament": lambda client: client.tournament("t").resume(),
    "cancelTournament": lambda client: client.tournament("t").cancel("why"),
    "finishTournament": lambda client: client.tournament("t").finish(),
}


def operation(method: str, path: str) -> dict[str, Any]:
    """The operation of a request."""
    fitting = (item for place, item in PATHS.items() if re.fullmatch(re.sub(r"{\w+}", "[^/]+", place), path))
    found: dict[str, Any] = next(item[method.lower()] for item in fitting if method.lower() in item)
    return found


@pytest.mark.anyio
@pytest.mark.parametrize("name", CHANGES)
async def test_each_change_is_an_operation_that_knows_keys(name: str) -> None:
    service = Scripted(refusal("FORBIDDEN", 403))
    async with service.client("pl_1") as client:
        with pytest.raises(Refused):
            await CHANGES[name](client)
    (request,) = service.asked
    found = operation(request.method, request.url.path)
    assert found["operationId"] == name
    assert "Idempotency-Key" in {parameter["name"] for parameter in found["parameters"]}
    assert bool(request.content) == ("requestBody" in found)
