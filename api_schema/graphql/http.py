"""GraphQL over HTTP, over server-sent events and over graphql-transport-ws, on one path."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, cast

import msgspec
from cross_web import AsyncHTTPRequestAdapter, HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse, GraphQLRequestData
from strawberry.http.streaming import HTTPStreamTransport, SSETransport
from strawberry.schema.exceptions import InvalidOperationTypeError
from strawberry.subscriptions import GRAPHQL_SSE_PROTOCOL, GRAPHQL_TRANSPORT_WS_PROTOCOL
from strawberry.types import ExecutionResult
from strawberry.types.execution import PreExecutionError

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.admission import REQUEST
from api_schema.graphql.answers import (
    JSON_TYPE,
    METHODS,
    NOT_STORED,
    RESPONSE_TYPE,
    SSE_TYPE,
    TOO_MANY,
    failure,
    negotiated,
    refusal,
    status_of,
)
from api_schema.graphql.assets import GraphiQL
from api_schema.graphql.context import Context
from api_schema.graphql.errors import coded
from api_schema.graphql.explorer import Examples, embedded, page, policy
from api_schema.graphql.greeting import greeting, token_of
from api_schema.graphql.persisted import Persisted
from api_schema.graphql.render import encoded_once
from api_schema.graphql.schema import Schema
from api_schema.graphql.sockets import (
    FORBIDDEN,
    LONGEST_REASON,
    TRY_AGAIN,
    NotLetIn,
    PatientSocket,
    SocketAdapter,
    SocketHandler,
)
from api_schema.input.json_faults import CROWDED, crowded, marked
from api_schema.limiting.budgets import Bucket, SocketLimits
from api_schema.limiting.client import address_of, client_of
from api_schema.limiting.meter import UNLIMITED, Meter
from api_schema.negotiation import accepted, likes_by_name, negotiate
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.use_cases import UseCases

HTML_TYPE = "text/html"
MAX_BODY = 1 << 20
MOST_PARAMETERS = 50
"""Of an address: GraphQL has five. To read thousands would take longer than to answer."""
NO_STREAM = "a subscription needs a websocket (graphql-transport-ws) or `Accept: text/event-stream`"
UNCHANGED = Response()
del UNCHANGED.headers["content-length"]
NOT_JSON = "send application/json"


class Asked(msgspec.Struct, rename="camel"):
    """The members of a request's body that choose an operation."""

    query: str
    variables: dict[str, Any] | None = None
    operation_name: str | None = None
    extensions: dict[str, Any] | None = None


class LimitedRequest(Request):
    """A request whose body is refused as soon as it is larger than `limit` bytes, or than its client may have read."""

    limit = MAX_BODY

    async def body(self) -> bytes:
        """The body; 413 above the limit, without reading the rest."""
        if not hasattr(self, "_body"):
            parts = bytearray()
            async for part in self.stream():
                parts += part
                if len(parts) > self.limit:
                    raise HTTPException(413, f"the body may have {self.limit} bytes")
            await self.state.context.pay_for_bytes(len(parts))
            self._body = bytes(parts)
        return self._body


class SharedSSE(SSETransport):
    """Server-sent events that send shared results without encoding them again. Lines end with LF: the standard takes
    CRLF too, and not every client does.
    """

    def encode_next(self, response: GraphQLHTTPResponse, encode_json: Any) -> str:
        """One `next` event."""
        return self.encode_event("next", encode_json(encoded_once(response)))

    def encode_event(self, event: str, data: str | None = None) -> str:
        """One event; JSON has no line ends of its own."""
        return f"event: {event}\ndata: {data or ''}\n\n"

    def encode_comment(self, comment: str) -> str:
        """A line that clients pass over."""
        return f": {comment}\n\n"


class GraphQLApp(GraphQL[Context, None]):
    """The ASGI application. The token arrives as a bearer, or over a socket in connection_init: see `greeting`.

    Pages of any origin may connect unless `allowed_origins` says otherwise: no cookie is ever read.
    """

    schema: Schema
    websocket_adapter_class = SocketAdapter
    graphql_transport_ws_handler_class = SocketHandler
    stream_transport_classes_by_protocol = {GRAPHQL_SSE_PROTOCOL: SharedSSE}

    def __init__(
        self,
        schema: Schema,
        use_cases: UseCases,
        *,
        examples: Examples | None = None,
        graphiql: GraphiQL | None = None,
        allowed_origins: Sequence[str] = ("*",),
        meter: Meter = UNLIMITED,
        persisted: Persisted | None = None,
        limits: SocketLimits | None = None,
    ) -> None:
        super().__init__(
            schema,
            subscription_protocols=(GRAPHQL_TRANSPORT_WS_PROTOCOL, GRAPHQL_SSE_PROTOCOL),
            connection_init_wait_timeout=timedelta(seconds=(limits or SocketLimits()).greeting),
            max_subscriptions_per_connection=(limits or SocketLimits()).subscriptions or None,
            allowed_origins=allowed_origins,
        )
        self.use_cases = use_cases
        self.examples = examples
        self.graphiql = graphiql
        self.meter = meter
        self.persisted = persisted or Persisted()
        self.limits = limits or SocketLimits()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one socket until it closes."""
        if scope["type"] == "websocket":
            await self._serve(PatientSocket(scope, receive, send))
            return
        if scope["method"] == "OPTIONS":
            await Response(status_code=204, headers={"Allow": METHODS})(scope, receive, send)
            return
        request = LimitedRequest(scope, receive)
        request.limit = self.limits.message
        try:
            response = await self._asked_before(request) or await self.run(request)
        except ClientDisconnect:
            return
        except (HTTPException, ApiError) as error:
            response = self._failed(request, error)
        await response(scope, receive, send)

    async def _asked_before(self, request: LimitedRequest) -> Response | None:
        """The answer to a document that was asked before; None for all that goes the library's way."""
        headers = request.headers
        if request.method != "POST" or headers.get("content-type") != JSON_TYPE or SSE_TYPE in accepted(headers):
            return None
        context = await self.get_context(request, UNCHANGED)
        try:
            asked = msgspec.convert(self.parse_json(await request.body()), Asked)
        except ValueError:  # the library tells it
            return None
        if not self.schema.knows(asked.query):
            return None
        result = await self.schema.execute(
            asked.query, variable_values=asked.variables, context_value=context, operation_name=asked.operation_name
        )
        return negotiated(request, self.encode_json(await self.process_result(request, result)), {})

    async def _serve(self, socket: WebSocket) -> None:
        """Serve a socket, if its address has not too many."""
        with ExitStack() as held:
            try:
                held.enter_context(self.meter.socket(address_of(socket.client)))
            except ApiError as error:
                await socket.send_denial_response(refusal(JSON_TYPE, error, TOO_MANY))
                return
            await self.run(socket)

    def _failed(self, request: Request, error: HTTPException | ApiError) -> Response:
        """Charge for a request that is no GraphQL request, too; not for one that was too dear to be read."""
        if isinstance(error, ApiError) and error.code is ErrorCode.RATE_LIMITED:
            return failure(request, error)
        try:
            self.meter.charge(client_of(ANONYMOUS, address_of(request.client)), Bucket.READS, REQUEST)
        except ApiError as too_much:
            error = too_much
        return failure(request, error)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """The context of one request or socket."""
        if hasattr(request.state, "context"):
            return cast(Context, request.state.context)
        token = bearer(request.headers.get("authorization"), strict=isinstance(request, Request))
        address = address_of(request.client)
        context = Context(self.use_cases, self.schema.games, token, self.meter, address, request.scope)
        request.state.context = context
        if isinstance(request, Request):
            if request.scope["query_string"].count(b"&") > MOST_PARAMETERS:
                raise HTTPException(400, f"a request has at most {MOST_PARAMETERS} parameters")
            await context.pay_for_bytes(len(request.scope["query_string"]))
        return context

    async def on_ws_connect(self, context: Context) -> Any:
        """Take the token of connection_init, or that of the handshake, and check it before anything runs; the answer
        says who one is.
        """
        try:
            given = token_of(context.connection_params or {})
            if given is not None:
                context.token = given
            return greeting(await context.check_again())
        except ApiError as error:
            if error.code is ErrorCode.UNAVAILABLE:
                raise NotLetIn(TRY_AGAIN, "Try again later") from error
            raise NotLetIn(FORBIDDEN, error.message[:LONGEST_REASON]) from error

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        """The part of a response that resolvers could change: none does."""
        return UNCHANGED

    def create_response(
        self, response_data: GraphQLHTTPResponse | list[GraphQLHTTPResponse], sub_response: Response
    ) -> Response:
        """The response, before it is known which media type the client takes."""
        return Response(self.encode_json(response_data), media_type=JSON_TYPE)

    async def render_graphql_ide(self, request: Request) -> Response:
        """GraphiQL, or the explorer where it is not installed, with examples that work now, about `?game=` if given."""
        game = request.query_params.get("game")
        examples = embedded(await self.examples(game) if self.examples else ())
        if self.graphiql is not None:
            return self.graphiql.page(examples, request.url.netloc)
        return HTMLResponse(page(examples), headers=NOT_STORED | {"Content-Security-Policy": policy()})

    async def parse_http_body(self, request: AsyncHTTPRequestAdapter) -> GraphQLRequestData | list[GraphQLRequestData]:
        """The request's parameters; 415 for a body that is not JSON, 400 for one that is not an object."""
        content_type = (request.content_type or "").split(";")[0].strip().lower()
        if request.method == "POST" and content_type != JSON_TYPE:
            raise HTTPException(415, NOT_JSON)
        try:
            found = await super().parse_http_body(request)
        except (AttributeError, TypeError, UnicodeDecodeError) as error:
            raise HTTPException(400, "the body must be a JSON object with a query") from error
        if isinstance(found, GraphQLRequestData) and not isinstance(found.operation_name, str | None):
            raise HTTPException(400, "operationName has to be a text")
        return found

    def _get_stream_transport_from_headers(self, headers: Mapping[str, str]) -> HTTPStreamTransport | None:
        """Events, where Accept likes them better than one document."""
        likes_events = negotiate(headers, JSON_TYPE, RESPONSE_TYPE, SSE_TYPE) == SSE_TYPE
        return self._get_stream_transport(SharedSSE.protocol) if likes_events else None

    async def execute_operation(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """The result or results; a subscription has many, so it needs a client that takes events at all."""
        try:
            return await super().execute_operation(request, *args, **kwargs)
        except HTTPException as error:
            if not isinstance(error.__cause__, InvalidOperationTypeError):
                raise
            if not likes_by_name(request.headers, SSE_TYPE):
                raise ApiError(ErrorCode.INVALID_INPUT, NO_STREAM) from error
        kwargs["request_data"].protocol = SharedSSE.protocol
        return await super().execute_operation(request, *args, **kwargs)

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        """The response; without `data` where nothing was executed."""
        response: GraphQLHTTPResponse = {"data": result.data}
        if isinstance(result, PreExecutionError):
            del response["data"]
        if result.errors:
            response["errors"] = [coded(error.formatted) for error in result.errors]
        if result.extensions:
            response["extensions"] = result.extensions
        request.state.status = status_of(result)
        return response

    def encode_json(self, data: object) -> bytes:
        """Response data as JSON."""
        return msgspec.json.encode(encoded_once(data) if isinstance(data, dict) else data)

    def decode_json(self, data: str | bytes) -> object:
        """Request data; what is not UTF-8 or not JSON, or far too much, is the client's fault."""
        if crowded(data):
            raise json.JSONDecodeError(CROWDED, "", 0)
        try:
            return msgspec.json.decode(data)
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError) as error:
            wrong = marked(data) if isinstance(data, bytes) else None
            if wrong is not None:
                raise HTTPException(400, f"the body is not JSON: {wrong}") from error
            if isinstance(error, UnicodeDecodeError):
                raise
            raise json.JSONDecodeError(str(error), "", 0) from error

    def parse_json(self, data: str | bytes) -> Any:
        """The request, or one of its members; one that names its document by a hash gets the document."""
        found = super().parse_json(data)
        return self.persisted.resolved(found) if isinstance(data, bytes) and isinstance(found, dict) else found

    def should_render_graphql_ide(self, request: Any) -> bool:
        """Whether a browser asks for the page: not where a hash names a document."""
        if request.method != "GET" or {"query", "documentId", "extensions"} & set(request.query_params):
            return False
        return negotiate(request.headers, HTML_TYPE, JSON_TYPE, RESPONSE_TYPE, SSE_TYPE) == HTML_TYPE

    def parse_query_params(self, params: Any) -> dict[str, Any]:
        """The same for a request by GET."""
        return self.persisted.resolved(super().parse_query_params(params))

    async def run(self, request: Any, context: Any = None, root_value: Any = None) -> Any:
        """Answer, in the media type that the client accepts."""
        response = await super().run(request)
        if isinstance(response, Response) and response.media_type == JSON_TYPE:
            return negotiated(request, response.body, response.headers)
        return response


def bearer(header: str | None, *, strict: bool) -> str | None:
    """The token of an Authorization header; None without one. UNAUTHENTICATED for another scheme, as over REST, if that
    is `strict`: the handshake of a socket may have one for a proxy.
    """
    scheme, _, token = (header or "").strip().partition(" ")
    if scheme.lower() == "bearer":
        return token.strip() or None
    if scheme and strict:
        raise ApiError(ErrorCode.UNAUTHENTICATED, "The Authorization header has to be `Bearer <token>`.")
    return None
