"""What the service says of itself: its root, its release and sign-in, and where somebody may have wanted to go."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from httpx import AsyncClient

from api_schema.operations.models import Links
from api_schema.operations.table import by_path
from api_schema.scopes import SCOPES
from service.api_about import about_of
from service.limits import Limits
from service.settings import Settings
from service.version import engine_version

pytestmark = pytest.mark.anyio
OIDC = {"oidc_issuer": "https://id.example", "oidc_audience": "games", "oidc_web_client": "page"}


@pytest.mark.parametrize("path", ["/", "/v1"])
async def test_the_root_leads_on(client: AsyncClient, path: str) -> None:
    answer = await client.get(path)
    told = answer.json()
    assert (answer.status_code, told["name"]) == (200, "Playledger")
    assert told["links"] == msgspec.to_builtins(Links())
    assert {*told["links"].values()} - {"/graphql"} <= by_path().keys()
    assert (await client.get(told["links"]["about"])).json()["version"] == told["version"]


def test_a_page_learns_how_to_sign_in() -> None:
    told = about_of(Settings(**OIDC, oidc_scope_prefix="cards:", graphiql=False))  # type: ignore[arg-type]
    sign_in: Any = told.sign_in
    assert (sign_in.issuer, sign_in.audience) == ("https://id.example", "games")
    assert (sign_in.client_id, sign_in.scope_prefix) == ("page", "cards:")
    assert told.features == ("SIGN_IN", "ANY_GRAPHQL_DOCUMENT")
    assert {scope.name for scope in told.scopes} == SCOPES.keys()
    assert told.version == engine_version()


def test_a_service_without_a_provider_says_so() -> None:
    told = about_of(Settings(oidc_web_client="page", limits=Limits(body_bytes=4096)))
    assert (told.sign_in, told.features) == (None, ("GRAPHIQL", "ANY_GRAPHQL_DOCUMENT"))
    assert told.largest.body_bytes == 4096


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/v1/leaderboards?game=c4", "/v1/leaderboards/{slug}"),
        ("/v1/tournament/tn_1/standings", "/v1/tournaments/{id}/standings"),
        ("/v1/tournaments/tn_1/standing", "/v1/tournaments/{id}/standings"),
        ("/v1/game", "/v1/games"),
        ("/v1/games/", "/v1/games"),
    ],
)
async def test_an_address_that_is_none_names_the_nearest(client: AsyncClient, path: str, meant: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
    assert answer.json()["detail"] == f"Nothing has this address. Did you mean {meant}?"


@pytest.mark.parametrize("path", ["/wp-login.php", "/" + "a" * 5000, "/v1/matches/" + "%2e" * 50])
async def test_an_address_that_is_near_to_none_names_none(client: AsyncClient, path: str) -> None:
    assert (await client.get(path)).json()["detail"] == "Nothing has this address."


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/v1/tournaments/tn_1/standings?round=3", "; did you mean `afterRound`?"),
        ("/v1/tournaments?staus=OPEN", "; did you mean `status`?"),
        ("/v1/games?colour=red", "; there are none"),
    ],
)
async def test_a_parameter_that_is_none_names_those_that_are(client: AsyncClient, path: str, hint: str) -> None:
    told = (await client.get(path)).json()
    name = path.partition("?")[2].partition("=")[0]
    assert told["code"] == "INVALID_INPUT"
    assert told["detail"].startswith(f"There is no parameter `{name}` here; there are ")
    assert ("there are none" in told["detail"]) == ("there are none" in hint)
    assert told["detail"].endswith(hint)
    assert told["errors"][0]["path"] == ["query", name]
