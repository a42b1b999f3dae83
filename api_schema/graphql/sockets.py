"""graphql-transport-ws with payloads that are encoded once for all subscribers who see the same."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import ConnectionInitMessage, SubscribeMessage

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.context import Context
from api_schema.graphql.render import encoded_once

UNAUTHORIZED = 4401
TRY_AGAIN = 1013
AGAIN = 0.25
"""Seconds until an end that has not come yet is looked for again."""


class Forbidden(ConnectionRejectionError):
    """connection_init with a token that is no good: closes with 4403."""


class TryAgain(Exception):
    """connection_init while nobody can say whose the token is: closes with 1013, and clients come again."""


class SocketAdapter(ASGIWebSocketAdapter):
    """A socket that may be gone at any moment."""

    async def send_json(self, message: Mapping[str, object]) -> None:
        """Send a message; WebSocketDisconnected if nobody is there any more."""
        if WebSocketState.DISCONNECTED in (self.ws.application_state, self.ws.client_state):
            raise WebSocketDisconnected
        try:
            await self.ws.send_text(msgspec.json.encode(message).decode())
        except (WebSocketDisconnect, RuntimeError) as error:
            raise WebSocketDisconnected from error

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, if it is still open."""
        if WebSocketState.DISCONNECTED not in (self.ws.application_state, self.ws.client_state):
            await self.ws.close(code, reason)


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """The protocol's handler for long-lived sockets: tokens may end before they do."""

    _ending: asyncio.Task[None] | None = None

    async def handle_connection_init(self, message: ConnectionInitMessage) -> None:
        """Let a client in, until its token ends."""
        try:
            await super().handle_connection_init(message)
        except TryAgain:
            await self.websocket.close(TRY_AGAIN, "Try again later")
            return
        if self.connection_acknowledged and self._ending is None:
            ends = (await self.context.caller()).expires_at
            self._ending = None if ends is None else asyncio.create_task(self._end(ends))

    async def shutdown(self) -> None:
        """Let go of everything that runs for the client."""
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
                await self.context.use.accounts.authenticate(self.context.token)
            except ApiError:
                await self.websocket.close(UNAUTHORIZED, "Unauthorized")
                return
            wait = AGAIN

    async def handle_subscribe(self, message: SubscribeMessage) -> None:
        """Start an operation; who asks is checked anew."""
        self.context.forget_caller()
        await super().handle_subscribe(message)

    async def run_operation(self, operation: Operation[Context, None]) -> None:
        """Run an operation to its end, quietly if the client leaves in between."""
        try:
            await super().run_operation(operation)
        except WebSocketDisconnected:
            self.operations.pop(operation.id, None)

    async def send_message(self, message: Any) -> None:
        """Send a message; 4401 closes the socket of a token that has become invalid."""
        if message["type"] != "next":
            await super().send_message(message)
        elif _says_unauthenticated(message["payload"]):
            await self.websocket.close(UNAUTHORIZED, "Unauthorized")
        else:
            message["payload"] = encoded_once(message["payload"])
            await super().send_message(message)


def _says_unauthenticated(payload: Mapping[str, Any]) -> bool:
    errors = payload.get("errors") or ()
    return any(error.get("extensions", {}).get("code") == ErrorCode.UNAUTHENTICATED for error in errors)
