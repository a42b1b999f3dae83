"""Replies: bodies with their entity tags, conditional requests, cache and safety headers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from hashlib import sha256
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Send

from api_schema.operations.http import JSON
from api_schema.packing import UNPACKED
from api_schema.ports.base import KeptOut

FOR_EVER = "max-age=31536000, immutable"
"""Of what is a record, byte by byte."""
A_WHILE = "max-age=300"
"""Of what never changes but by another release, which may render it otherwise, or by a restore that takes it away."""

SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""On every response that says nothing else."""


class Reply(msgspec.Struct, frozen=True):
    """The answer of a handler. `content` is a struct, or bytes of the media type. The entity tag is the content's hash,
    after `stands` where that is set: a version that If-Match can name.
    """

    content: Any
    status: int = 200
    media: str = JSON
    stands: str | None = None
    headers: Mapping[str, str] = {}


class LiveResponse(StreamingResponse):
    """A streaming response that closes its source at once when the client is gone."""

    def __init__(self, source: AsyncGenerator[bytes, None], media: str, headers: dict[str, str]) -> None:
        super().__init__(source, headers=headers, media_type=media)
        self._source = source

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._source):
            await super().stream_response(send)


def render(reply: Reply, request: Request) -> Response:
    """The response, or 304 if the client already has it. Reads get an entity tag, and so does what has a version.

    The answer to a change may hold a token or a code, so nobody packs it unless its headers allow that.
    """
    body = _body(reply.content)
    headers = dict(reply.headers)
    reads = request.method in {"GET", "HEAD"}
    if reads or reply.stands is not None:
        headers["ETag"] = f'"{_tag(reply, body)}"'
    if reads:
        headers.setdefault("Cache-Control", "no-cache")
        if reply.status == 200 and matches_tag(request, headers["ETag"]):
            return Response(status_code=304, headers=headers)
    headers.setdefault("Cache-Control", UNPACKED)
    return Response(body, reply.status, headers, reply.media)


def _body(content: Any) -> bytes:
    if isinstance(content, KeptOut):
        return content.encoded
    return content if isinstance(content, bytes) else msgspec.json.encode(content)


def _tag(reply: Reply, body: bytes) -> str:
    """A release that renders the same otherwise has another tag."""
    digest = reply.content.digest if isinstance(reply.content, KeptOut) else sha256(body).hexdigest()
    return digest[:32] if reply.stands is None else f"{reply.stands}-{digest[:16]}"


def unmeasured(headers: dict[str, str], media: str) -> Response:
    """The answer to HEAD of what is written while it is read: only that tells how long it is."""
    response = Response(headers=headers, media_type=media)
    del response.headers["content-length"]
    return response


def cached(request: Request, fresh: str = "no-cache") -> dict[str, str]:
    """Cache headers of answers that depend on the caller: caches may share only answers to requests without a token.
    `fresh` says how long one is good without another look.
    """
    who = "private" if "authorization" in request.headers else "public"
    return {"Cache-Control": f"{who}, {fresh}", "Vary": "Authorization"}


def cached_if_past(request: Request, *, past: bool) -> dict[str, str]:
    """The same for what a release renders: of the past it is good for a while."""
    return cached(request, A_WHILE if past else "no-cache")


def vary(headers: Mapping[str, str], name: str) -> dict[str, str]:
    """The headers, varying by one more request header."""
    before = headers.get("Vary")
    return {**headers, "Vary": f"{before}, {name}" if before else name}


def matches_tag(request: Request, tag: str) -> bool:
    """Whether If-None-Match has this entity tag, given in quotes."""
    given = request.headers.get("if-none-match")
    if given is None:
        return False
    tags = [part.strip().removeprefix("W/") for part in given.split(",")]
    return tag in tags or "*" in tags
