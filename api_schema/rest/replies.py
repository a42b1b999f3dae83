"""Replies: bodies with their entity tags, conditional requests, cache and safety headers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from hashlib import sha256
from typing import Any

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from api_schema.operations.http import JSON
from api_schema.packing import UNPACKED
from api_schema.ports.base import KeptOut
from api_schema.rest.http_request import HttpRequest

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


class Answer:
    """An answer as it goes out: to HEAD without its body, but with its length."""

    def __init__(
        self, status: int, headers: Mapping[str, str] = {}, media: str | None = None, body: bytes | None = None
    ) -> None:
        self.status, self.body = status, body or b""
        self.raw_headers = raw(headers)
        if body is not None:
            self.raw_headers.append((b"content-length", b"%d" % len(body)))
        if media is not None:
            coded = "; charset=utf-8" if media.startswith("text/") and "charset=" not in media else ""
            self.raw_headers.append((b"content-type", (media + coded).encode()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


class LiveResponse(StreamingResponse):
    """A streaming response that closes its source at once when the client is gone."""

    def __init__(self, source: AsyncGenerator[bytes, None], media: str, headers: dict[str, str]) -> None:
        super().__init__(source, headers=headers, media_type=media)
        self._source = source

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._source):
            await super().stream_response(send)


def render(reply: Reply, request: HttpRequest) -> Answer:
    """The answer, or 304 if the client already has it. Reads get an entity tag, and so does what has a version.

    The answer to a change may hold a token or a code, so nobody packs it unless its headers allow that.
    """
    body, headers = _body(reply.content), dict(reply.headers)
    reads = request.method in {"GET", "HEAD"}
    if reads or reply.stands is not None:
        headers["ETag"] = f'"{_tag(reply, body)}"'
    headers.setdefault("Cache-Control", "no-cache" if reads else UNPACKED)
    if reads and reply.status == 200 and matches_tag(request.header(b"if-none-match"), headers["ETag"]):
        return Answer(304, headers)
    return Answer(reply.status, headers, reply.media, body)


def raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """The fields as they go out."""
    return [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]


def _body(content: Any) -> bytes:
    if isinstance(content, KeptOut):
        return content.encoded
    return content if isinstance(content, bytes) else msgspec.json.encode(content)


def _tag(reply: Reply, body: bytes) -> str:
    """A release that renders the same otherwise has another tag."""
    digest = reply.content.digest if isinstance(reply.content, KeptOut) else sha256(body).hexdigest()
    return digest[:32] if reply.stands is None else f"{reply.stands}-{digest[:16]}"


def cached(request: HttpRequest, fresh: str = "no-cache") -> dict[str, str]:
    """Cache headers of answers that depend on the caller: caches may share only answers to requests without a token.
    `fresh` says how long one is good without another look.
    """
    who = "private" if request.has_token else "public"
    return {"Cache-Control": f"{who}, {fresh}", "Vary": "Authorization"}


def cached_if_past(request: HttpRequest, *, past: bool) -> dict[str, str]:
    """The same for what a release renders: of the past it is good for a while."""
    return cached(request, A_WHILE if past else "no-cache")


def vary(headers: Mapping[str, str], name: str) -> dict[str, str]:
    """The headers, varying by one more request header."""
    before = headers.get("Vary")
    return {**headers, "Vary": f"{before}, {name}" if before else name}


def matches_tag(given: str | None, tag: str) -> bool:
    """Whether a header If-None-Match has this entity tag, given in quotes."""
    if given is None:
        return False
    tags = [part.strip().removeprefix("W/") for part in given.split(",")]
    return tag in tags or "*" in tags
