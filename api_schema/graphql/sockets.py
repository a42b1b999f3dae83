"""graphql-transport-ws with payloads that are encoded once for all subscribers who see the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.exceptions import ConnectionRejectionError
from strawberry.http.exceptions import WebSocketDisconnected
from strawberry.subscriptions.protocols.graphql_transport_ws.handlers import BaseGraphQLTransportWSHandler, Operation
from strawberry.subscriptions.protocols.graphql_transport_ws.types import SubscribeMessage

from api_schema.errors import ErrorCode
from api_schema.graphql.context import Context
from api_schema.graphql.render import Rendered

UNAUTHORIZED = 4401


class Forbidden(ConnectionRejectionError):
    """connection_init with a token that is no good: closes with 4403."""


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

    async def close(self, code: int, reason: str) -> None:
        """Close the socket, if it is still open."""
        if WebSocketState.DISCONNECTED not in (self.ws.application_state, self.ws.client_state):
            await self.ws.close(code, reason)


class SocketHandler(BaseGraphQLTransportWSHandler[Context, None]):
    """The protocol's handler for long-lived sockets: tokens may end before they do."""

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
        shared = message["payload"]["data"] if message["type"] == "next" else None
        if isinstance(shared, Rendered):
            await cast("SocketAdapter", self.websocket).send(_framed(message["id"], shared))
        elif message["type"] != "next":
            await super().send_message(message)
        elif _says_unauthenticated(message["payload"]):
            await self.websocket.close(UNAUTHORIZED, "Unauthorized")
        else:
            await super().send_message(message)


def _framed(operation: str, data: Rendered) -> str:
    """The message of a shared result, of which only the operation's id is the subscriber's own."""
    return f'{{"id":{msgspec.json.encode(operation).decode()},"type":"next","payload":{{"data":{data.text}}}}}'


def _says_unauthenticated(payload: Mapping[str, Any]) -> bool:
    errors = payload.get("errors") or ()
    return any(error.get("extensions", {}).get("code") == ErrorCode.UNAUTHENTICATED for error in errors)
