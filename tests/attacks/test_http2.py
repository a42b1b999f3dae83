"""TLS and HTTP/2 at the proxy of deploy/, which tells the service in HTTP/1.1 what it was asked."""

from __future__ import annotations

import socket
import ssl
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.attacks.echo import Echo, echoing
from tests.attacks.http2 import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PING,
    RESET,
    SETTINGS,
    Field,
    Http2,
    fields,
    frame,
    request,
)
from tests.attacks.listener import Listener, drained
from tests.attacks.test_connections import GET, status
from tests.attacks.test_trailers import CHOSEN
from tests.kit.proxies import certificate, haproxy, needs_haproxy
from tests.kit.waiting import PATIENCE

pytestmark = [needs_haproxy, pytest.mark.programs]
INNER = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
NEXT = b" HTTP/1.1\r\nHost: x\r\n\r\nGET /smuggled"


@pytest.fixture(scope="module")
def echo(programs: None) -> Iterator[Echo]:
    with echoing(trusted_proxies=("127.0.0.1",)) as found:
        yield found


@pytest.fixture(scope="module")
def ports(echo: Echo, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """Of the proxy, for plain HTTP and for TLS."""
    folder, place = tmp_path_factory.mktemp("proxy"), f"127.0.0.1:{echo.port}"
    with haproxy(folder, place, place, certificate=certificate(folder)) as found:
        yield found


def post(*more: Field) -> list[Field]:
    return request(b"/outer", *more, method=b"POST")


FIELDS = {
    "a line in a value": post((b"x-a", b"b\r\nTransfer-Encoding: chunked")),
    "a line feed in a value": post((b"x-a", b"b\nTransfer-Encoding: chunked")),
    "a line in a name": post((b"x-a: b\r\ntransfer-encoding", b"chunked")),
    "a colon in a name": post((b"transfer-encoding: chunked\r\nx-a", b"b")),
    "a space in a name": post((b"transfer-encoding ", b"chunked")),
    "a NUL in a value": post((b"x-a", b"b\0c")),
    "an upper-case name": post((b"Transfer-Encoding", b"chunked")),
    "chunks": post((b"transfer-encoding", b"chunked")),
    "a connection": post((b"connection", b"upgrade"), (b"upgrade", b"nothing")),
    "a length that is too short": post((b"content-length", b"0")),
    "a length that is too long": post((b"content-length", b"1000")),
    "two lengths": post((b"content-length", b"0"), (b"content-length", b"%d" % len(INNER))),
    "a length that is none": post((b"content-length", b"+1")),
    "a request in the path": request(b"/outer" + NEXT, method=b"POST"),
    "a request in the method": request(b"/outer", method=b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\nPOST"),
    "a line in the authority": [*post()[:3], (b":authority", b"x\r\nTransfer-Encoding: chunked")],
    "a line in the scheme": [(b":scheme", b"https" + NEXT), *post()[:1], *post()[2:]],
    "another host": post((b"host", b"y\r\nTransfer-Encoding: chunked")),
    "two paths": [*post(), (b":path", b"/smuggled")],
    "no path": [*post()[:2], *post()[3:]],
    "a path of nothing": request(b"", method=b"POST"),
    "a path without a slash": request(b"smuggled", method=b"POST"),
    "a path behind fields": [*post()[:2], (b"x-a", b"b"), *post()[2:]],
    "an unknown part": [(b":nothing", b"x"), *post()],
}


def asked(echo: Echo, ports: tuple[int, int], path: str) -> None:
    """Somebody else is answered what was asked, and all that the application was given bears the mark of the proxy."""
    with Http2(ports[1]) as own:
        own.ask(request(path.encode()))
        code, body = own.answer()
        assert code == 200
        assert f'"path": "{path}"'.encode() in body
    for one in echo.given:
        assert len(one.values("x-request-id")) == 1, one
        assert one.path != "/smuggled"


@pytest.mark.parametrize("name", FIELDS)
def test_fields_and_bodies_are_no_requests(echo: Echo, ports: tuple[int, int], name: str) -> None:
    with Http2(ports[1]) as connection:
        connection.ask(FIELDS[name], INNER)
        connection.send(frame(PING, b"12345678"))
        connection.connection.settimeout(2)
        connection.answer()
    asked(echo, ports, "/own")


def test_an_honest_request(echo: Echo, ports: tuple[int, int]) -> None:
    with Http2(ports[1]) as connection:
        connection.ask(post((b"x-request-id", b"mine"), (b"x-forwarded-for", b"10.0.0.1")), b"x" * 10_000)
        assert connection.answer()[0] == 200
    *_, given = (one for one in echo.given if one.path == "/outer")
    assert (given.body, given.client) == ("x" * 10_000, "127.0.0.1")
    assert given.values("x-forwarded-proto") == ["https"]
    assert given.values("x-forwarded-for") == ["127.0.0.1"]
    assert given.values("x-request-id") != ["mine"]


def test_a_trailer_is_no_part_of_the_head(echo: Echo, ports: tuple[int, int]) -> None:
    trailer = fields((name.lower().encode(), value.encode()) for name, value in CHOSEN.items())
    with Http2(ports[1]) as connection:
        connection.send(frame(HEADERS, fields(post()), 1, END_HEADERS) + frame(DATA, b"{}", 1))
        connection.send(frame(HEADERS, trailer, 1, END_HEADERS | END_STREAM))
        assert connection.answer()[0] == 200
    *_, given = (one for one in echo.given if one.path == "/outer")
    assert (given.body, given.client) == ("{}", "127.0.0.1")
    for name, value in CHOSEN.items():
        # it says of itself that it was asked over TLS
        assert given.values(name.lower()).count(value) == (name == "X-Forwarded-Proto"), name


FLOODS: dict[str, Callable[[], bytes]] = {
    "fields without an end": lambda: (
        frame(HEADERS, fields(post()), 1) + frame(CONTINUATION, fields([(b"x-a", b"b" * 16_000)]), 1) * 2000
    ),
    "empty pieces of fields": lambda: frame(HEADERS, fields(post()), 1) + frame(CONTINUATION, b"", 1) * 50_000,
    "requests that are taken back": lambda: b"".join(
        frame(HEADERS, fields(request(b"/outer")), stream, END_HEADERS | END_STREAM)
        + frame(RESET, b"\0\0\0\x08", stream)
        for stream in range(1, 10_001, 2)
    ),
    "settings": lambda: frame(SETTINGS) * 50_000,
    "pings": lambda: frame(PING, b"12345678") * 50_000,
    "empty pieces of a body": lambda: frame(HEADERS, fields(post()), 1, END_HEADERS) + frame(DATA, b"", 1) * 50_000,
}


@pytest.mark.parametrize("name", FLOODS)
def test_others_are_served_beside_a_flood(echo: Echo, ports: tuple[int, int], name: str) -> None:
    with Http2(ports[1]) as connection:
        connection.connection.settimeout(5)
        connection.send(FLOODS[name]())
        asked(echo, ports, "/own")


def test_what_is_plain_is_sent_to_tls(ports: tuple[int, int]) -> None:
    answer = Listener(ports[0]).ask(GET + b"Connection: close\r\n\r\n")
    assert status(answer) == 308
    assert b"location: https://x/v1/games\r\n" in answer.lower()


def test_tls_speaks_no_old_version(ports: tuple[int, int]) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", ports[1]), timeout=PATIENCE) as raw, pytest.raises(ssl.SSLError):
        context.wrap_socket(raw)


def test_http_1_over_tls_says_that_it_stays_there(echo: Echo, ports: tuple[int, int]) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with Listener(ports[1]).connect() as raw, context.wrap_socket(raw) as connection:
        connection.sendall(GET + b"Connection: close\r\n\r\n")
        answer = drained(connection)
        assert status(answer) == 200
        assert b"strict-transport-security: max-age=31536000" in answer.lower()


def test_what_is_no_tls_is_no_request(echo: Echo, ports: tuple[int, int]) -> None:
    before = len(echo.paths())
    with Listener(ports[1]).connect() as connection, suppress(ConnectionError):
        connection.sendall(GET + b"\r\n" * 1000)
        assert status(drained(connection)) in (0, 400)
    assert echo.paths()[before:] == []
