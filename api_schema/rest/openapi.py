"""The OpenAPI 3.1 document, built from the table of operations and from the games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from api_schema.errors import ErrorCode
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import CURSOR, VERSION_TAG, IdempotencyKey
from api_schema.operations.table import OPERATIONS, by_path
from api_schema.operations.webhooks import DELIVERIES, SETTINGS
from api_schema.rest import answer_headers
from api_schema.rest.answers import answers, shared, texts
from api_schema.rest.requests import MINIMAL
from api_schema.rest.schemas import components, exact, model, reference
from api_schema.rest.sides import Schema
from api_schema.rest.webhooks import deliveries
from domain.kernel.game import CardGame

CONTACT = {"name": "Whoever runs this installation"}
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
    "Prefer": (
        f"`{MINIMAL}` (RFC 7240): the answer is 204, with the version and the head hash as headers.",
        {"type": "string"},
    ),
}


def build(games: Sequence[CardGame], *, more: bool = False) -> dict[str, Any]:
    """The document for these games. `more`: there are others, whose actions and views stay open."""
    ordered = sorted(games, key=lambda game: game.slug)
    paths = {path: _path(operations.values()) for path, operations in by_path().items()}
    operations = [operation for path in paths.values() for operation in path.values()]
    responses = shared(operations)
    answered = [answer for operation in operations for answer in operation["responses"].values()]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Playledger", "version": "1", "description": _ABOUT, "contact": CONTACT},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths,
        "webhooks": deliveries(),
        "components": {
            "schemas": components(OPERATIONS, ordered, more=more),
            "responses": responses,
            "headers": answer_headers.components([*answered, *responses.values()]),
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
        "responses": answers(operation),
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
        document["requestBody"] = {"required": True, "content": texts(operation.upload)}
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
