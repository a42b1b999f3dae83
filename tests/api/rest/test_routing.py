"""The short way of a request leads where the long one leads, and an answer on it has the headers that it has there."""

from __future__ import annotations

from itertools import product
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Match, Route
from starlette.types import ASGIApp

from api_schema.operations.table import by_path
from api_schema.rest import app, problems
from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from api_schema.rest.routing import Addresses, Rest
from tests.api.rest.fake import Fakes

VALUES = ("me", "x", "seats", "1", "", "ä b")
FILLS = {"id": "mt_1", "n": 0, "slug": "envoys", "hash": "0" * 64, "player": "ld_0", "name": "x"}
FILLS |= {"entrant": "me", "staff": "st_1"}
AT_ONCE = [path for path, found in by_path().items() if not any(operation.live for operation in found.values())]
AT_ONCE.remove("/v1/tournaments")  # the fake has no list of them
PAGE = "https://play.example"
WAYS = [("http", ""), ("https", "?nonsense=1")]
ASKING = [
    {"Accept-Encoding": "identity"},
    {"Accept-Encoding": "gzip"},
    {"Accept-Encoding": "gzip", "Origin": PAGE},
    {"Origin": "https://else.example", "Access-Control-Request-Method": "PUT"},
]


async def nothing(*_: Any) -> None:
    """An endpoint that is never asked."""


ROUTES = [Route(path, nothing) for path in by_path()]


def addresses(path: str) -> set[str]:
    """Addresses like this one: with values in it, a part too many, one too few, a mark behind it."""
    count = path.count("{")
    filled = set()
    for values in product(VALUES, repeat=count):
        parts = iter(values)
        filled.add("/".join(next(parts) if part.startswith("{") else part for part in path.split("/")))
    return {one + more for one in filled for more in ("", "/", "/x")} | {one.rpartition("/")[0] for one in filled}


def by_starlette(address: str) -> tuple[str, dict[str, str]] | None:
    """The route that a router would take, which tries one by one."""
    for route in ROUTES:
        match, found = route.matches({"type": "http", "path": address, "method": "GET"})
        if match is not Match.NONE:
            return route.path, found["path_params"]
    return None


@pytest.mark.parametrize("path", by_path())
def test_an_address_is_found_where_a_router_finds_it(path: str) -> None:
    known = Addresses()
    for route in ROUTES:
        known.add(route)
    for address in addresses(path):
        values: dict[str, str] = {}
        route_found = known.find(address.split("/"), values)
        found = None if route_found is None else (route_found.path, values)
        assert found == by_starlette(address), address


def test_a_parameter_has_one_name_in_its_place() -> None:
    known = Addresses()
    known.add(Route("/v1/matches/{id}", nothing))
    with pytest.raises(TypeError, match="this place is called id elsewhere"):
        known.add(Route("/v1/matches/{match}/events", nothing))


def by_router(routes: list[Route], others: Starlette, cors: Any) -> Rest:
    """The application without the short way: all routes behind the router and the middleware."""
    others.router.routes[:0] = routes
    return Rest([], others, cors)


@pytest.mark.anyio
@pytest.mark.parametrize("origins", [(), ("*",), (PAGE,)], ids=["nobody", "all", "one"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "BREW"])
async def test_an_answer_is_that_of_router_and_middleware(
    fakes: Fakes, monkeypatch: pytest.MonkeyPatch, method: str, origins: tuple[str, ...]
) -> None:
    monkeypatch.setattr(problems, "token_hex", lambda size: "0" * size)
    config = RestConfig(cors_origins=origins)
    direct = build_app(fakes.uses(), config=config)
    monkeypatch.setattr(app, "Rest", by_router)
    whole = build_app(fakes.uses(), config=config)
    for path, (scheme, query), asking in product(AT_ONCE, WAYS, ASKING):
        asked = f"{scheme}://rest{path.format(**FILLS)}{query}"
        found = [await answer(one, method, asked, asking) for one in (direct, whole)]
        assert found[0] == found[1], (asked, asking)


async def answer(one: ASGIApp, method: str, asked: str, asking: dict[str, str]) -> Any:
    """The status, the headers but for what is left of a budget, the body."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(one)) as client:
        response = await client.request(method, asked, headers=asking)
    headers = [field for field in response.headers.raw if field[0] != b"ratelimit"]
    return response.status_code, headers, response.content
