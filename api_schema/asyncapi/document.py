"""The AsyncAPI 3.0 document. Each stream of REST is two channels, one for each of its forms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from api_schema.asyncapi import graphql
from api_schema.asyncapi.schemas import components
from api_schema.input.names import pascal
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.parameters import LAST_VERSION
from api_schema.rest.openapi import CONTACT, TOKEN
from api_schema.rest.schemas import public, reference
from api_schema.rest.sides import Schema
from api_schema.rest.streams import STREAMS, Message, Stream
from domain.kernel.game import CardGame

_ABOUT = """What goes over the streams of Playledger: matches, tournaments and inboxes over HTTP (server-sent events, or
NDJSON by `Accept`), and GraphQL subscriptions (graphql-transport-ws, graphql-sse). Requests and responses are in the
OpenAPI document.

Resume with the last version of a match or tournament, or cursor of an inbox, that you have: `after`, or the header
`Last-Event-ID`. Nothing is lost and nothing comes twice. Clients must tolerate kinds of messages, types of events,
members and enum values that they don't know. An event that was stored by an older release has the fields of its own
time."""
_VERSION: Schema = {
    "type": "integer",
    "minimum": 0,
    "maximum": LAST_VERSION,
    "description": "Where the reader stands after this message; the resume point.",
}
_CURSOR: Schema = {"type": "string", "description": "Where the reader stands after this message; the resume point."}
_POINTS = {"version": _VERSION, "cursor": _CURSOR}

Document = dict[str, Any]


def build(games: Sequence[CardGame]) -> Document:
    """The document for these games."""
    ordered = sorted(games, key=lambda game: game.slug)
    payloads = [message.payload for stream in STREAMS for message in stream.messages]
    channels = [*_streams(), *_subscriptions()]
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Playledger", "version": "1", "description": _ABOUT, "contact": CONTACT},
        "defaultContentType": "application/json",
        "servers": {"http": _server("http"), "socket": _server("ws")},
        "channels": {name: channel for name, channel, _ in channels},
        "operations": {name: operation for _, _, operations in channels for name, operation in operations.items()},
        "components": {"schemas": components(payloads, ordered), "securitySchemes": {"bearer": TOKEN}},
    }


def _server(protocol: str) -> Document:
    default = {"default": "127.0.0.1:8000", "description": "Host and port of the installation."}
    return {"host": "{host}", "protocol": protocol, "variables": {"host": default}, "security": [_TOKEN]}


_TOKEN = {"$ref": "#/components/securitySchemes/bearer"}


def _streams() -> Iterator[tuple[str, Document, Document]]:
    """Name, channel and operations of each form of each stream."""
    for stream in STREAMS:
        for form, media, sent in (
            ("Sse", SSE, stream.messages),
            ("Ndjson", NDJSON, tuple(message for message in stream.messages if not message.sse_only)),
        ):
            name = stream.id + form
            described = _sse_message if media == SSE else _line_message
            messages = {message.name: described(stream, message) for message in sent}
            channel = _channel(stream.address, f"{stream.summary}, as `{media}`", "http", messages)
            if stream.parameters:
                channel["parameters"] = {name: {"description": _text(kind)} for name, kind in stream.parameters}
            yield name, channel, {f"send{pascal(name)}": _operation("send", name, messages, _get(stream))}


def _text(kind: Any) -> str:
    return str(msgspec.json.schema(kind)["description"])


def _get(stream: Stream) -> Document:
    return {"summary": stream.summary, "bindings": {"http": {"method": "GET"}}}


def _sse_message(stream: Stream, message: Message) -> Document:
    """One server-sent event: its data, and its fields as headers."""
    fields: Schema = {"event": {"type": "string", "const": message.name}}
    if message.resumes:
        fields["id"] = _POINTS[stream.point]
    headers = {"type": "object", "properties": fields, "required": list(fields)}
    return _message(message.name, message.summary, reference(public(message.payload.__name__)), headers=headers)


def _line_message(stream: Stream, message: Message) -> Document:
    """One line of NDJSON."""
    members: Schema = {"type": {"const": message.name}}
    if message.resumes and stream.point == "version":
        members["version"] = _VERSION
    members["data"] = reference(public(message.payload.__name__))
    return _message(message.name, message.summary, {"type": "object", "properties": members, "required": list(members)})


def _subscriptions() -> Iterator[tuple[str, Document, Document]]:
    """The two ways of GraphQL subscriptions."""
    both = {**graphql.SENT_BY_CLIENT, **graphql.SENT_BY_SERVER}
    messages = {
        kind: _message(kind, summary, graphql.message(kind, members)) for kind, (summary, members) in both.items()
    }
    name = "graphqlSocket"
    yield (
        name,
        _channel(
            graphql.ADDRESS, "Subscriptions over graphql-transport-ws (subprotocol of the socket)", "socket", messages
        ),
        {
            "sendGraphqlSocket": _operation("send", name, graphql.SENT_BY_SERVER, {"summary": "What the server sends"}),
            "receiveGraphqlSocket": _operation(
                "receive", name, graphql.SENT_BY_CLIENT, {"summary": "What the client sends"}
            ),
        },
    )
    events = {
        "next": _message("next", "One result", graphql.sse_event("next")),
        "complete": _message("complete", "The operation has ended", graphql.sse_event("complete")),
    }
    name = "graphqlSse"
    yield (
        name,
        _channel(graphql.ADDRESS, "Subscriptions over graphql-sse: POST with Accept text/event-stream", "http", events),
        {"sendGraphqlSse": _operation("send", name, events, {"bindings": {"http": {"method": "POST"}}})},
    )


def _channel(address: str, summary: str, server: str, messages: Document) -> Document:
    return {
        "address": address,
        "summary": summary,
        "servers": [{"$ref": f"#/servers/{server}"}],
        "messages": messages,
    }


def _message(name: str, summary: str, payload: Schema, **more: Any) -> Document:
    return {
        "name": name,
        "title": pascal(name),
        "summary": summary,
        "contentType": "application/json",
        "payload": payload,
        **more,
    }


def _operation(action: str, channel: str, messages: Sequence[str] | Document, more: Document) -> Document:
    names = [{"$ref": f"#/channels/{channel}/messages/{name}"} for name in messages]
    return {"action": action, "channel": {"$ref": f"#/channels/{channel}"}, "messages": names, **more}
