"""A request that asks for a protocol which nobody here speaks is read as if it had not asked (RFC 9110, 7.8).

The library of Java asks for HTTP/2 with the first request of each connection, whether that has a body or not. The
parser takes all that follows such a head for the other protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from httptools import HttpParserUpgrade, HttpRequestParser

ASKING = frozenset({b"connection", b"upgrade", b"http2-settings"})


class PlainParser:
    """A parser of requests. `again` gives the head to read in place of the one that was just read, if there is one."""

    def __init__(self, made: Callable[[], HttpRequestParser], again: Callable[[], bytes]) -> None:
        self._made = made
        self._again = again
        self._parser = made()

    def feed_data(self, data: bytes) -> None:
        """Read on. Raises what the parser raises; HttpParserUpgrade only for a protocol that is spoken here."""
        while True:
            try:
                return self._parser.feed_data(data)
            except HttpParserUpgrade as upgrade:
                head = self._again()
                if not head:
                    raise
                self._parser = self._made()
                data = head + data[upgrade.args[0] :]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)


def without_asking(method: bytes, url: bytes, version: str, fields: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The head of the same request in this protocol. It is the last one of its connection."""
    kept = [(name, value) for name, value in fields if name not in ASKING]
    lines = (name + b": " + value for name, value in [*kept, (b"connection", b"close")])
    return b"\r\n".join([b"%b %b HTTP/%b" % (method, url, version.encode()), *lines, b"", b""])
