"""A call of an operation as its handler gets it: read, typed and paid for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from api_schema.lazy import Lazy
from api_schema.limiting.client import NOBODY, Client
from api_schema.limiting.meter import UNLIMITED, Meter
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.use_cases import UseCases
from api_schema.rest.config import RestConfig
from api_schema.rest.replies import Reply
from api_schema.rest.slim import Slim


class ServedDocuments(msgspec.Struct, frozen=True):
    """The documents that the skin serves about itself, as they go out."""

    openapi: Lazy[bytes]
    asyncapi: Lazy[bytes]
    graphql: Lazy[bytes]
    reference_page: Lazy[bytes]
    error_catalogue: bytes
    error_pages: Mapping[str, bytes]
    """By the last part of their address."""
    slim: Slim = Slim(())


@dataclass(frozen=True)
class ApiCall:
    """A read request: the caller, and the typed parameters of its operation."""

    request: Request
    use_cases: UseCases
    config: RestConfig
    documents: ServedDocuments
    caller: Caller = ANONYMOUS
    path: Any = None
    query: Any = None
    body: Any = None
    key: str = ""
    meter: Meter = UNLIMITED
    client: Client = NOBODY


Handler = Callable[[ApiCall], Awaitable[Reply | Response]]
