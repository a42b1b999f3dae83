"""The service itself: health, limits, schemas, the reference page, the pages of the errors."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from api_schema.errors import ErrorCode
from api_schema.limiting.report import LimitsOut
from api_schema.operations.fields import Field
from api_schema.operations.http import MARKDOWN
from api_schema.operations.models import HealthOut, IndexOut, LiveOut
from api_schema.operations.operation import READ_POINTS, Keeps, Operation, Read
from api_schema.operations.parameters import DocumentQuery
from api_schema.ports.about import AboutOut
from api_schema.ports.health import ReadyOut
from api_schema.ports.history import Signing
from api_schema.ports.use_cases import UseCases

_SLIM = 2_000
"""Points of a document for some games, which is made when it is first asked for."""
_SMALL = "With `games` it is small enough for any generator of clients."


def _about(use_cases: UseCases) -> AboutOut:
    return use_cases.about


def _index(name: str, path: str) -> Operation:
    return Operation(
        name,
        path,
        "What this is, and where to go on",
        "about",
        reply=IndexOut,
        description="The release, and the addresses of documents, games, matches and the rest: a program may begin"
        " here.",
    )


def _document_cost(query: Any) -> int:
    return READ_POINTS if query.games is UNSET else _SLIM


GET_ROOT = _index("getRoot", "/")
GET_API_ROOT = _index("getApiRoot", "/v1")
GET_LIMITS = Operation(
    "getLimits",
    "/v1/limits",
    "What is left of your budgets",
    "about",
    reply=LimitsOut,
    auth="optional",
    costs=0,
    description="Reading this costs nothing, so it answers also when a budget is used up.",
)
GET_ABOUT = Read(
    "getAbout",
    "/v1/about",
    "Release, sign-in, scopes, features and limits of this service",
    "about",
    _about,
    keeps=Keeps.PUBLIC,
    description="All that a page has to know to sign somebody in. Only release and settings change it.",
    graphql=Field("about", "Release, sign-in, scopes, features and limits.", points=0),
)
HEALTH = Operation(
    "health",
    "/health",
    "The process answers",
    "about",
    reply=HealthOut,
    costs=0,
    description="It looks at nothing else; `ready` says whether the process can do its work.",
)
LIVE = Operation(
    "live",
    "/live",
    "The process runs",
    "about",
    reply=LiveOut,
    costs=0,
    description="It asks nobody, so that no fault of a store or a broker looks like one of the process.",
)
READY = Operation(
    "ready",
    "/ready",
    "The process can work",
    "about",
    reply=ReadyOut,
    codes=(ErrorCode.UNAVAILABLE,),
    costs=0,
    description="UNAVAILABLE where the store commits nothing; `details` are then what else is the answer. A part that"
    " is `degraded` (hints lost, a wrong clock of the machine, late read models) takes no replica out of service.",
)
GET_OPENAPI = Operation(
    "getOpenapi",
    "/v1/openapi.json",
    "This document",
    "about",
    reply=dict[str, Any],
    query_type=DocumentQuery,
    costs=_document_cost,
    description=_SMALL,
)
GET_ASYNCAPI = Operation(
    "getAsyncapi",
    "/v1/asyncapi.json",
    "The streams, as an AsyncAPI document",
    "about",
    reply=dict[str, Any],
    description="Every message over sockets and event streams, with its schema.",
)
GET_GRAPHQL_SCHEMA = Operation(
    "getGraphqlSchema",
    "/v1/schema.graphql",
    "The GraphQL schema",
    "about",
    query_type=DocumentQuery,
    costs=_document_cost,
    description=_SMALL,
    media={"text/plain": "The schema in SDL."},
)
GET_SIGNING_KEYS = Read(
    "getSigningKeys",
    "/.well-known/playledger-keys.json",
    "The public keys that finished matches are signed with, as a JWK Set",
    "about",
    Signing.keys,
    keeps=Keeps.PUBLIC_AN_HOUR,
    codes=(ErrorCode.UNAVAILABLE,),
    description="Newest first; the first signs. A key that has signed once stays in the set.",
)
GET_DOCS = Operation(
    "getDocs",
    "/docs",
    "This document as a page",
    "about",
    media={"text/html": "A page without foreign assets."},
    description="For people: every operation with its parameters and answers.",
)
LIST_PROBLEMS = Operation(
    "listProblems",
    "/problems",
    "The error catalogue",
    "about",
    media={MARKDOWN: "Every code with its meaning."},
    description="Each code has a page of its own, to which the `type` of a problem leads.",
)
GET_PROBLEM = Operation(
    "getProblem",
    "/problems/{name}",
    "One error of the catalogue",
    "about",
    media={MARKDOWN: "The code's meaning and what to do."},
    description="What the `type` of a problem leads to.",
    codes=(ErrorCode.NOT_FOUND,),
)

ROWS = (
    GET_LIMITS,
    GET_ROOT,
    GET_API_ROOT,
    GET_ABOUT,
    HEALTH,
    LIVE,
    READY,
    GET_OPENAPI,
    GET_ASYNCAPI,
    GET_GRAPHQL_SCHEMA,
    GET_SIGNING_KEYS,
    GET_DOCS,
    LIST_PROBLEMS,
    GET_PROBLEM,
)
