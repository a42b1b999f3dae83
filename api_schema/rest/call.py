"""A call of an operation as its handler gets it: read, typed and paid for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from typing import Any

import msgspec

from api_schema.lazy import Lazy
from api_schema.limiting.client import NOBODY, Client
from api_schema.limiting.meter import Meter
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.use_cases import UseCases
from api_schema.rest.config import RestConfig
from api_schema.rest.http_request import HttpRequest
from api_schema.rest.replies import Answer, LiveResponse, Reply
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


class ApiCall(HttpRequest):
    """A request with the caller, and with the typed parameters of its operation, as far as it is read. `held` is given
    back when it is answered.
    """

    caller: Caller = ANONYMOUS
    client: Client = NOBODY
    path: Any = None
    query: Any = None
    body: Any = None
    key: str = ""
    held: ExitStack | None = None

    def __init__(
        self, use_cases: UseCases, config: RestConfig, documents: ServedDocuments, meter: Meter, *asked: Any
    ) -> None:
        super().__init__(*asked)
        self.use_cases, self.config, self.documents, self.meter = use_cases, config, documents, meter


Handler = Callable[[ApiCall], Awaitable[Reply | Answer | LiveResponse]]
