"""HTTP/2 by hand, over TLS: whatever a library would refuse to send."""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import Iterable
from contextlib import suppress

from tests.kit.waiting import PATIENCE

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 6, 7, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1
Field = tuple[bytes, bytes]
STATUS = {0x88: 200, 0x89: 204, 0x8A: 206, 0x8B: 304, 0x8C: 400, 0x8D: 404, 0x8E: 500}
"""What the first byte of an answer's fields says, from the table of HPACK."""


def frame(kind: int, payload: bytes = b"", stream: int = 0, flags: int = 0) -> bytes:
    return struct.pack("!I", len(payload))[1:] + bytes([kind, flags]) + struct.pack("!I", stream) + payload


def fields(given: Iterable[Field]) -> bytes:
    """Fields as literals that no table remembers."""
    return b"".join(b"\0" + _text(name) + _text(value) for name, value in given)


def _text(text: bytes) -> bytes:
    if len(text) < 127:
        return bytes([len(text)]) + text
    length, rest = b"\x7f", len(text) - 127
    while rest >= 128:
        length += bytes([rest % 128 + 128])
        rest //= 128
    return length + bytes([rest]) + text


def request(path: bytes, *more: Field, method: bytes = b"GET") -> list[Field]:
    """The fields of an honest request, and more of them."""
    return [(b":method", method), (b":scheme", b"https"), (b":path", path), (b":authority", b"x"), *more]


class Http2:
    """A connection that has sent its settings."""

    def __init__(self, port: int) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        self.connection = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        assert self.connection.selected_alpn_protocol() == "h2"
        self.send(PREFACE + frame(SETTINGS))

    def __enter__(self) -> Http2:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def send(self, data: bytes) -> None:
        with suppress(OSError):  # closed meanwhile: what is received next tells why
            self.connection.sendall(data)

    def ask(self, given: Iterable[Field], body: bytes | None = None, *, stream: int = 1) -> None:
        """A request, with a body in one frame if there is one."""
        ends = END_STREAM if body is None else 0
        self.send(frame(HEADERS, fields(given), stream, END_HEADERS | ends))
        if body is not None:
            self.send(frame(DATA, body, stream, END_STREAM))

    def answer(self, stream: int = 1) -> tuple[int, bytes]:
        """Status and body of the answer; status 0 where the stream or the connection ends without one."""
        status, body = 0, b""
        while True:
            head = self._take(9)
            if not head:
                return status, body
            size, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
            payload = self._take(size)
            if kind == GOAWAY:
                return status, body
            if int.from_bytes(head[5:], "big") != stream:
                continue
            if kind == RESET:
                return status, body
            if kind == HEADERS and not status:
                status = STATUS.get(payload[0]) or int(payload[2:5])
            elif kind == DATA:
                body += payload
            if flags & END_STREAM and kind in (HEADERS, DATA):
                return status, body

    def _take(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            try:
                part = self.connection.recv(count - len(found))
            except OSError:
                return b""
            if not part:
                return b""
            found += part
        return found
