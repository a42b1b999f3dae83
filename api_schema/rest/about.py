"""Operations about the service itself: health, schemas, the reference page, the pages of the errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.lazy import Lazy
from api_schema.operations import service
from api_schema.operations.http import JSON, MARKDOWN
from api_schema.operations.models import HealthOut, IndexOut, Links, LiveOut
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import value_or_none
from api_schema.packing import packed, prefers_gzip
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Reply
from api_schema.rooted import rooted, rooted_page

_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"


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
    if not prefers_gzip(call.headers.raw):
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


HANDLERS: Mapping[Operation, Handler] = {
    service.GET_ROOT: index,
    service.GET_API_ROOT: index,
    service.HEALTH: health,
    service.LIVE: live,
    service.READY: ready,
    service.GET_OPENAPI: openapi,
    service.GET_ASYNCAPI: asyncapi,
    service.GET_GRAPHQL_SCHEMA: graphql,
    service.GET_DOCS: docs,
    service.LIST_PROBLEMS: all_problems,
    service.GET_PROBLEM: one_problem,
}
