"""The REST skin as a Starlette application."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from api_schema.ports import UseCases
from api_schema.rest import openapi, page
from api_schema.rest.config import RestConfig
from api_schema.rest.endpoint import Endpoint, finish
from api_schema.rest.operation import Documents
from api_schema.rest.problems import HttpError, respond, unexpected
from api_schema.rest.table import by_path

_SENT = ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID"]
_SHOWN = ["ETag", "Location", "Retry-After", "Playledger-Version"]


def build_app(
    uses: UseCases,
    *,
    sdl: str,
    config: RestConfig | None = None,
    others: Sequence[BaseRoute] = (),
    lifespan: Callable[[Starlette], Any] | None = None,
) -> Starlette:
    """The application. `sdl` is the GraphQL schema to show; `others` are routes of other skins."""
    config = config or RestConfig()
    app = Starlette(
        routes=[*others, *routes(uses, sdl, config)],
        middleware=_cors(config),
        exception_handlers=_handlers(config),
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def routes(uses: UseCases, sdl: str, config: RestConfig) -> list[BaseRoute]:
    """One route for each path of the table; what is asked most is tried first, since the router tries one by one."""
    document = openapi.build(uses.catalogue.games())
    documents = Documents(msgspec.json.encode(document), sdl.encode(), page.render(document).encode())
    paths = sorted(
        by_path().items(), key=lambda item: any(found.tag == "play" for found in item[1].values()), reverse=True
    )
    return [Route(path, Endpoint(found, uses, config, documents)) for path, found in paths]


def _cors(config: RestConfig) -> list[Middleware]:
    if not config.cors_origins:
        return []
    return [
        Middleware(
            CORSMiddleware,
            allow_origins=list(config.cors_origins),
            allow_methods=["GET", "HEAD", "POST", "PATCH", "DELETE"],
            allow_headers=_SENT,
            expose_headers=_SHOWN,
            max_age=600,
        )
    ]


def _handlers(config: RestConfig) -> dict[Any, Callable[[Request, Any], Response]]:
    """Problems for what no endpoint sees: unknown addresses, faults of other routes."""

    def refused(request: Request, error: HTTPException) -> Response:
        detail = "Nothing has this address." if error.status_code == 404 else error.detail
        known = HttpError(error.status_code, detail, dict(error.headers or {}))
        return finish(respond(known, request, config), request)

    def failed(request: Request, error: Exception) -> Response:
        return finish(respond(unexpected(error, request), request, config), request)

    return {HTTPException: refused, Exception: failed}
