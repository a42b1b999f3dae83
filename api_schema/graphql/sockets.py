"""graphql-transport-ws with payloads that are encoded once for all subscribers who see the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

import msgspec
from graphql import GraphQLError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ConnectionInitMessage, SubscribeMessage

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.context import Context
from api_schema.graphql.errors import coded
from api_schema.graphql.render import Rendered
from api_schema.graphql.socket_sink import OPERATION, addressed
from api_schema.limiting.nothing import POLICY_VIOLATION, REASON, CountedNothings
from api_schema.wire import SEND_NOW, SendNow

UNAUTHORIZED = 4401
FORBIDDEN = 4403
TRY_AGAIN = 1013
AGAIN = 0.25
"""Seconds until an end that has not come yet is looked for again."""
IDLE, IDLE_REASON = 1000, "Idle"
"""Closes a socket on which nothing runs; a client that subscribes again connects again."""
LONGEST_ID = 200
LONGEST_REASON = 120
"""The longest text that fits into the frame that closes a socket."""


class NotLetIn(Exception):
    """connection_init that is refused: closes the socket with a code and a reason.

    4403 for a token that is no good; 1013 while nobody can say whose it is, so that clients come again.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class PatientSocket(WebSocket):
    """A socket whose large messages wait until their client has points for reading them; nothing is read meanwhile."""

    async def receive_text(self) -> str:
        """The next message."""
        text = await super().receive_text()
        while True:
            wait = await self._wait(text)
            if not wait:
                return text
            await asyncio.sleep(wait)

    async def _wait(self, text: str) -> int:
        """Pay for a message, and say 0; or how many seconds it takes until there are enough points."""
        try:
            await self.state.context.pay_for_bytes(len(text))
        except ApiError as error:
            return error.retry_after or 1
        return 0


class SocketAdapter(ASGIWebSocketAdapter):
    """A socket that may be gone at any moment."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message; so below."""
        await self.send(msgspec.json.encode(message).decode())

    async def send(self, text: str) -> None:
        """Send what has been encoded; WebSocketDisconnected if nobody is there any more."""
        if WebSocketState.DISCONNECTED in (self.ws.application_state, self.ws.client_state):
            raise WebSocketDisconnected
        try:
            await self.ws.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise WebSocketDisconnected from error

    @property
    def send_now(self) -> SendNow | None:
        """Sends without waiting, where the server can."""
        found: SendNow | None = self.ws.scope.get("extensions", {}).get(SEND_NOW, {}).get("send")
        return found

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, if it is still open."""
        if WebSocketState.DISCONNECTED not in (self.ws.application_state, self.ws.client_state):
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.ws.close(code, reason)


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """The protocol's handler for long-lived sockets: tokens may end before they do, and clients may send anything."""

    view: Any
    _used = 0.0
    _nothings: CountedNothings
    _watch: asyncio.TimerHandle | None = None
    _ending: asyncio.Task[None] | None = None

    async def handle(self) -> None:
        """Serve the socket until it closes."""
        self._nothings = CountedNothings(asyncio.get_running_loop().time)
        await super().handle()

    async def handle_message(self, message: Any) -> None:
        """A message of the protocol; 4400 closes the socket of one who sends anything else."""
        fault = _fault(message)
        if fault is not None:
            await self.handle_invalid_message(fault)
            return
        if self._carries_nothing(message) and self._nothings.too_many():
            await self.websocket.close(POLICY_VIOLATION, REASON)
            return
        if message["type"] in ("subscribe", "complete"):
            self._touch()
        await super().handle_message(message)

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Let a client in, until its token ends. The socket has said who it is; from now on it has to do something.

        A payload that is null is none.
        """
        given: Any = {name: value for name, value in message.items() if value is not None}
        try:
            await super().handle_connection_init(given)
        except NotLetIn as refusal:
            await self.websocket.close(refusal.code, refusal.reason)
            return
        if self._watch is None:
            self._touch()
            self._watch_later(self.view.limits.idle)
        if self.connection_acknowledged and self._ending is None:
            ends = (await self.context.caller()).expires_at
            self._ending = None if ends is None else asyncio.create_task(self._end(ends))

    async def shutdown(self) -> None:
        """The socket is gone: let go of everything that runs for the client."""
        if self._watch is not None:
            self._watch.cancel()
        if self._ending is not None:
            self._ending.cancel()
            await asyncio.gather(self._ending, return_exceptions=True)
        await super().shutdown()

    async def _end(self, ends: int) -> None:
        """Close the socket when the token has ended, though nothing happens. Clocks may differ: the accounts say so."""
        wait = ends / 1000 - time.time()
        while True:
            await asyncio.sleep(max(wait, AGAIN))
            try:
                await self.context.use_cases.accounts.authenticate(self.context.token)
            except ApiError:
                await self.websocket.close(UNAUTHORIZED, "Unauthorized")
                return
            wait = AGAIN

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Start an operation; the service checks the caller anew."""
        self.context.forget_caller()
        limit = self.max_subscriptions_per_connection
        try:
            if self.connection_acknowledged and limit is not None and len(self.operations) >= limit:
                details: dict[str, object] = {"retryAfterMs": 1000}
                raise ApiError(ErrorCode.RATE_LIMITED, f"a socket runs {limit} operations at once", details=details)
            resolved: Any = {**message, "payload": self.view.persisted.resolved(dict(message["payload"]))}
        except ApiError as error:
            refused = {"message": error.message, "extensions": error.extensions}
            await self.send_message({"id": message["id"], "type": "error", "payload": [refused]})
            return
        await super().handle_subscribe(resolved)

    def _carries_nothing(self, message: Any) -> bool:
        """Whether nothing runs for a message, and nothing ends by it."""
        return message["type"] in ("ping", "pong") or (
            message["type"] == "complete" and message["id"] not in self.operations
        )

    def _touch(self) -> None:
        self._used = asyncio.get_running_loop().time()

    def _watch_later(self, seconds: float) -> None:
        self._watch = asyncio.get_running_loop().call_later(seconds, self._look)

    def _look(self) -> None:
        """Close the socket if nothing has run on it for too long."""
        loop = asyncio.get_running_loop()
        if self.operations:
            self._touch()
        left = self._used + self.view.limits.idle - loop.time()
        if left > 0:
            self._watch_later(left)
        else:
            self._closing = loop.create_task(self.websocket.close(IDLE, IDLE_REASON))

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        """Run an operation to its end, quietly if the client leaves in between."""
        send = cast("SocketAdapter", self.websocket).send_now
        if send is not None:
            OPERATION.set(addressed(operation.id, send, lambda: self.operations.get(operation.id) is operation))
        try:
            await super().run_operation(operation)
        except WebSocketDisconnected:
            self.operations.pop(operation.id, None)
        finally:
            # it holds the operation, whose task holds it
            OPERATION.set(None)

    async def handle_task_exception(self, error: Exception) -> None:
        """Log what failed in an operation. That the client has left is no fault: anybody could fill a log with it."""
        if not isinstance(error, WebSocketDisconnected):
            await super().handle_task_exception(error)

    async def send_message(self, message: Any) -> None:
        """Send a message; 4401 closes the socket of a token that has become invalid."""
        shared = message["payload"]["data"] if message["type"] == "next" else None
        if isinstance(shared, Rendered):
            await cast("SocketAdapter", self.websocket).send(_framed(message["id"], shared))
        elif message["type"] == "next" and _says_unauthenticated(message["payload"]):
            await self.websocket.close(UNAUTHORIZED, "Unauthorized")
        elif message["type"] == "error":
            message["payload"] = [coded(error) for error in message["payload"]]
            await super().send_message(message)
        else:
            await super().send_message(message)

    @staticmethod
    def _get_pre_execution_close_reason(error: GraphQLError) -> str | None:
        """None: a fault of one document ends its operation, not the others of the socket."""
        return None


def _framed(operation: str, data: Rendered) -> str:
    """The message of a shared result, of which only the operation's id is the subscriber's own."""
    return f'{{"id":{msgspec.json.encode(operation).decode()},"type":"next","payload":{{"data":{data.text}}}}}'


def _fault(message: Any) -> str | None:
    """The fault in the form of a message, if there is one."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        return "A message is a JSON object with a type"
    if message["type"] not in ("subscribe", "complete"):
        return None if message["type"] in ("connection_init", "ping", "pong") else "Unknown message type"
    found = message.get("id")
    if not isinstance(found, str) or not 0 < len(found) <= LONGEST_ID:
        return "The id of an operation is a text"
    return _payload_fault(message.get("payload")) if message["type"] == "subscribe" else None


def _payload_fault(payload: Any) -> str | None:
    if not isinstance(payload, dict):
        return "A subscribe message has a payload"
    if not isinstance(payload.get("query"), str | None) or (payload.get("query") is None and not _names(payload)):
        return "A subscribe message has a query"
    if not isinstance(payload.get("variables"), dict | None):
        return "variables have to be an object"
    return None if isinstance(payload.get("operationName"), str | None) else "operationName has to be a text"


def _names(payload: Mapping[str, Any]) -> bool:
    """Whether a message may name its document by a hash instead."""
    return "documentId" in payload or "extensions" in payload


def _says_unauthenticated(payload: Mapping[str, Any]) -> bool:
    errors = payload.get("errors") or ()
    return any(error.get("extensions", {}).get("code") == ErrorCode.UNAUTHENTICATED for error in errors)
