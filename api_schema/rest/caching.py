"""The caches that may keep the answer to a read, and for how long: the headers, by the request and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request

from api_schema.packing import UNPACKED
from api_schema.rest.replies import A_WHILE, AS_OF, FOR_EVER, cached, vary

Policy = Callable[[Request, Any], Mapping[str, str]]


def _always(cache: str, **more: str) -> Policy:
    headers = {"Cache-Control": cache, **more}
    return lambda request, found: headers


PUBLIC = _always("public, no-cache")
"""The same for everybody, and asked for again each time."""
PUBLIC_A_WHILE = _always(f"public, {A_WHILE}")
PUBLIC_AN_HOUR = _always("public, max-age=3600")
PUBLIC_FOR_EVER = _always(f"public, {FOR_EVER}")
PRIVATE = _always("private, no-cache", Vary="Authorization")
"""The caller's own."""
UNSTORED = _always("no-store")
SECRET = _always(UNPACKED, Vary="Authorization")
"""It has a code, so nobody stores it, and nobody packs it."""


def usual(request: Request, found: Any) -> Mapping[str, str]:
    """As every answer of its method."""
    return {}


def by_caller(request: Request, found: Any) -> Mapping[str, str]:
    """It depends on the caller: without a token it is everybody's."""
    return cached(request)


def as_of(request: Request, found: Any) -> Mapping[str, str]:
    """The same for what shows one version of a tournament, and may be asked for as a table."""
    return {**vary(cached(request), "Accept"), AS_OF: str(found.version)}
