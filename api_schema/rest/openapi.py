"""The OpenAPI 3.1 document, built from the table of operations and from the games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

from api_schema.errors import STATUS, ErrorCode
from api_schema.rest.beyond import BEYOND
from api_schema.rest.operation import Operation
from api_schema.rest.parameters import CURSOR, VERSION_TAG, IdempotencyKey
from api_schema.rest.problems import MEDIA
from api_schema.rest.replies import AS_OF, NDJSON, SSE
from api_schema.rest.schemas import components, exact, model, reference
from api_schema.rest.sides import Schema
from api_schema.rest.streams import STREAMS, Message, Stream
from api_schema.rest.table import OPERATIONS, by_path
from api_schema.rest.webhooks import DELIVERIES, SETTINGS, deliveries
from domain.kernel.game import CardGame

_ABOUT = """Play, watch and audit card games.

Every change of a match is one event with a gap-free version; the version is cursor, entity tag, stream ID, resume point
and optimistic lock. Errors are problems (RFC 9457) with a `code` and, where a rule forbids something, its `ruleId`.

Integers are written as integers; coming in, a number with a zero fraction counts as one (30253.0 is 30253). They have
at most 53 bits, texts no NUL character, times are RFC 3339 in UTC, durations are milliseconds. Unknown members and
parameters are refused. Clients must tolerate members, enum values and codes that they don't know."""

_TAGS = {
    "catalogue": "Games, rules, cards, decks",
    "decks": "Decks that your account saves",
    "lobby": "Matches before they start",
    "play": "Matches that run",
    "history": "Records: replay files, and whether they hold",
    "results": "Results of matches that are over",
    "tournaments": "Tournaments: made, entered, run, ruled in, watched, and taken along",
    "ratings": "Leaderboards and ratings",
    SETTINGS: "Webhooks: what happens to matches and in tournaments, told to a URL",
    DELIVERIES: "What webhooks are sent",
    "accounts": "Personal tokens",
    "about": "The service itself",
}
TOKEN: Schema = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "A personal token `pl_...`, the token `st_...` of one seat of one match, or an access token"
        " (RFC 9068) of the identity provider, if the service has one."
    ),
}
_HEADERS: dict[str, tuple[str, Schema]] = {
    "If-Match": (
        'Only if the match, or the deck, is at this version: `"12"`, or an ETag of it.',
        {"type": "string", "pattern": VERSION_TAG},
    ),
    "Last-Event-ID": (
        "The version after which a broken stream goes on; goes before `after`.",
        {"type": "string", "pattern": "^[0-9]{1,9}$"},
    ),
    "Last-Event-ID: cursor": (
        "The cursor after which a broken stream goes on; goes before `after`.",
        {"type": "string", "pattern": CURSOR},
    ),
}


_STREAMS = {stream.address: stream for stream in STREAMS}
_VERSION: Schema = {"type": "string", "pattern": "^[0-9]{1,10}$"}
_VERSION_NUMBER: Schema = {"type": "integer", "minimum": 0}
_CURSOR: Schema = {"type": "string", "pattern": CURSOR}


def build(games: Sequence[CardGame]) -> dict[str, Any]:
    """The document for these games."""
    ordered = sorted(games, key=lambda game: game.slug)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Playledger", "version": "1", "description": _ABOUT},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": {path: _path(operations.values()) for path, operations in by_path().items()},
        "webhooks": deliveries(),
        "components": {
            "schemas": components(OPERATIONS, ordered),
            "securitySchemes": {"bearer": TOKEN},
        },
    }


def _path(operations: Iterable[Operation]) -> dict[str, Any]:
    return {operation.method.lower(): _operation(operation) for operation in operations}


def _operation(operation: Operation) -> dict[str, Any]:
    document: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "security": _security(operation),
        "parameters": _parameters(operation),
        "responses": _responses(operation),
    }
    notice = operation.deprecated.notice if operation.deprecated else ""
    about = " ".join(filter(None, (operation.description, _needed(operation))))
    if described := "\n\n".join(filter(None, (about, notice))):
        document["description"] = described
    if operation.deprecated:
        document["deprecated"] = True
    if operation.body is not None or operation.actions:
        schema = reference("ActionBody") if operation.actions else model(operation.body)
        content = {"schema": schema} if operation.example is None else {"schema": schema, "example": operation.example}
        document["requestBody"] = {"required": True, "content": {"application/json": content}}
    if operation.upload:
        document["requestBody"] = {"required": True, "content": _texts(operation.upload)}
    return document


def _needed(operation: Operation) -> str:
    """The scope that the token of an account needs, in words."""
    if operation.scope is not None:
        return f"The token of an account needs the scope `{operation.scope}`."
    if operation.sight is not None:
        own = "What is your own in it" if operation.tag == "tournaments" else "As one of your account's own seats"
        return f"{own}: needs the scope `{operation.sight}`."
    return ""


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    """OpenAPI 3.1 lets scopes stand beside a scheme that is not OAuth; what only opens more is no requirement."""
    token: dict[str, list[str]] = {"bearer": [] if operation.scope is None else [operation.scope]}
    return {"none": [], "optional": [{}, token], "required": [token]}[operation.auth]


def _parameters(operation: Operation) -> list[dict[str, Any]]:
    found = [*_fields(operation.path_type, "path"), *_fields(operation.query_type, "query")]
    if operation.key != "none":
        schema = msgspec.json.schema(IdempotencyKey)
        found.append(_parameter("Idempotency-Key", "header", schema, required=operation.key == "required"))
    for name in operation.headers:
        text, schema = _HEADERS[name]
        # an action may bring another guard, what is changed as a whole has no other one
        needed = ErrorCode.GUARD_REQUIRED in operation.codes and not operation.actions
        found.append(_parameter(name.partition(":")[0], "header", {**schema, "description": text}, required=needed))
    if operation.conditional:
        schema = {"type": "string", "description": "Answer 304 if the entity tag is still this."}
        found.append(_parameter("If-None-Match", "header", schema, required=False))
    return found


def _fields(kind: type, place: str) -> list[dict[str, Any]]:
    schema = msgspec.json.schema(kind)["$defs"][kind.__name__]
    required = schema.get("required", [])
    return [_parameter(name, place, field, required=name in required) for name, field in schema["properties"].items()]


def _parameter(name: str, place: str, schema: Schema, *, required: bool) -> dict[str, Any]:
    text = schema.get("description", "")
    bare = {key: value for key, value in schema.items() if key not in ("description", "examples")}
    shown = {"example": schema["examples"][0]} if schema.get("examples") and required else {}
    return {"name": name, "in": place, "required": required, "description": text, **shown, "schema": exact(bare)}


def _responses(operation: Operation) -> dict[str, Any]:
    found = {str(operation.status): _success(operation)}
    if operation.conditional:
        found["304"] = {"description": "The client has it already."}
    if "Last-Event-ID" in operation.headers:
        found["204"] = {"description": "Nothing was missed, and nothing will follow."}
    for status, codes in sorted(_refusals(operation).items()):
        found[str(status)] = _refusal(status, codes)
    if beyond := BEYOND.get(operation.id):
        found["400"]["description"] += f". Valid by the schema, and refused with this or another code: {beyond}."
    return found


def _success(operation: Operation) -> dict[str, Any]:
    document: dict[str, Any] = {"description": operation.summary}
    content = {} if operation.reply is None else {"application/json": {"schema": model(operation.reply)}}
    content |= _texts(operation.media) if operation.path not in _STREAMS else _items(operation)
    if content:
        document["content"] = content
    if operation.links:
        document["links"] = {name: dict(link) for name, link in operation.links.items()}
    headers: dict[str, Schema] = {}
    if operation.status == HTTPStatus.CREATED and operation.id != "joinMatch":
        headers["Location"] = {"schema": {"type": "string"}, "description": "Where it is."}
    if operation.as_of:
        headers[AS_OF] = {"schema": {"type": "integer"}, "description": "The version of the tournament that it shows."}
    return {**document, "headers": headers} if headers else document


def _texts(media: Mapping[str, str]) -> dict[str, Any]:
    """Bodies that no schema says more of than what they are, by media type."""
    return {name: {"schema": {"type": "string", "description": text}} for name, text in media.items()}


def _items(operation: Operation) -> dict[str, Any]:
    """The bodies of a stream. The schema of each form is that of an item: of an event, or of a line."""
    stream, texts = _STREAMS[operation.path], operation.media
    events = [_event(stream, message) for message in stream.messages]
    lines = [_line(stream, message) for message in stream.messages if not message.sse_only]
    return {
        SSE: {"schema": {"description": f"An event. {texts[SSE]}", "anyOf": events}},
        NDJSON: {"schema": {"description": f"A line. {texts[NDJSON]}", "anyOf": lines}},
    }


def _event(stream: Stream, message: Message) -> Schema:
    """A server-sent event, as its fields."""
    resume = {} if not message.resumes else {"id": _VERSION if stream.point == "version" else _CURSOR}
    data = {"type": "string", "contentMediaType": "application/json", "contentSchema": model(message.payload)}
    return _item(message, {"event": {"const": message.name}, **resume, "data": data})


def _line(stream: Stream, message: Message) -> Schema:
    """A line of NDJSON."""
    version = {"version": _VERSION_NUMBER} if message.resumes and stream.point == "version" else {}
    return _item(message, {"type": {"const": message.name}, **version, "data": model(message.payload)})


def _item(message: Message, members: Schema) -> Schema:
    return {"type": "object", "description": message.summary, "properties": members, "required": [*members]}


def _refusals(operation: Operation) -> dict[int, list[ErrorCode]]:
    """The codes to expect, by their status: the operation's own, and those that any request may meet."""
    codes = [*operation.codes, ErrorCode.INTERNAL]
    if operation.auth != "none":
        codes += [ErrorCode.UNAUTHENTICATED, ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE]
    if "/matches/{id}" in operation.path:
        codes.append(ErrorCode.RELEASE_MISMATCH)
    found: dict[int, list[ErrorCode]] = {400: [ErrorCode.INVALID_INPUT]}
    if operation.body is not None or operation.actions or operation.upload:
        found |= {413: [ErrorCode.INVALID_INPUT], 415: [ErrorCode.INVALID_INPUT]}
    for code in dict.fromkeys(codes):
        found.setdefault(STATUS[code], []).append(code)
    return found


def _refusal(status: int, codes: Sequence[ErrorCode]) -> dict[str, Any]:
    return {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}",
        "content": {MEDIA: {"schema": reference("Problem")}},
    }
