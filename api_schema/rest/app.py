"""The REST skin as a Starlette application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import Request
from starlette.routing import BaseRoute, Route

from api_schema.lazy import Lazy
from api_schema.limiting.meter import UNLIMITED, Meter
from api_schema.operations.table import by_path
from api_schema.ports.use_cases import UseCases
from api_schema.rest import error_pages, openapi, page
from api_schema.rest.addresses import nowhere
from api_schema.rest.answer_headers import HEADERS
from api_schema.rest.call import ServedDocuments
from api_schema.rest.config import RestConfig
from api_schema.rest.endpoint import Endpoint
from api_schema.rest.problems import HttpError, respond, unexpected
from api_schema.rest.reference import PAGE, Reference
from api_schema.rest.replies import Answer
from api_schema.rest.routing import Rest
from api_schema.rest.slim import Slim
from domain.kernel.game import CardGame

EXPOSED = ("Allow", *HEADERS)
"""The headers of answers that pages of other origins may read, beside those that any page may: all that we document."""


def build_app(
    use_cases: UseCases,
    *,
    sdl: Callable[[], str] = str,
    sdl_of: Callable[[Sequence[CardGame]], str] | None = None,
    asyncapi: Callable[[], Mapping[str, Any]] = dict,
    config: RestConfig | None = None,
    others: Sequence[BaseRoute] = (),
    direct: Sequence[Route] = (),
    reference: Reference | None = None,
    lifespan: Callable[[Starlette], Any] | None = None,
    meter: Meter = UNLIMITED,
) -> Rest:
    """The application. `sdl` makes the GraphQL schema to show, `sdl_of` the one of some games, and `asyncapi` the
    document of the streams; `others` are routes of other skins, `direct` those of them that many requests take.

    `reference` is the page on which operations can be tried out, if its packages are there.
    """
    config = config or RestConfig()
    games = tuple(use_cases.catalogue.games())
    documents = ServedDocuments(
        openapi=Lazy(partial(_openapi, games)),
        asyncapi=Lazy(lambda: msgspec.json.encode(asyncapi())),
        graphql=Lazy(lambda: sdl().encode()),
        reference_page=Lazy(partial(_reference_page, games, tried=reference is not None)),
        error_catalogue=error_pages.markdown().encode(),
        error_pages=error_pages.pages(),
        slim=_slim(games, sdl_of or (lambda _: sdl())),
    )
    cors, operations = _cors(config), routes(use_cases, documents, config, meter)
    of_the_api = [route for route in operations if route.path.startswith("/v1/")]
    beside = [route for route in operations if route not in of_the_api]
    app = Starlette(
        # a page for people may stand at the address of an operation, for browsers
        routes=[*others, *beside, *(reference.routes() if reference else ())],
        middleware=cors,
        exception_handlers=_handlers(config),
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    failed = _handlers(config)[Exception]
    known = [Route(route.path, ServerErrorMiddleware(route.app, failed)) for route in direct]
    return Rest([*of_the_api, *known], app, cors)


def _slim(games: Sequence[CardGame], sdl_of: Callable[[Sequence[CardGame]], str]) -> Slim:
    """The maker of the documents of some games: the others stay open in them."""
    return Slim(
        games,
        openapi=lambda some: msgspec.json.encode(openapi.build(some, more=len(some) < len(games))),
        graphql=lambda some: sdl_of(some).encode(),
    )


@lru_cache(maxsize=16)
def _openapi(games: tuple[CardGame, ...]) -> bytes:
    """The document of all games: one process writes it once."""
    return msgspec.json.encode(openapi.build(games))


@lru_cache(maxsize=16)
def _reference_page(games: tuple[CardGame, ...], *, tried: bool) -> bytes:
    """The same as a page."""
    return page.render(msgspec.json.decode(_openapi(games)), tried=PAGE if tried else None).encode()


def routes(
    use_cases: UseCases, documents: ServedDocuments, config: RestConfig, meter: Meter = UNLIMITED
) -> list[Route]:
    """One route for each path of the table."""
    return [Route(path, Endpoint(found, use_cases, config, documents, meter)) for path, found in by_path().items()]


def _cors(config: RestConfig) -> list[Middleware]:
    """The middleware that tells pages of other origins what they may read; none where no other origin may call."""
    if not config.cors_origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=list(config.cors_origins),
            allow_methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
            # whoever traces sends headers of his own; no browser adds a credential that we would read by itself
            allow_headers=["*"],
            expose_headers=EXPOSED,
            max_age=600,
        )
    ]


def _handlers(config: RestConfig) -> dict[Any, Callable[[Request, Any], Awaitable[Any]]]:
    """Problems for what no endpoint sees: unknown addresses, faults of other routes. A coroutine takes no thread."""

    async def refused(request: Request, error: HTTPException) -> Answer:
        detail = nowhere(request.url.path) if error.status_code == 404 else error.detail
        known = HttpError(error.status_code, detail, dict(error.headers or {}))
        return respond(known, request.scope, config)

    async def failed(request: Request, error: Exception) -> Answer:
        return respond(unexpected(error, request.scope), request.scope, config)

    return {HTTPException: refused, Exception: failed}
