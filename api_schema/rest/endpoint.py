"""From a request to its operation. All that follows from the operation's row alone is settled before any request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.client import address_of, client_of
from api_schema.limiting.headers import rate_headers
from api_schema.limiting.meter import WRONG_TOKEN, Meter
from api_schema.operations.operation import Operation
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.use_cases import UseCases
from api_schema.rest.call import ApiCall, ServedDocuments
from api_schema.rest.config import RestConfig
from api_schema.rest.handlers import HANDLERS
from api_schema.rest.members import as_sent
from api_schema.rest.problems import HttpError, respond, unexpected
from api_schema.rest.replies import Answer, LiveResponse, Reply, raw, render
from api_schema.rest.requests import bearer, idempotency_key, json_body, path_of, query_of, typed

Calling = Callable[[Scope, Receive], ApiCall]


class Endpoint:
    """One path as an ASGI application, whatever the method."""

    def __init__(
        self,
        operations: Mapping[str, Operation],
        use_cases: UseCases,
        config: RestConfig,
        documents: ServedDocuments,
        meter: Meter,
    ) -> None:
        self.operations = {**operations, **({"HEAD": operations["GET"]} if "GET" in operations else {})}
        self._allow, self._config = ", ".join(sorted({*self.operations, "OPTIONS"})), config
        calling = partial(ApiCall, use_cases, config, documents, meter)
        self._served = {method: Served(operation, calling, config) for method, operation in self.operations.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._served.get(scope["method"]) or self._by_method(scope))(scope, receive, send)

    def _by_method(self, scope: Scope) -> Answer:
        """The answer for which no operation is asked."""
        if scope["method"] == "OPTIONS":
            return Answer(204, {"Allow": self._allow})
        refused = HttpError(405, f"{scope['method']} is not possible here.", {"Allow": self._allow})
        return respond(refused, scope, self._config)


class Served:
    """One operation as an ASGI application."""

    def __init__(self, operation: Operation, calling: Calling, config: RestConfig) -> None:
        self._operation, self._calling, self._handler = operation, calling, HANDLERS[operation.id]
        self._path, self._query = operation.path_type, operation.query_type
        self._bucket, self._live, self._deprecated = operation.budget, operation.live, operation.deprecated
        self._cost = None if callable(operation.costs) else operation.cost(None)
        self._token, self._key = operation.auth, operation.key
        self._body = operation.reads_body or partial(typed, model=operation.body or Any)
        reads = operation.body is not None or operation.actions
        # bytes of the largest body; 0 where none is read
        self._largest = (operation.largest or config.body_limit) if reads else 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        call = self._calling(scope, receive)
        try:
            try:
                answer = await self._answer(call)
            except ClientDisconnect:
                return
            except ApiError as error:
                answer = respond(as_sent(error, call.method), scope, call.config)
            except Exception as error:
                answer = respond(unexpected(error, scope), scope, call.config)
            if self._deprecated is not None:
                answer.raw_headers += raw(self._deprecated.headers)
            if call.budget is not None:
                answer.raw_headers += raw(rate_headers(call.budget))
            await answer(scope, receive, send)
        finally:
            if call.held is not None:
                call.held.close()

    async def _answer(self, call: ApiCall) -> Answer | LiveResponse:
        """The caller and the budget are settled before anything looks at the content."""
        call.path = path_of(call.scope["path_params"], self._path)
        address = address_of(call.scope.get("client"))
        if self._token != "none":
            call.caller = await self._caller(call, address)
        call.client = client_of(call.caller, address)
        call.query = self._charged(call)
        if self._live:
            call.held = ExitStack()
            call.held.enter_context(call.meter.stream(call.client))
        if self._key != "none":
            call.key = idempotency_key(call, call.caller, required=self._key == "required")
        if self._largest:
            call.body = self._body(await json_body(call, self._largest))
        answer = await self._handler(call)
        return render(answer, call) if isinstance(answer, Reply) else answer

    def _charged(self, call: ApiCall) -> Any:
        """The query's parameters, once the call is paid for; one that can't be read costs as much as the least."""
        try:
            query = query_of(call.scope["query_string"], self._query)
        except ApiError:
            self._charge(call, 0 if self._cost == 0 else 1)
            raise
        self._charge(call, self._operation.cost(query) if self._cost is None else self._cost)
        return query

    def _charge(self, call: ApiCall, cost: int) -> None:
        if not cost:
            return
        try:
            call.budget = call.meter.charge(call.client, self._bucket, cost)
        except ApiError:
            call.budget = call.meter.budget_state(call.client, self._bucket)
            raise

    async def _caller(self, call: ApiCall, address: str) -> Caller:
        token = bearer(call)
        if token is None and self._token == "required":
            raise ApiError(ErrorCode.UNAUTHENTICATED, "This needs a token.")
        try:
            return await call.use_cases.accounts.authenticate(token)
        except ApiError as error:
            if error.code is ErrorCode.UNAUTHENTICATED:
                call.client = client_of(ANONYMOUS, address)
                self._charge(call, WRONG_TOKEN)
            raise
