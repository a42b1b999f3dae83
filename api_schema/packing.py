"""Answers packed with gzip where the client takes it and no proxy does it.

An answer that is short, packed already or says `no-transform` goes out as it is: streams that are live, and answers
that may hold a token, a code or a secret. A packed answer has other bytes, so its entity tag is weak.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipResponder
from starlette.types import Message, Receive, Scope, Send

from api_schema.negotiation import wishes

NO_STORE = "no-store"
UNPACKED = "no-store, no-transform"
"""Cache-Control of what may hold a token, a code or a secret, and of streams that are live: neither kept nor packed."""
Fields = Iterable[tuple[bytes, bytes]]
"""The headers of a request as ASGI gives them."""
SMALLEST = 1024
"""Bytes of the shortest answer that is packed."""
_ACCEPT = b"Accept-Encoding"
LEVEL = 4
"""Of zlib's nine: half the time of the usual one, for a tenth more bytes."""


def say_packable(start: Message) -> None:
    """Say of an answer that goes out as it is whether it would be packed for others."""
    headers: list[tuple[bytes, bytes]] = start["headers"]
    if not _is_packable(start["status"], dict(headers)):
        return
    for place, (name, value) in enumerate(headers):
        if name == b"vary":
            if _ACCEPT not in value:
                headers[place] = name, value + b", " + _ACCEPT
            return
    headers.append((b"vary", _ACCEPT))


def _is_packable(status: int, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a client that takes gzip gets an answer with this head packed."""
    return (
        status not in (204, 206, 304)
        and int(headers.get(b"content-length", SMALLEST)) >= SMALLEST
        and b"content-encoding" not in headers
        and b"no-transform" not in headers.get(b"cache-control", b"")
        and _is_text(headers.get(b"content-type", b""))
    )


@lru_cache(maxsize=64)
def _is_text(content_type: bytes) -> bool:
    """Whether a media type isn't packed already."""
    media = content_type.partition(b";")[0].strip().lower().decode("latin-1")
    return {media, media.partition("/")[0] + "/*"}.isdisjoint(DEFAULT_EXCLUDED_CONTENT_TYPES)


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """The library's class wants an application, which it need not call here."""


class Packed(GZipResponder):
    """Packs, and weakens the entity tag of what it has packed, also where the client has it with a weak one."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(_nothing, SMALLEST, LEVEL)
        self._known = Headers(scope=scope).get("if-none-match", "")
        self._packs = False
        self._whole = send
        self.send = self._finished

    async def sent(self, message: Message) -> None:
        """Send a message of the application."""
        if message["type"] == "http.response.start":
            self._packs = _is_packable(message["status"], dict(message["headers"]))
        await (self.send_with_compression if self._packs else self.send)(message)

    async def _finished(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._finish(MutableHeaders(raw=message["headers"]), message["status"])
        await self._whole(message)

    def _finish(self, headers: MutableHeaders, status: int) -> None:
        named = [name.strip() for name in headers.get("vary", "").split(",") if name.strip()]
        if named:
            headers["vary"] = ", ".join(dict.fromkeys(named))
        tag = headers.get("etag", "")
        packed = self._packs and "content-encoding" in headers
        if tag.startswith('"') and (packed or (status == 304 and f"W/{tag}" in self._known)):
            headers["etag"] = f"W/{tag}"


@lru_cache(maxsize=32)
def packed(content: bytes) -> bytes:
    """A document or a file of the service itself, which is long and stays as it is: packed once."""
    return gzip.compress(content, mtime=0)


def prefers_gzip(headers: Fields) -> bool:
    """Whether Accept-Encoding names gzip, and likes it as much as the plain text."""
    return coding(headers, ("gzip",)) == "gzip"


def coding(headers: Fields, offers: Sequence[str]) -> str | None:
    """The offer that Accept-Encoding likes best, the first of equals; None for the plain text if it likes that more."""
    accepted = [value for name, value in headers if name == b"accept-encoding"]
    return _coding(b", ".join(accepted).decode("latin-1"), tuple(offers)) if accepted else None


@lru_cache(maxsize=256)
def _coding(accepted: str, offers: Sequence[str]) -> str | None:
    liked = {coding: quality for coding, (quality, _) in wishes(accepted).items()}
    liked.setdefault("gzip", liked.get("x-gzip", 0.0))
    best = max(offers, key=lambda offer: liked.get(offer, 0.0), default="identity")
    quality = liked.get(best, 0.0)
    return best if quality > 0 and quality >= liked.get("identity", 0.0) else None
