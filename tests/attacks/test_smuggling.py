"""Requests in the bodies of others: nobody between the client and the service may count requests otherwise than it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from select import select

import pytest

from tests.attacks.echo import Echo, echoing
from tests.attacks.listener import Listener, drained
from tests.attacks.test_trailers import Way, through_haproxy, through_nginx
from tests.kit.proxies import needs_haproxy, needs_nginx

INNER = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
LENGTH = b"Content-Length: %d" % len(INNER)
TE = b"Transfer-Encoding: chunked"
CHUNK = b"%x\r\n%b\r\n0\r\n\r\n" % (len(INNER), INNER)
MOMENT = 0.1
"""Seconds between the head and the rest of an attack, so that they mostly arrive one after the other."""


def post(*fields: bytes, line: bytes = b"POST /outer HTTP/1.1") -> bytes:
    """A head."""
    return b"\r\n".join([line, b"Host: x", *fields, b"", b""])


ATTACKS = {
    "a length and chunks": (post(b"Content-Length: %d" % (len(INNER) + 5), TE), b"0\r\n\r\n" + INNER),
    "chunks and a length": (post(TE, b"Content-Length: 4"), CHUNK),
    "chunks with a space before the colon": (post(b"Transfer-Encoding : chunked", LENGTH), INNER),
    "chunks after a vertical tab": (post(b"Transfer-Encoding: \x0bchunked", LENGTH), INNER),
    "chunks after a tab": (post(b"Transfer-Encoding:\tchunked"), CHUNK),
    "chunks that are none": (post(b"Transfer-Encoding: xchunked", LENGTH), INNER),
    "chunks that are not last": (post(b"Transfer-Encoding: chunked, identity", LENGTH), INNER),
    "chunks twice": (post(b"Transfer-Encoding: chunked, chunked"), CHUNK),
    "chunks in two fields": (post(TE, b"Transfer-Encoding: identity", LENGTH), INNER),
    "chunks in a folded field": (post(b"X-A: b\r\n Transfer-Encoding: chunked", LENGTH), INNER),
    "chunks behind a bare line feed": (post(b"X-A: b\nTransfer-Encoding: chunked", LENGTH), INNER),
    "chunks behind a bare return": (post(b"X-A: b\rTransfer-Encoding: chunked", LENGTH), INNER),
    "chunks of HTTP/1.0": (post(TE, b"Connection: keep-alive", line=b"POST /outer HTTP/1.0"), CHUNK),
    "two lengths": (post(LENGTH, b"Content-Length: 0"), INNER),
    "two lengths in one": (post(b"Content-Length: 0, %d" % len(INNER)), INNER),
    "a length with a sign": (post(b"Content-Length: +%d" % len(INNER)), INNER),
    "a length with a space": (post(b"Content-Length: 0 %d" % len(INNER)), INNER),
    "a hexadecimal length": (post(b"Content-Length: 0x0"), INNER),
    "a length that is too large": (post(b"Content-Length: 18446744073709551616"), INNER),
    "a size that is too large": (post(TE), b"10000000000000000\r\n\r\n0\r\n\r\n" + INNER),
    "a size with a sign": (post(TE), b"+0\r\n\r\n" + INNER),
    "a size with a prefix": (post(TE), b"0x0\r\n\r\n" + INNER),
    "a line feed in an extension": (post(TE), b"2;a=\nb\r\nxx\r\n0\r\n\r\n" + INNER),
    "a return in an extension": (post(TE), b"2;a=\rb\r\nxx\r\n0\r\n\r\n" + INNER),
    "chunks that end with line feeds": (post(TE), b"2\nxx\n0\n\n" + INNER),
    "a chunk that is longer than it says": (post(TE), b"2\r\nxxxx\r\n0\r\n\r\n" + INNER),
    "a length in a trailer": (post(TE), b"0\r\n" + LENGTH + b"\r\n\r\n" + INNER[:-2] + b"X-A: b\r\n\r\n"),
    "a body of a read": (post(LENGTH, line=b"GET /outer HTTP/1.1"), INNER),
    "an upgrade to nothing": (post(b"Connection: Upgrade", b"Upgrade: nothing", LENGTH), INNER),
    "an upgrade and a long body": (
        post(b"Connection: Upgrade", b"Upgrade: nothing", b"Content-Length: %d" % (len(INNER) + 400_000)),
        b"\r\n" * 200_000 + INNER,
    ),
    "an upgrade in chunks": (post(b"Connection: Upgrade", b"Upgrade: nothing", TE), CHUNK),
    "an upgrade to HTTP/2": (
        post(b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABk", LENGTH),
        INNER,
    ),
    "an upgrade to two": (post(b"Connection: Upgrade", b"Upgrade: websocket, nothing", LENGTH), INNER),
    "an upgrade and another connection": (
        post(b"Connection: Upgrade", b"Connection: keep-alive", b"Upgrade: websocket", LENGTH),
        INNER,
    ),
    "a websocket with a body": (
        post(b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13", LENGTH),
        INNER,
    ),
    "a tunnel": (post(LENGTH, line=b"CONNECT x:80 HTTP/1.1"), INNER),
    "an expectation": (post(b"Expect: 100-continue", LENGTH), INNER),
}


def attack(door: Listener, head: bytes, rest: bytes) -> bytes:
    """All answers until the server closes, or has answered what was sent and says no more."""
    with door.connect() as connection:
        connection.sendall(head)
        select([connection], [], [], MOMENT)
        with suppress(ConnectionError):
            connection.sendall(rest)
            connection.sendall(post(b"Connection: close", line=b"GET /last HTTP/1.1"))
        connection.settimeout(2)
        with suppress(TimeoutError):
            return drained(connection)
    return b""


@pytest.fixture(scope="module")
def echo() -> Iterator[Echo]:
    with echoing(trusted_proxies=("127.0.0.1",)) as found:
        yield found


def behind(way: Way, echo: Echo, folders: pytest.TempPathFactory) -> Iterator[Listener]:
    with way(folders.mktemp("proxy"), echo) as door:
        yield door


@pytest.fixture(scope="module")
def behind_haproxy(echo: Echo, tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Listener]:
    yield from behind(through_haproxy, echo, tmp_path_factory)


@pytest.fixture(scope="module")
def behind_nginx(echo: Echo, tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Listener]:
    yield from behind(through_nginx, echo, tmp_path_factory)


def counted_alike(echo: Echo, door: Listener, name: str) -> None:
    """The application is given what the proxy has passed on, which bears its mark, and others get their own answers."""
    before = len(echo.given)
    attack(door, *ATTACKS[name])
    for number in range(3):
        own = b"GET /own/%d HTTP/1.1" % number
        answer = door.ask(post(b"Connection: close", line=own))
        assert b'"path": "/own/%d"' % number in answer, answer
    for one in echo.given[before:]:
        assert len(one.values("x-request-id")) == 1, one


@pytest.mark.parametrize("name", ATTACKS)
def test_a_body_is_no_request(echo: Echo, name: str) -> None:
    before = len(echo.given)
    attack(echo, *ATTACKS[name])
    assert [one.path for one in echo.given[before:]] in ([], ["/outer"], ["/outer", "/last"])


@needs_haproxy
@pytest.mark.parametrize("name", ATTACKS)
def test_haproxy_counts_requests_as_the_service_does(echo: Echo, behind_haproxy: Listener, name: str) -> None:
    counted_alike(echo, behind_haproxy, name)


@needs_nginx
@pytest.mark.parametrize("name", ATTACKS)
def test_nginx_counts_requests_as_the_service_does(echo: Echo, behind_nginx: Listener, name: str) -> None:
    counted_alike(echo, behind_nginx, name)


UPGRADE = (b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABk")


@pytest.mark.parametrize(
    ("head", "pieces", "body"),
    [
        (post(*UPGRADE, line=b"GET /outer HTTP/1.1"), [], b""),
        (post(*UPGRADE, LENGTH), [INNER], INNER),
        (post(*UPGRADE, LENGTH), [INNER[:10], INNER[10:]], INNER),
        (post(*UPGRADE, TE), [CHUNK[:10], CHUNK[10:]], INNER),
    ],
    ids=["a read", "a body", "a body in pieces", "chunks"],
)
def test_who_asks_for_another_protocol_is_answered_in_this_one(head: bytes, pieces: list[bytes], body: bytes) -> None:
    """Java's own library asks for HTTP/2 with its first request. It is the last one of its connection."""
    with echoing() as echo, echo.connect() as connection:
        for piece in (head, *pieces):
            connection.sendall(piece)
            select([connection], [], [], MOMENT)
        answer = drained(connection)
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in answer
        assert echo.paths() == ["/outer"]
        assert echo.given[0].body.encode() == body
