"""Generated requests against the OpenAPI document: every operation, its boundaries, and chains along the links.

At night the examples are many and others in every run, and each boundary of the document is tried; `make fuzz` does
that alone. Streams never end, so they have their own tests.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
import schemathesis
from anyio.from_thread import start_blocking_portal
from hypothesis import HealthCheck, settings
from hypothesis.errors import Flaky
from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case

from api_schema.operations.table import OPERATIONS
from api_schema.ports.accounts import AccountOut, Accounts, NewToken, TokenInfo
from api_schema.ports.base import Caller
from api_schema.rest.app import build_app
from api_schema.rest.openapi import build
from tests.api.rest.server import serving
from tests.kit.lanes import by_lane, fuzz_seed, lane
from tests.kit.served import ALICE, BOB, serve, sqlite_url
from tests.kit.waiting import PATIENCE
from tests.toy_game import GAME

pytestmark = pytest.mark.long
pytest_plugins = "schemathesis.pytest.plugin"
ENTER, START = "registerEntrant", "startRound"
BODIES: dict[str, Any] = {
    "createMatch": {"game": GAME.slug, "seats": 2},
    "joinMatch": {"deck": "owl", "seat": 0},
    "createTournament": {"game": GAME.slug, "name": "Friday", "policy": {"format": "SWISS", "rounds": 1}},
    ENTER: {"deck": {"deck": "owl"}},
    START: {"round": 1},
}
TOKEN, OTHER = "the-token-of-alice", "the-token-of-bob"
TOURNAMENTS = {f"tournament:{what}" for what in ("read", "enter", "manage", "referee")}
CALLERS = {
    TOKEN: msgspec.structs.replace(ALICE, scopes=ALICE.scopes | {"deck:write", *TOURNAMENTS}),
    OTHER: msgspec.structs.replace(BOB, scopes=BOB.scopes | TOURNAMENTS),
}
AT_NIGHT = lane() == "nightly"
SETTINGS = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=not AT_NIGHT)
COUNTED = ["getDeckStatistics", "getCardStatistics", "getDeckMatchups", "getHeadToHead"]
BESIDE = ["findMatches", "forkMatch", "getStatistics", "getPresence", *COUNTED]
"""Operations that lead to no other one."""
LENIENT = {"checks": {"positive_data_acceptance": {"enabled": False}}}
"""What a schema calls valid may be refused: by a game's rules, by a list whose cursor it isn't, for want of a seat,
by the order of two versions, for a slug that no game here has."""
CHANGING = {
    "checks": {**LENIENT["checks"], "missing_required_header": {"expected-statuses": [400, 401, 403, 415, 428]}}
}
"""A change without its guard is Precondition Required (RFC 6585)."""
CONFIG = SchemathesisConfig.from_dict(
    {
        **fuzz_seed(),
        "auth": {"openapi": {"bearer": {"bearer": TOKEN}}},
        "phases": {"coverage": {"enabled": AT_NIGHT}},
        "operations": [
            {"include-method": ["POST", "PUT", "PATCH", "DELETE"], **CHANGING},
            {
                "include-operation-id": [
                    "findMatches",
                    "findDecks",
                    "getLegalActions",
                    "getFrames",
                    "getInbox",
                    "findTournaments",
                    "getEntrants",
                    "getPairings",
                    "getStandings",
                    "getRanks",
                    "getOpenapi",
                    "getGraphqlSchema",
                    *COUNTED,
                ],
                **LENIENT,
            },
        ],
    }
)
schemathesis.serializer.alias(["application/x-ndjson", "application/gzip"], "application/octet-stream")
DOCUMENT = schemathesis.openapi.from_dict(build([GAME]), config=CONFIG).exclude(
    operation_id=["streamMatch", "streamInbox", "streamTournament", "streamPairings", "streamStandings"]
)


class KnownAccounts:
    """ports.Accounts with tokens that are known before the service runs."""

    def __init__(self, behind: Accounts) -> None:
        self._behind = behind

    async def authenticate(self, token: str | None) -> Caller:
        return CALLERS.get(token or "") or await self._behind.authenticate(token)

    async def create_token(
        self, caller: Caller, name: str, scopes: Sequence[str], expires_at: str | None = None
    ) -> NewToken:
        return await self._behind.create_token(caller, name, scopes, expires_at)

    async def tokens(self, caller: Caller) -> Sequence[TokenInfo]:
        return await self._behind.tokens(caller)

    async def revoke_token(self, caller: Caller, token_id: str) -> None:
        await self._behind.revoke_token(caller, token_id)

    async def profile(self, caller: Caller) -> AccountOut:
        return await self._behind.profile(caller)

    async def rename(self, caller: Caller, name: str | None) -> AccountOut:
        return await self._behind.rename(caller, name)

    async def erase(self, caller: Caller, confirm: str) -> None:
        await self._behind.erase(caller, confirm)


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[str]:
    """The real service with Envoys."""
    service = await serve(sqlite_url(folder))
    uses = service.app.use_cases
    app = build_app(
        msgspec.structs.replace(uses, accounts=KnownAccounts(uses.accounts)), sdl=lambda: "type Query { a: Int }"
    )
    async with service.app, serving(app) as found:
        for account in ("ac_alice", "ac_bob"):
            await service.app.directory.key_of(account)
        yield found


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("fuzz")
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(running(folder)) as found:
        yield found


@DOCUMENT.parametrize()
@settings(SETTINGS, max_examples=by_lane(commit=3, nightly=50))
def test_every_operation_keeps_the_contract(case: Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address, timeout=PATIENCE)


def test_chains_along_the_links_keep_the_contract(address: str) -> None:
    """Matches are made and joined as they have to be, a guest on seat 1, so that the chains go on to play."""

    def seated(response: Response) -> None:
        seats = f"{address}{response.headers['location'][0]}/seats"
        httpx.post(seats, json={"deck": "fox", "seat": 1}, headers={"Idempotency-Key": uuid4().hex}, timeout=PATIENCE)

    reached = chain({"lobby", "play"}, address, {"createMatch": seated})
    assert {("createMatch", 201), ("joinMatch", 201)} <= reached


def test_chains_through_tournaments_keep_the_contract(address: str) -> None:
    """Tournaments are made as they have to be, and two accounts have entered a round, so that there is much to read."""

    def begun(response: Response) -> None:
        place = f"{address}{response.headers['location'][0]}"
        for token, what, name in ((TOKEN, "entrants", ENTER), (OTHER, "entrants", ENTER), (TOKEN, "rounds", START)):
            headers = {"Authorization": f"Bearer {token}"}
            answer = httpx.post(f"{place}/{what}", json=BODIES[name], headers=headers, timeout=PATIENCE)
            assert answer.status_code == 200, answer.text

    reached = chain({"tournaments"}, address, {"createTournament": begun})
    assert ("createTournament", 201) in reached
    assert len({name for name, status in reached if status == 200}) > 5


def chain(tags: set[str], address: str, made: Mapping[str, Callable[[Response], None]]) -> set[tuple[str, int]]:
    """Each operation of these tags that was reached, with the status of its answer.

    `made`: what follows at once when one has made something. Operations are excluded one by one: where the
    configuration names some, the library takes what is included as well as all others.
    """
    others = [operation.id for operation in OPERATIONS if operation.tag not in tags]
    operations = DOCUMENT.exclude(operation_id=[*others, *BESIDE])
    operations.config.update(base_url=address, request_timeout=PATIENCE)
    reached: set[tuple[str, int]] = set()
    bodies = dict(BODIES)

    def before_call(machine: Any, case: Case[Any]) -> None:
        case.body = bodies.get(name_of(case), case.body)
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = uuid4().hex

    def after_call(machine: Any, response: Response, case: Case[Any]) -> None:
        reached.add((name_of(case), response.status_code))
        if name_of(case) == "getLegalActions" and response.status_code == 200:
            bodies["act"] = {"token": token_of(response.json()), "seat": response.json()["seat"]}
        if name_of(case) in made and response.status_code == 201:
            made[name_of(case)](response)

    hooks = {"before_call": before_call, "after_call": after_call}
    follow(type("Chains", (operations.as_state_machine(),), hooks), by_lane(commit=10, nightly=200))
    return reached


def token_of(legal: Any) -> str:
    """The token of the first action that a seat may take, or what is none."""
    return next((action["token"] for asked in legal["prompts"] for action in asked["actions"]), "none")


def follow(machine: Any, chains: int) -> None:
    """Follow so many chains, of ten steps each. Raises what a check found.

    The service remembers what was made, so a chain that comes again can be answered in another way. The library calls
    that flaky and stops; where no check has failed, the chains that are left follow.
    """
    failed: list[BaseException] = []
    left = chains

    def setup(_: Any) -> None:
        nonlocal left
        left -= 1

    def validate_response(this: Any, *response: Any, **how: Any) -> None:
        try:
            machine.validate_response(this, *response, **how)
        except BaseException as found:
            failed.append(found)
            raise

    watched: Any = type("Watched", (machine,), {"setup": setup, "validate_response": validate_response})
    while left > 0:
        try:
            return watched.run(settings=settings(SETTINGS, max_examples=left, stateful_step_count=10))
        except Flaky as flaky:
            if failed:
                raise failed[0] from flaky


def name_of(case: Case[Any]) -> str:
    """The ID of the operation that is called."""
    return str(case.operation.definition.raw["operationId"])
