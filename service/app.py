"""The web application: GraphQL and REST over one use-case layer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlsplit

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from api_schema.asyncapi import document as asyncapi
from api_schema.graphql.assets import GraphiQL
from api_schema.graphql.explorer import Examples
from api_schema.lazy import LazyApp
from api_schema.limiting.meter import Meter
from api_schema.operations.table import by_path
from api_schema.plain_page import PlainPage
from api_schema.rest.app import build_app
from api_schema.rest.config import RestConfig
from api_schema.rest.reference import Reference
from api_schema.rooted import Rooted
from api_schema.web import PLACES, ROOT, Browsing, Web, build_of
from domain.kernel.game import CardGame
from service.api_settings import read_documents
from service.bootstrap import Playledger
from service.metrics.requests import Observed


def web(playledger: Playledger, examples: Examples | None = None) -> ASGIApp:
    """The application of a running service. `examples` are shown in the browser at GET /graphql."""
    return web_and_graphql(playledger, examples)[0]


def web_and_graphql(playledger: Playledger, examples: Examples | None = None) -> tuple[ASGIApp, LazyApp]:
    """(the application, its part that makes itself at the first request: whoever serves may ask for it earlier)."""
    settings, spans = playledger.settings, playledger.spans
    use_cases = playledger.use_cases if spans is None else spans.use_cases(playledger.use_cases)
    games = tuple(playledger.catalogue.games())
    graphiql = GraphiQL.installed() if settings.graphiql else None
    meter, origins = Meter(settings.limits.budgets()), settings.cors_origins
    graphql = LazyApp(
        partial(
            _graphql,
            games,
            use_cases,
            examples=examples,
            graphiql=graphiql,
            allowed_origins=origins,
            meter=meter,
            persisted=settings.persisted(page_documents() if settings.web else {}),
            limits=settings.limits.of_sockets(),
        )
    )
    routes: list[BaseRoute] = [WebSocketRoute("/graphql", graphql)]
    if graphiql is not None:
        routes.append(Route("/graphql/assets/{name}", graphiql.asset))
    if settings.metrics_public:
        routes.append(playledger.metrics.route())
    if settings.web:
        routes += pages(playledger)
    reference = Reference.installed() if settings.graphiql else None
    config = RestConfig(cors_origins=origins, body_limit=settings.limits.body_bytes)
    app = build_app(
        use_cases,
        sdl=partial(_sdl, games),
        sdl_of=_sdl_of,
        asyncapi=partial(_asyncapi, games),
        config=config,
        others=routes,
        direct=[Route("/graphql", graphql)],
        meter=meter,
        reference=reference,
    )
    if spans is None:
        return below(Observed(app, playledger.meters), settings.root_path), graphql
    return below(spans.requests(Observed(app, playledger.meters, spans.trace_of)), settings.root_path), graphql


def below(app: ASGIApp, root: str) -> ASGIApp:
    """The application below a root. Raises ValueError for one that begins like an address of ours."""
    if not root:
        return app
    taken = {*PLACES, "_app", "graphql", "metrics", *(path.split("/")[1] for path in by_path())}
    if (first := root.split("/")[1]) in taken:
        raise ValueError(f"PLAYLEDGER_ROOT_PATH: the service has addresses that begin with /{first}, so no root can")
    return Rooted(app, root)


def pages(playledger: Playledger) -> list[BaseRoute]:
    """The addresses of the page for people, or of the plain one where it is not built."""
    built = Web.built(origin_of(playledger.settings.oidc_issuer), root=playledger.settings.root_path)
    return [Browsing(PlainPage(playledger.use_cases).shown, {ROOT})] if built is None else built.routes()


def page_documents() -> dict[str, str]:
    """The GraphQL documents of the page for people, by hash: they run where listed ones alone do."""
    folder = build_of()
    listed = None if folder is None else folder / "documents.json"
    return read_documents(listed) if listed is not None and listed.is_file() else {}


def origin_of(address: str | None) -> str | None:
    """Scheme, host and port of an address."""
    if address is None:
        return None
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _graphql(games: Sequence[CardGame], *given: Any, **named: Any) -> ASGIApp:
    """To import what is behind it and to make its schema takes longer than all else of a start: so it waits."""
    from api_schema.graphql.http import GraphQLApp
    from api_schema.graphql.schema import build_schema

    return GraphQLApp(build_schema({game.slug: game for game in games}), *given, **named)


def _sdl_of(games: Sequence[CardGame]) -> str:
    from api_schema.graphql.schema import sdl_of

    return sdl_of(games)


@lru_cache(maxsize=16)
def _sdl(games: tuple[CardGame, ...]) -> str:
    """The GraphQL schema as it is shown: one process writes it once."""
    from api_schema.graphql.schema import build_schema

    return build_schema({game.slug: game for game in games}).as_str()


@lru_cache(maxsize=16)
def _asyncapi(games: tuple[CardGame, ...]) -> asyncapi.Document:
    """The document of the streams, which is written once too."""
    return asyncapi.build(games)
