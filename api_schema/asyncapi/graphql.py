"""The channel of GraphQL subscriptions, in short: the protocols are specified elsewhere, the types in the schema."""

from __future__ import annotations

from api_schema.rest.sides import Schema

ADDRESS = "/graphql"
_ID: Schema = {"type": "string", "description": "Chosen by the client; names the operation on this socket."}
_RESULT: Schema = {
    "type": "object",
    "description": "An execution result: for subscriptions `data` has one message of the subscribed field.",
    "properties": {"data": {"type": ["object", "null"]}, "errors": {"type": "array", "items": {"type": "object"}}},
}
_REQUEST: Schema = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "variables": {"type": ["object", "null"]},
        "operationName": {"type": ["string", "null"]},
    },
    "required": ["query"],
}
_TOKEN: Schema = {
    "type": ["object", "null"],
    "properties": {
        "token": {"type": "string", "description": "A personal token or a seat token."},
        "Authorization": {"type": "string", "description": "The same, as the header of a request would have it."},
        "authToken": {"type": "string", "description": "The same, as some clients call it; so `accessToken`."},
        "headers": {"type": "object", "description": "An object with one of these, as some clients send it."},
    },
    "description": "A member whose name holds auth or token and is none of these is refused: the socket closes (4403).",
}
_WHO: Schema = {
    "type": "object",
    "properties": {
        "as": {
            "type": "string",
            "pattern": "^(spectator|account|seat:[0-9]+)$",
            "description": "Who the service takes the client for; `spectator` without a token.",
        },
        "account": {"type": "string", "description": "The account, for its own token."},
        "matchId": {"type": "string", "description": "The match of the seat, for the token of a seat."},
    },
    "required": ["as"],
}

SENT_BY_CLIENT: dict[str, tuple[str, Schema]] = {
    "connection_init": ("The first message; who asks", {"payload": _TOKEN}),
    "subscribe": ("Start an operation", {"id": _ID, "payload": _REQUEST}),
    "complete": ("Stop an operation", {"id": _ID}),
    "ping": ("Ask for a sign of life", {}),
    "pong": ("Give a sign of life", {}),
}
SENT_BY_SERVER: dict[str, tuple[str, Schema]] = {
    "connection_ack": ("The socket is open for operations; who one is", {"payload": _WHO}),
    "next": ("One result of an operation", {"id": _ID, "payload": _RESULT}),
    "error": ("The operation could not start", {"id": _ID, "payload": {"type": "array", "items": {"type": "object"}}}),
    "complete": ("The operation has ended", {"id": _ID}),
    "ping": ("Ask for a sign of life", {}),
    "pong": ("Give a sign of life", {}),
}
"""graphql-transport-ws: by the message's type, when it is sent, and its other members."""


def message(kind: str, members: Schema) -> Schema:
    """The JSON Schema of a message of the socket."""
    required = ["type", *(name for name in members if name == "id" or kind in ("subscribe", "next", "error"))]
    return {"type": "object", "properties": {"type": {"const": kind}, **members}, "required": required}


def sse_event(kind: str) -> Schema:
    """The JSON Schema of the data of an event of graphql-sse (distinct connections)."""
    return _RESULT if kind == "next" else {"type": "string", "maxLength": 0}
