"""An operation, said once: what it takes, gives, needs, costs and refuses, in both skins.

REST makes its route of it, and OpenAPI its description; GraphQL makes a field of what it says as `graphql`. A skin that
does it in another way has a function of its own for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum, auto
from functools import cached_property, partial
from inspect import Parameter, signature
from operator import attrgetter
from typing import Any, Literal, NamedTuple, get_type_hints

import msgspec
import msgspec.inspect as kinds

from api_schema.errors import ErrorCode
from api_schema.limiting.budgets import Bucket
from api_schema.operations.deprecation import Deprecation
from api_schema.operations.fields import Field, Mutation
from api_schema.operations.parameters import Empty
from api_schema.operations.paths import path_type
from api_schema.ports.base import Caller
from api_schema.ports.use_cases import UseCases

READ_POINTS = 10
"""The cost of a plain read. A point is worth about 25 us of one core."""
CALLER, KEY = "caller", "key"
"""Parameters of a use case that are none of a request."""
_PORTS = {port.__name__: name for name, port in get_type_hints(UseCases).items()}


class Keeps(Enum):
    """The caches that may keep the answer to a read, and for how long."""

    USUAL = auto()
    """As every answer of its method."""
    PUBLIC = auto()
    """The same for everybody, and asked for again each time."""
    PUBLIC_A_WHILE = auto()
    PUBLIC_AN_HOUR = auto()
    PUBLIC_FOR_EVER = auto()
    PRIVATE = auto()
    """The caller's own."""
    BY_CALLER = auto()
    """It depends on the caller: without a token it is everybody's."""
    AS_OF = auto()
    """The same for what shows one version of a tournament, and may be asked for as a table."""
    UNSTORED = auto()
    SECRET = auto()
    """It has a code, so nobody stores it, and nobody packs it."""


@dataclass(frozen=True, eq=False)
class Operation:
    """One method of one path. REST has a handler for what is no `Read` and no `Change`.

    `body` is the type of the request's body, `largest` how many bytes it may have where more is expected than usual;
    `actions` says that the body is an action of a game. `key`: whether the header Idempotency-Key is read. `media` are
    the other media types than JSON, with what their text is; `lines` is the type of a line of NDJSON, the one form.
    `reads_body` makes the body of plain data, where more is done than to look at its type.
    `upload` are the media types of a body that the handler reads by itself, with what they are.
    `scope` is what the token of an account needs, `sight` what it needs to look as one of its own seats, or None.
    `costs` says how many units of its budget (`bucket`: by the method, if none is named) a call takes, by its query;
    a `live` one holds one of the client's streams while it is answered.
    `codes` are the refusals to expect, `beyond` says what is refused although the schema takes it; `links` are OpenAPI
    links by name. `auth`: whose calls are served.
    `sends` are the headers of the answer beside the usual ones. `tagged`: a read's answer has an entity tag.
    `example` is a body that works as it stands. `deprecated`: it goes, as the document and every answer say.
    """

    id: str
    path: str
    summary: str
    tag: str
    _: KW_ONLY
    method: str = "GET"
    reply: Any = None
    status: int = 200
    query_type: type[msgspec.Struct] = Empty
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
    beyond: str = ""
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


@dataclass(frozen=True, eq=False)
class OfUseCase(Operation):
    """An operation that one use case does: `handler`, the method of a port, or a function of all use cases.

    Its parameters are what a client may ask, and what it returns is the answer.
    """

    handler: Callable[..., Any]

    @cached_property
    def method_of(self) -> Callable[[UseCases], Callable[..., Any]]:
        """The function that finds the use case among all."""
        port, _, method = self.handler.__qualname__.rpartition(".")
        return attrgetter(f"{_PORTS[port]}.{method}") if port else partial(partial, self.handler)

    @cached_property
    def taken(self) -> Mapping[str, Parameter]:
        """All parameters but the first: the port, or all use cases."""
        types, (_, *taken) = get_type_hints(self.handler), signature(self.handler).parameters.values()
        return {found.name: found.replace(annotation=types[found.name]) for found in taken}

    @cached_property
    def answer(self) -> Any:
        """The type of the answer; NoneType: there is nothing to say."""
        return get_type_hints(self.handler)["return"]

    def _becomes(self, **members: Any) -> None:
        """Members that follow from the use case, unless the row says them."""
        for name, value in members.items():
            if getattr(self, name) == Operation.__dataclass_fields__[name].default:
                object.__setattr__(self, name, value)


@dataclass(frozen=True, eq=False)
class Read(OfUseCase):
    """A read. `points` are taken of the budget for reading; over REST one more for every `rows` of a page, 0: none.
    GraphQL counts rows by what is asked of them.

    `reply` is the body's type over REST where that is not the answer: it is made of the answer. `stands` is the member
    of the answer that If-Match can name.
    """

    _: KW_ONLY
    graphql: Field | None = None
    keeps: Keeps = Keeps.USUAL
    points: int = READ_POINTS
    rows: int = 0
    stands: str | None = None

    def __post_init__(self) -> None:
        """It takes a token if the use case asks for the caller, and needs one if it needs a scope."""
        asked = "none" if CALLER not in self.taken else "optional" if self.scope is None else "required"
        self._becomes(reply=self.answer, auth=asked, costs=self._by_rows if self.rows else self.points)

    def _by_rows(self, query: Any) -> int:
        limit: int = query.limit
        return self.points + limit // self.rows

    @property
    def price(self) -> int:
        """Points of its field of GraphQL, beside those of its selection."""
        return self.points if self.graphql is None or self.graphql.points is None else self.graphql.points

    async def do(self, use_cases: UseCases, caller: Caller, asked: Mapping[str, Any]) -> Any:
        """The answer, by the parameters that are asked, by their names."""
        given = {**asked, CALLER: caller}
        ordered = [given[name] for name in self._ordered if name in given]
        named = {name: value for name, value in asked.items() if name not in self._ordered}
        found = self.method_of(use_cases)(*ordered, **named)
        return await found if hasattr(found, "__await__") else found

    @cached_property
    def parameters(self) -> Mapping[str, Parameter]:
        """The parameters of a request, with their types."""
        return {name: found for name, found in self.taken.items() if name != CALLER}

    @cached_property
    def structs(self) -> Mapping[str, kinds.StructType]:
        """The parameters that are Structs."""
        types = {name: kinds.type_info(found.annotation) for name, found in self.parameters.items()}
        return {name: kind for name, kind in types.items() if isinstance(kind, kinds.StructType)}

    @property
    def by_caller(self) -> bool:
        """Whether the answer depends on the caller."""
        return CALLER in self.taken

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        return tuple(name for name, found in self.taken.items() if found.kind is not Parameter.KEYWORD_ONLY)


class ChangeRequest(NamedTuple):
    """A caller's request: the id of the thing to change, the idempotency key, and the rest: the port's request, or a
    value, or a thing with members of the names that the use case's parameters have.
    """

    id: str
    key: str
    request: Any


@dataclass(frozen=True, eq=False)
class Change(OfUseCase):
    """A change. `asks` says where a call over REST has the rest of its request: `body`, `query`, a parameter of the
    path, or the version of If-Match. `created` is the address of a new thing, with its members in braces; `stands` the
    member of the answer that If-Match can name.
    """

    _: KW_ONLY
    graphql: Mutation
    asks: str = "body"
    created: str = ""
    stands: str | None = None

    def __post_init__(self) -> None:
        """It needs a token, unless the row says otherwise."""
        struct: Any = {"body": self.body, "query": self.query_type}.get(self.asks)
        asked = {name for name in self.taken if name not in (CALLER, KEY, "request") and not name.endswith("_id")}
        lacks = asked - {*struct.__struct_fields__} if struct else ()
        assert not lacks, f"{self.id}: nothing asks for {lacks}"
        gone = self.answer is type(None)
        status = 204 if gone else 201 if self.created else 200
        self._becomes(method="POST", auth="required", costs=1, status=status, reply=None if gone else self.answer)

    async def do(self, use_cases: UseCases, caller: Caller, asked: ChangeRequest) -> Any:
        """The answer of the use case."""
        given = [self._given(name, caller, asked) for name in self.taken]
        return await self.method_of(use_cases)(*given)

    @staticmethod
    def _given(name: str, caller: Caller, asked: ChangeRequest) -> Any:
        """The value of a parameter of the use case."""
        if name == CALLER:
            return caller
        if name == KEY:
            return asked.key
        if name.endswith("_id"):
            return asked.id
        return asked.request if name == "request" else getattr(asked.request, name, asked.request)
