"""An operation of the REST skin, declared once: routes and the OpenAPI document both come from these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from api_schema.errors import ErrorCode
from api_schema.lazy import Lazy
from api_schema.limiting.budgets import Bucket
from api_schema.limiting.client import NOBODY, Client
from api_schema.limiting.meter import UNLIMITED, Meter
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.use_cases import UseCases
from api_schema.reads import READ_POINTS
from api_schema.rest.config import RestConfig
from api_schema.rest.deprecation import Deprecation
from api_schema.rest.parameters import Empty
from api_schema.rest.paths import path_type
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


@dataclass(frozen=True)
class Operation:
    """One method of one path.

    `body` is the type of the request's body, `largest` how many bytes it may have where more is expected than usual;
    `actions` says that the body is an action of a game. `key`: whether the header Idempotency-Key is read. `media` are
    the other media types than JSON, with what their text is; `lines` is the type of a line of NDJSON, the one form.
    `reads_body` makes the body of plain data, where more is done than to look at its type.
    `upload` are the media types of a body that the handler reads by itself, with what they are.
    `scope` is what the token of an account needs, `sight` what it needs to look as one of its own seats, or None.
    `costs` says how many units of its budget (`bucket`: by the method, if none is named) a call takes, by its query;
    a `live` one holds one of the client's streams while it is answered.
    `codes` are the refusals to expect; `links` are OpenAPI links by name. `auth`: whose calls are served.
    `sends` are the headers of the answer beside the usual ones. `tagged`: a read's answer has an entity tag.
    `example` is a body that works as it stands. `deprecated`: it goes, as the document and every answer say.
    """

    id: str
    method: str
    path: str
    handler: Handler
    summary: str
    tag: str
    reply: type | None = None
    status: int = 200
    query_type: type = Empty
    body: type | None = None
    reads_body: Callable[[Any], Any] | None = None
    largest: int | None = None
    actions: bool = False
    upload: Mapping[str, str] = field(default_factory=dict)
    key: Literal["none", "optional", "required"] = "none"
    auth: Literal["none", "optional", "required"] = "none"
    scope: str | None = None
    sight: str | None = None
    headers: tuple[Literal["If-Match", "Last-Event-ID", "Last-Event-ID: cursor", "Prefer"], ...] = ()
    media: Mapping[str, str] = field(default_factory=dict)
    lines: type | None = None
    codes: tuple[ErrorCode, ...] = ()
    links: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    description: str = ""
    example: Any = None
    deprecated: Deprecation | None = None
    bucket: Bucket | None = None
    costs: int | Callable[[Any], int] | None = None
    live: bool = False
    sends: tuple[str, ...] = ()
    tagged: bool = True

    @property
    def path_type(self) -> type[msgspec.Struct]:
        """The parameters of the path."""
        return path_type(self.path)

    @property
    def budget(self) -> Bucket:
        """The budget of a call."""
        return self.bucket or (Bucket.READS if self.reads else Bucket.WRITES)

    def cost(self, query: Any) -> int:
        """Units that a call takes, by its query parameters."""
        if self.costs is None:
            return READ_POINTS if self.budget is Bucket.READS else 1
        return self.costs(query) if callable(self.costs) else self.costs

    @property
    def counted(self) -> bool:
        """Whether a call can take something from a budget: a wrong token does wherever one is read."""
        return self.costs != 0 or self.auth != "none"

    @property
    def reads(self) -> bool:
        """Whether this is a safe read, which is conditional and answers HEAD too."""
        return self.method == "GET"

    @property
    def conditional(self) -> bool:
        """Whether an entity tag makes 304 possible."""
        return self.reads and self.tagged and not self.headers and self.path.startswith(("/v1/", "/.well-known/"))
