"""From a request to its operation: one endpoint for each path, whatever the method."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api_schema.errors import ApiError, ErrorCode
from api_schema.limiting.client import Client, address_of, client_of
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
from api_schema.rest.replies import Reply, render
from api_schema.rest.requests import bearer, idempotency_key, json_body, path_of, query_of, typed


class Endpoint:
    """One path as an ASGI application."""

    def __init__(
        self,
        operations: Mapping[str, Operation],
        use_cases: UseCases,
        config: RestConfig,
        documents: ServedDocuments,
        meter: Meter,
    ) -> None:
        self.operations = {**operations, **({"HEAD": operations["GET"]} if "GET" in operations else {})}
        self._allow = ", ".join(sorted({*self.operations, "OPTIONS"}))
        self._use_cases, self._config, self._documents, self._meter = use_cases, config, documents, meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        with ExitStack() as held:
            try:
                response = await self._respond(request, held)
            except ClientDisconnect:
                return
            except ApiError as error:
                response = respond(as_sent(error, request.method), request, self._config)
            except Exception as error:
                response = respond(unexpected(error, request), request, self._config)
            operation = self.operations.get(request.method)
            if operation is not None and operation.deprecated is not None:
                response.headers.update(operation.deprecated.headers)
            await finish(response, request)(scope, receive, send)

    async def _respond(self, request: Request, held: ExitStack) -> Response:
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": self._allow})
        operation = self.operations.get(request.method)
        if operation is None:
            raise HttpError(405, f"{request.method} is not possible here.", {"Allow": self._allow})
        answer = await HANDLERS[operation.id](await self._read(request, operation, held))
        return render(answer, request) if isinstance(answer, Reply) else answer

    async def _read(self, request: Request, operation: Operation, held: ExitStack) -> ApiCall:
        """The typed call. The endpoint settles the caller and the budget before it looks at the content."""
        path: Any = path_of(request, operation.path_type)
        caller = await self._caller(request, operation)
        client = client_of(caller, address_of(request))
        query = self._charged(request, operation, client)
        if operation.live:
            held.enter_context(self._meter.stream(client))
        return ApiCall(
            request,
            self._use_cases,
            self._config,
            self._documents,
            caller,
            path,
            query=query,
            key=_key(request, operation, caller),
            body=await self._body(request, operation),
            meter=self._meter,
            client=client,
        )

    def _charged(self, request: Request, operation: Operation, client: Client) -> Any:
        """The query's parameters, once the call is paid for; one that can't be read costs as much as the least."""
        try:
            query: Any = query_of(request, operation.query_type)
        except ApiError:
            self._charge(request, operation, client, 0 if operation.costs == 0 else 1)
            raise
        self._charge(request, operation, client, operation.cost(query))
        return query

    def _charge(self, request: Request, operation: Operation, client: Client, cost: int) -> None:
        if not cost:
            return
        try:
            request.state.budget = self._meter.charge(client, operation.budget, cost)
        except ApiError:
            request.state.budget = self._meter.budget_state(client, operation.budget)
            raise

    async def _caller(self, request: Request, operation: Operation) -> Caller:
        if operation.auth == "none":
            return ANONYMOUS
        token = bearer(request)
        if token is None and operation.auth == "required":
            raise ApiError(ErrorCode.UNAUTHENTICATED, "This needs a token.")
        try:
            return await self._use_cases.accounts.authenticate(token)
        except ApiError as error:
            if error.code is ErrorCode.UNAUTHENTICATED:
                self._charge(request, operation, client_of(ANONYMOUS, address_of(request)), WRONG_TOKEN)
            raise

    async def _body(self, request: Request, operation: Operation) -> Any:
        if operation.body is None and not operation.actions:
            return None
        data = await json_body(request, operation.largest or self._config.body_limit)
        if operation.reads_body is not None:
            return operation.reads_body(data)
        return data if operation.body is None else typed(data, operation.body)


def _key(request: Request, operation: Operation, caller: Caller) -> str:
    if operation.key == "none":
        return ""
    return idempotency_key(request, caller, required=operation.key == "required")


def finish(response: Response, request: Request) -> Response:
    """The response with what is left of the budget; for HEAD without its body, but with its length."""
    budget = getattr(request.state, "budget", None)
    if budget is not None:
        # each is new there, so nobody has to look for one to replace
        response.raw_headers += [(name.lower().encode(), text.encode()) for name, text in rate_headers(budget).items()]
    if request.method == "HEAD":
        response.body = b""
    return response
