"""Answers packed with gzip where the client takes it and no proxy does it.

What is short, packed already or says `no-transform` goes out as it is: streams that are live, and what may hold a
token, a code or a secret. A packed answer has other bytes, so its entity tag is weak.
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipResponder, IdentityResponder
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NO_STORE = "no-store"
UNPACKED = "no-store, no-transform"
"""Cache-Control of what may hold a token, a code or a secret, and of streams that are live: neither kept nor packed."""
SMALLEST = 1024
"""Bytes of the shortest answer that is packed."""
LEVEL = 4
"""Of zlib's nine: half the time of the usual one, for a tenth more bytes."""


class Packing:
    """Packs the answers of an application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif prefers_gzip(Request(scope)):
            await _Packed(self.app, SMALLEST, LEVEL)(scope, receive, send)
        else:
            await _Plain(self.app, SMALLEST)(scope, receive, send)


class _Plain(IdentityResponder):
    """Says of what could be packed that it depends on Accept-Encoding."""

    _kept = False
    _known = ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._known = Headers(scope=scope).get("if-none-match", "")

        async def finished(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._finish(MutableHeaders(raw=message["headers"]), message["status"])
            await send(message)

        await super().__call__(scope, receive, finished)

    async def send_with_compression(self, message: Message) -> None:
        """Send a message of the application, packed where that is possible."""
        if message["type"] == "http.response.start":
            self._kept = "no-transform" in Headers(raw=message["headers"]).get("cache-control", "")
        if self._kept:
            await self.send(message)
        else:
            await super().send_with_compression(message)

    def _finish(self, headers: MutableHeaders, status: int) -> None:
        named = [name.strip() for name in headers.get("vary", "").split(",") if name.strip()]
        if named:
            headers["vary"] = ", ".join(dict.fromkeys(named))


class _Packed(_Plain, GZipResponder):
    """Packs, and weakens the entity tag of what it has packed, also where the client has it with a weak one."""

    def _finish(self, headers: MutableHeaders, status: int) -> None:
        super()._finish(headers, status)
        tag = headers.get("etag", "")
        packed = "content-encoding" in headers and not self.content_encoding_set
        if tag.startswith('"') and (packed or (status == 304 and f"W/{tag}" in self._known)):
            headers["etag"] = f"W/{tag}"


@lru_cache(maxsize=32)
def packed(content: bytes) -> bytes:
    """A document or a file of the service itself, which is long and stays as it is: packed once."""
    return gzip.compress(content, mtime=0)


def prefers_gzip(request: Request) -> bool:
    """Whether Accept-Encoding names gzip, and likes it as much as the plain text."""
    return coding(request, ("gzip",)) == "gzip"


def coding(request: Request, offers: Sequence[str]) -> str | None:
    """The offer that Accept-Encoding likes best, the first of equals; None for the plain text if it likes that more."""
    wishes = dict(wish(part) for part in request.headers.get("accept-encoding", "").lower().split(","))
    wishes.setdefault("gzip", wishes.get("x-gzip", 0.0))
    best = max(offers, key=lambda offer: wishes.get(offer, 0.0), default="identity")
    quality = wishes.get(best, 0.0)
    return best if quality > 0 and quality >= wishes.get("identity", 0.0) else None


def wish(part: str) -> tuple[str, float]:
    """(what is wished, how much) of one part of an Accept header."""
    media, *parameters = (piece.strip() for piece in part.split(";"))
    quality = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    return media, float(quality) if quality.isascii() and quality.replace(".", "", 1).isdigit() else 0.0
