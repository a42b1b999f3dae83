"""The headers by which caches know what they may keep, by the request and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from api_schema.operations.http import AS_OF
from api_schema.operations.operation import Keeps
from api_schema.packing import UNPACKED
from api_schema.rest.http_request import HttpRequest
from api_schema.rest.replies import A_WHILE, FOR_EVER, cached, vary

Policy = Callable[[HttpRequest, Any], Mapping[str, str]]


def _always(cache: str, **more: str) -> Policy:
    headers = {"Cache-Control": cache, **more}
    return lambda request, found: headers


def as_of(request: HttpRequest, found: Any) -> Mapping[str, str]:
    """Those of what shows one version of a tournament, and may be asked for as a table."""
    return {**vary(cached(request), "Accept"), AS_OF: str(found.version)}


CACHING: Mapping[Keeps, Policy] = {
    Keeps.USUAL: lambda request, found: {},
    Keeps.PUBLIC: _always("public, no-cache"),
    Keeps.PUBLIC_A_WHILE: _always(f"public, {A_WHILE}"),
    Keeps.PUBLIC_AN_HOUR: _always("public, max-age=3600"),
    Keeps.PUBLIC_FOR_EVER: _always(f"public, {FOR_EVER}"),
    Keeps.PRIVATE: _always("private, no-cache", Vary="Authorization"),
    Keeps.BY_CALLER: lambda request, found: cached(request),
    Keeps.AS_OF: as_of,
    Keeps.UNSTORED: _always("no-store"),
    Keeps.SECRET: _always(UNPACKED, Vary="Authorization"),
}
