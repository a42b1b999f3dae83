"""The documents without the types of games that a client doesn't play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from graphql import build_schema, validate_schema
from openapi_spec_validator import OpenAPIV31SpecValidator

from api_schema.graphql.schema import sdl_of
from api_schema.names import pascal
from api_schema.rest.app import build_app
from api_schema.rest.openapi import build
from api_schema.snapshots import committed
from domain.games import discover
from tests.kit.served import serve, sqlite_url

GAMES = discover()
OPENAPI, SDL = "/v1/openapi.json", "/v1/schema.graphql"


def of_games(names: set[str], slugs: set[str]) -> set[str]:
    """The names that begin as those of these games do."""
    return {name for name in names if name.startswith(tuple(map(pascal, slugs)))}


@pytest.mark.parametrize("slugs", [set(), {"trf"}, {"c4", "scp"}], ids=["none", "one", "two"])
def test_openapi_has_the_types_of_these_games_alone(slugs: set[str]) -> None:
    document = build([GAMES[slug] for slug in slugs], more=True)
    assert [fault.message for fault in OpenAPIV31SpecValidator(document).iter_errors()] == []
    whole = json.loads(committed()["openapi.json"])
    names, there = {*document["components"]["schemas"]}, {*whole["components"]["schemas"]}
    assert names == there - of_games(there, GAMES.keys() - slugs) | {"OtherAction", "OtherActionBody"}
    assert document["paths"].keys() == whole["paths"].keys()


@pytest.mark.parametrize("slugs", [set(), {"c4"}], ids=["none", "one"])
def test_the_graphql_schema_has_the_types_of_these_games_alone(slugs: set[str]) -> None:
    schema = build_schema(sdl_of(GAMES[slug] for slug in slugs))
    assert validate_schema(schema) == []
    names, there = {*schema.type_map}, {*build_schema(committed()["schema.graphql"]).type_map}
    assert of_games(names, GAMES.keys() - slugs) == set()
    assert of_games(names, slugs) == of_games(there, slugs)
    assert names <= there


def test_an_action_and_a_view_of_another_game_are_open() -> None:
    found = build([], more=True)["components"]["schemas"]
    assert found["OtherActionBody"]["additionalProperties"] is True
    assert {"$ref": "#/components/schemas/OtherActionBody"} in found["ActionBody"]["anyOf"]
    assert [kind.get("additionalProperties") for kind in found["State"]["properties"]["view"]["anyOf"]] == [None, True]


@pytest.mark.anyio
async def test_they_are_asked_for_by_the_slugs_of_games(tmp_path: Path) -> None:
    service = await serve(sqlite_url(tmp_path), GAMES)
    app = build_app(service.app.use_cases, sdl=lambda: sdl_of(GAMES.values()), sdl_of=sdl_of)

    async def asked(path: str, games: str | None, **headers: str) -> httpx.Response:
        return await http.get(path, params={} if games is None else {"games": games}, headers=headers)

    def size(answer: httpx.Response) -> int:
        assert answer.status_code == 200, answer.text
        return len(answer.text)

    async with service.app, httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://rest") as http:
        for path in (OPENAPI, SDL):
            whole, none, one = [await asked(path, games) for games in (None, "", "scp")]
            assert size(none) < size(one) < size(whole)
            packed, plain = [await asked(path, "", **{"Accept-Encoding": coding}) for coding in ("gzip", "identity")]
            assert packed.text == plain.text == none.text
            again = await asked(path, "", **{"If-None-Match": none.headers["etag"]})
            assert again.status_code == 304
            refusal: Any = (await asked(path, "scp,chess")).json()
            assert refusal["detail"] == f"There is no game `chess`; there are {', '.join(sorted(GAMES))}."
            assert (refusal["status"], refusal["errors"][0]["path"]) == (400, ["query", "games"])
        assert (await asked(OPENAPI, ",".join(sorted(GAMES)))).json() == (await asked(OPENAPI, None)).json()
