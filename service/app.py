"""The web application: GraphQL and REST over one use-case layer."""

from __future__ import annotations

from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp

from api_schema.graphql.assets import GraphiQL
from api_schema.graphql.explorer import Examples
from api_schema.graphql.http import GraphQLApp
from api_schema.graphql.schema import build_schema
from api_schema.rest.app import build_app
from api_schema.rest.reference import Reference
from service.bootstrap import Playledger
from service.metrics.requests import Observed


def web(playledger: Playledger, examples: Examples | None = None) -> ASGIApp:
    """The application of a running service. `examples` are shown in the browser at GET /graphql."""
    schema = build_schema({game.slug: game for game in playledger.catalogue.games()})
    graphiql = GraphiQL.installed() if playledger.settings.graphiql else None
    graphql = GraphQLApp(schema, playledger.use_cases, examples=examples, graphiql=graphiql)
    routes: list[BaseRoute] = [Route("/graphql", graphql), WebSocketRoute("/graphql", graphql)]
    if graphiql is not None:
        routes.append(Route("/graphql/assets/{name}", graphiql.asset))
    if playledger.settings.metrics_public:
        routes.append(playledger.metrics.route())
    reference = Reference.installed() if playledger.settings.graphiql else None
    app = build_app(playledger.use_cases, sdl=schema.as_str(), others=routes, reference=reference)
    return Observed(app, playledger.meters)
