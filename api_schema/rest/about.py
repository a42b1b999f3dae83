"""Operations about the service itself: health, schemas, the reference page, the pages of the errors."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from api_schema import reads
from api_schema.errors import ApiError, ErrorCode
from api_schema.lazy import Lazy
from api_schema.packing import packed, prefers_gzip
from api_schema.ports.health import ReadyOut
from api_schema.reads import READ_POINTS
from api_schema.rest.caching import PUBLIC, PUBLIC_AN_HOUR
from api_schema.rest.models import HealthOut, IndexOut, Links, LiveOut
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import DocumentQuery, value_or_none
from api_schema.rest.read_rows import read_row
from api_schema.rest.replies import JSON, MARKDOWN, Reply
from api_schema.rooted import rooted, rooted_page

_SLIM = 2_000
"""Points of a document for some games, which is made when it is first asked for."""
_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"


_LINKS = "The release, and the addresses of documents, games, matches and the rest: a program may begin here."
_FRESH = {"Cache-Control": "no-store"}
_BESIDE_A_PAGE = {"Cache-Control": "public, no-cache", "Vary": "Accept"}


async def health(call: ApiCall) -> Reply:
    """The process answers."""
    return Reply(HealthOut(), headers=_FRESH)


async def live(call: ApiCall) -> Reply:
    """The process runs: it asks nobody."""
    return Reply(LiveOut(), headers=_FRESH)


async def ready(call: ApiCall) -> Reply:
    """The readiness of the process."""
    found = await call.use_cases.health.ready()
    if found.status == "failed":
        raise ApiError(ErrorCode.UNAVAILABLE, "A part is not ready.", details=msgspec.to_builtins(found))
    return Reply(found, headers=_FRESH)


async def index(call: ApiCall) -> Reply:
    """A greeting, and where to go on."""
    told = call.use_cases.about
    links = Links(**{name: rooted(address) for name, address in msgspec.structs.asdict(Links()).items()})
    return Reply(IndexOut(told.name, told.version, links), headers=_BESIDE_A_PAGE)


async def openapi(call: ApiCall) -> Reply:
    """The OpenAPI document."""
    return _document(call, _at(rooted("/"), await _described(call, "openapi", call.documents.openapi)))


async def asyncapi(call: ApiCall) -> Reply:
    """The AsyncAPI document."""
    return _document(call, await call.documents.asyncapi.get())


async def graphql(call: ApiCall) -> Reply:
    """The GraphQL schema."""
    text = await _described(call, "graphql", call.documents.graphql)
    return _document(call, text, "text/plain; charset=utf-8")


async def docs(call: ApiCall) -> Reply:
    """The reference page."""
    page = _document(call, rooted_page(await call.documents.reference_page.get()), "text/html; charset=utf-8")
    return msgspec.structs.replace(page, headers={**page.headers, "Content-Security-Policy": _PAGE_POLICY})


async def _described(call: ApiCall, kind: str, whole: Lazy[bytes]) -> bytes:
    """The document of the games that the query names, or the whole one."""
    wanted = value_or_none(call.query.games)
    return await whole.get() if wanted is None else await call.documents.slim.document(kind, wanted)


@lru_cache(maxsize=16)
def _at(place: str, text: bytes) -> bytes:
    """The OpenAPI document of a service at this place."""
    servers = b'"servers":[{"url":"%b"}]'
    return text if place == "/" else text.replace(servers % b"/", servers % place.encode(), 1)


def _document(call: ApiCall, text: bytes, media: str = JSON) -> Reply:
    """A document of the service itself, which is long and never changes: packed once."""
    if not prefers_gzip(call.request):
        return Reply(text, media=media, headers={"Vary": "Accept-Encoding"})
    return Reply(packed(text), media=media, headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


async def all_problems(call: ApiCall) -> Reply:
    """The error catalogue."""
    return Reply(call.documents.error_catalogue, media=MARKDOWN)


async def one_problem(call: ApiCall) -> Reply:
    """The page of one error."""
    section = call.documents.error_pages.get(call.path.name)
    if section is None:
        raise ApiError(ErrorCode.NOT_FOUND, "There is no error of this name.")
    return Reply(section, media=MARKDOWN)


def _index(name: str, path: str) -> Operation:
    return Operation(
        name, "GET", path, index, "What this is, and where to go on", "about", IndexOut, description=_LINKS
    )


def _document_cost(query: DocumentQuery) -> int:
    return READ_POINTS if query.games is UNSET else _SLIM


OPERATIONS = (
    _index("getRoot", "/"),
    _index("getApiRoot", "/v1"),
    read_row(
        reads.GET_ABOUT,
        "/v1/about",
        "Release, sign-in, scopes, features and limits of this service",
        "about",
        PUBLIC,
        description="All that a page has to know to sign somebody in. Only release and settings change it.",
    ),
    Operation(
        "health",
        "GET",
        "/health",
        health,
        "The process answers",
        "about",
        HealthOut,
        costs=0,
        description="It looks at nothing else; `ready` says whether the process can do its work.",
    ),
    Operation(
        "live",
        "GET",
        "/live",
        live,
        "The process runs",
        "about",
        LiveOut,
        costs=0,
        description="It asks nobody, so that no fault of a store or a broker looks like one of the process.",
    ),
    Operation(
        "ready",
        "GET",
        "/ready",
        ready,
        "The process can work",
        "about",
        ReadyOut,
        codes=(ErrorCode.UNAVAILABLE,),
        costs=0,
        description=(
            "UNAVAILABLE where the store commits nothing; `details` are then what else is the answer. A part that is"
            " `degraded` (hints lost, a wrong clock of the machine, late read models) takes no replica out of service."
        ),
    ),
    Operation(
        "getOpenapi",
        "GET",
        "/v1/openapi.json",
        openapi,
        "This document",
        "about",
        dict[str, Any],
        query_type=DocumentQuery,
        costs=_document_cost,
        description="With `games` it is small enough for any generator of clients.",
    ),
    Operation(
        "getAsyncapi",
        "GET",
        "/v1/asyncapi.json",
        asyncapi,
        "The streams, as an AsyncAPI document",
        "about",
        dict[str, Any],
        description="Every message over sockets and event streams, with its schema.",
    ),
    Operation(
        "getGraphqlSchema",
        "GET",
        "/v1/schema.graphql",
        graphql,
        "The GraphQL schema",
        "about",
        query_type=DocumentQuery,
        costs=_document_cost,
        description="With `games` it is small enough for any generator of clients.",
        media={"text/plain": "The schema in SDL."},
    ),
    read_row(
        reads.GET_SIGNING_KEYS,
        "/.well-known/playledger-keys.json",
        "The public keys that finished matches are signed with, as a JWK Set",
        "about",
        PUBLIC_AN_HOUR,
        description="Newest first; the first signs. A key that has signed once stays in the set.",
    ),
    Operation(
        "getDocs",
        "GET",
        "/docs",
        docs,
        "This document as a page",
        "about",
        media={"text/html": "A page without foreign assets."},
        description="For people: every operation with its parameters and answers.",
    ),
    Operation(
        "listProblems",
        "GET",
        "/problems",
        all_problems,
        "The error catalogue",
        "about",
        media={MARKDOWN: "Every code with its meaning."},
        description="Each code has a page of its own, to which the `type` of a problem leads.",
    ),
    Operation(
        "getProblem",
        "GET",
        "/problems/{name}",
        one_problem,
        "One error of the catalogue",
        "about",
        media={MARKDOWN: "The code's meaning and what to do."},
        description="What the `type` of a problem leads to.",
        codes=(ErrorCode.NOT_FOUND,),
    ),
)
