"""Whether answers are what the OpenAPI document says, looked at wherever a test asks REST in its own process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any

import jsonschema_rs
import msgspec
from starlette.types import Message, Receive, Scope, Send

from api_schema.rest.endpoint import Endpoint
from api_schema.rest.openapi import build
from api_schema.rest.problems import MEDIA

CARRIED = {"content-type", "content-length", "content-encoding", "vary", "content-security-policy", "x-accel-buffering"}
"""Headers for caches, proxies and browsers: no client reads what they mean."""
_HERE = "urn:playledger:openapi"
Asgi = Callable[[Endpoint, Scope, Receive, Send], Awaitable[None]]


def watching(asgi: Asgi, faults: list[str]) -> Asgi:
    """An endpoint that also notes what the document doesn't say of its answers."""

    async def watched(endpoint: Endpoint, scope: Scope, receive: Receive, send: Send) -> None:
        said: list[Message] = []

        async def told(message: Message) -> None:
            said.append({**message})
            await send(message)

        await asgi(endpoint, scope, receive, told)
        operation = endpoint.operations.get(scope["method"])
        if said and operation is not None:
            body = b"".join(message.get("body", b"") for message in said[1:])
            where = f"{scope['method']} {operation.path} {said[0]['status']}"
            faults.extend(f"{where}: {fault}" for fault in _faults(operation.path, operation.method, said[0], body))

    return watched


def _faults(path: str, method: str, start: Message, body: bytes) -> Iterator[str]:
    answer = _answer(path, method, start["status"])
    if answer is None:
        yield "the status is not declared"
        return
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    declared = {name.lower() for name in answer["headers"]}
    yield from (f"the header {name} is not declared" for name in sorted(headers.keys() - declared - CARRIED))
    if not body or "content-encoding" in headers:
        return
    media = headers["content-type"].partition(";")[0]
    if media not in answer.get("content", {}):
        yield f"{media} is not declared"
    elif media in ("application/json", MEDIA):
        fault = _validator(path, method, start["status"], media).iter_errors(msgspec.json.decode(body))
        yield from (f"{one.instance_path}: {one.message}" for one in fault)


@cache
def _document() -> dict[str, Any]:
    """The document without the types of any game."""
    return build([], more=True)


def _answer(path: str, method: str, status: int) -> dict[str, Any] | None:
    found: dict[str, Any] | None = _document()["paths"][path][method.lower()]["responses"].get(str(status))
    name = (found or {}).get("$ref", "").rpartition("/")[2]
    return _document()["components"]["responses"][name] if name else found


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([(_HERE, {"components": {"schemas": _document()["components"]["schemas"]}})])


@cache
def _validator(path: str, method: str, status: int, media: str) -> Any:
    answer = _answer(path, method, status)
    assert answer is not None
    schema = answer["content"][media]["schema"]
    if "$ref" in schema:
        schema = {"$ref": _HERE + schema["$ref"]}
    return jsonschema_rs.validator_for(schema, registry=_registry())
