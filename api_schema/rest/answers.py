"""Answers of operations, as OpenAPI describes them: statuses, bodies, headers."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from http import HTTPStatus
from itertools import chain, count
from typing import Any

import msgspec

from api_schema.errors import STATUS, ErrorCode
from api_schema.input.names import pascal
from api_schema.operations.http import NDJSON, SSE
from api_schema.operations.operation import Operation
from api_schema.operations.parameters import CURSOR
from api_schema.rest import answer_headers
from api_schema.rest.problems import MEDIA
from api_schema.rest.schemas import model, reference
from api_schema.rest.sides import Schema
from api_schema.rest.streams import STREAMS, Message, Stream

_STREAMS = {stream.address: stream for stream in STREAMS}
_VERSION: Schema = {"type": "string", "pattern": "^[0-9]{1,10}$"}
_VERSION_NUMBER: Schema = {"type": "integer", "minimum": 0}
_CURSOR: Schema = {"type": "string", "pattern": CURSOR}


def answers(operation: Operation) -> dict[str, Any]:
    """The answers of an operation, by status."""
    found = {str(operation.status): _success(operation)}
    headers = answer_headers.of_success(operation)
    if operation.conditional:
        found["304"] = {"description": "The client has it already.", "headers": headers}
    if "Last-Event-ID" in operation.headers:
        found["204"] = {"description": "Nothing was missed, and nothing will follow.", "headers": headers}
    if "Prefer" in operation.headers:
        minimal = answer_headers.of_minimal(operation)
        found["204"] = {"description": "It is done, and more was not asked for.", "headers": minimal}
    refusals = sorted(_refusals(operation).items())
    return found | {str(status): _refusal(operation, status, codes) for status, codes in refusals}


def shared(operations: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Take out refusals that several operations give alike: they get a name, and references stand in their place."""
    places: dict[bytes, list[tuple[dict[str, Any], str]]] = {}
    for operation in operations:
        for status, answer in operation["responses"].items():
            if status >= "400":
                places.setdefault(msgspec.json.encode(answer), []).append((operation["responses"], status))
    found: dict[str, Any] = {}
    for same in places.values():
        if len(same) > 1:
            name = _name(*same[0], found)
            found[name] = same[0][0][same[0][1]]
            for answer, status in same:
                answer[status] = {"$ref": f"#/components/responses/{name}"}
    return found


def _name(answer: Mapping[str, Any], status: str, taken: Container[str]) -> str:
    """Of the status and the codes; the second of a name gets a number."""
    codes = answer[status]["description"].partition(": ")[2].partition(".")[0].replace(", ", "_")
    name = f"{pascal(codes.lower())}{status}"
    return next(one for one in chain([name], map(f"{name}_{{}}".format, count(2))) if one not in taken)


def _success(operation: Operation) -> dict[str, Any]:
    document: dict[str, Any] = {"description": operation.summary}
    content = {} if operation.reply is None else {"application/json": {"schema": model(operation.reply)}}
    content |= texts(operation.media) if operation.path not in _STREAMS else _items(operation)
    if operation.lines is not None:
        content[NDJSON] = {"schema": model(operation.lines)}
    if content:
        document["content"] = content
    if operation.links:
        document["links"] = {name: dict(link) for name, link in operation.links.items()}
    return {**document, "headers": answer_headers.of_success(operation)}


def texts(media: Mapping[str, str]) -> dict[str, Any]:
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
        codes.append(ErrorCode.UNAUTHENTICATED)
    if operation.scope is not None:
        codes.append(ErrorCode.FORBIDDEN)
    if operation.counted:
        codes += [ErrorCode.RATE_LIMITED, ErrorCode.UNAVAILABLE]
    if "/matches/{id}" in operation.path:
        codes.append(ErrorCode.RELEASE_MISMATCH)
    found: dict[int, list[ErrorCode]] = {400: [ErrorCode.INVALID_INPUT]}
    if operation.body is not None or operation.actions or operation.upload:
        found |= {413: [ErrorCode.INVALID_INPUT], 415: [ErrorCode.INVALID_INPUT]}
    for code in dict.fromkeys(codes):
        found.setdefault(STATUS[code], []).append(code)
    return found


def _refusal(operation: Operation, status: int, codes: Sequence[ErrorCode]) -> dict[str, Any]:
    beyond = operation.beyond if status == HTTPStatus.BAD_REQUEST else ""
    more = f". Valid by the schema, and refused with this or another code: {beyond}." if beyond else ""
    return {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}{more}",
        "headers": answer_headers.of_refusal(operation, codes),
        "content": {MEDIA: {"schema": reference("Problem")}},
    }
