"""Connections that are slow, silent, malformed or many, straight on the socket."""

from __future__ import annotations

import resource
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.attacks.listener import drained
from tests.attacks.target import INTERNALS, Target, serving

GET = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
CHUNKED = (
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
)


def status(answer: bytes) -> int:
    """The status of a raw answer, whose text shows nothing of the inside."""
    for word in INTERNALS:
        assert word.encode() not in answer, answer[:500]
    return int(answer.split(b" ", 2)[1]) if answer else 0


HEADS = [b"", b"GET /v1/games HT", GET, GET + b"X-Slow: a", GET + b"X-Slow: a\r\n" * 100, b"\r\n", b"\r\n" * 50]
BODIES = [POST, POST + b'{"query": "', CHUNKED, CHUNKED + b"5\r\nabcde\r\n", CHUNKED + b"5\r\nab"]


@contextmanager
def held(target: Target, sent: Iterable[bytes]) -> Iterator[list[socket.socket]]:
    """A connection for each of these beginnings."""
    with ExitStack() as stack:
        found = []
        for beginning in sent:
            connection = stack.enter_context(target.connect())
            connection.sendall(beginning)
            found.append(connection)
        yield found


def test_heads_that_never_end(hasty: Target) -> None:
    with hasty.unharmed(), held(hasty, HEADS) as connections:
        for sent, connection in zip(HEADS, connections, strict=True):
            answer = drained(connection)
            assert status(answer) == 408, sent
            assert b"connection: close" in answer
            assert b"application/problem+json" in answer


def test_a_head_that_never_ends_after_a_request_that_did(hasty: Target) -> None:
    with hasty.unharmed(), hasty.connect() as connection:
        connection.sendall(GET + b"\r\n" + b"\r\n" + b"GET / HT")
        answer = drained(connection)
        assert status(answer) == 200
        assert b"HTTP/1.1 408" in answer


def test_bodies_that_never_end(hasty: Target) -> None:
    with hasty.unharmed(), held(hasty, BODIES) as connections:
        for sent, connection in zip(BODIES, connections, strict=True):
            assert status(drained(connection)) == 408, sent


@pytest.mark.parametrize(
    "head",
    [
        lambda: b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n",
        lambda: b"X-" + b"y" * 200_000 + b": 1\r\n\r\n",
        lambda: b"X-Many: 1\r\n" * 1000 + b"\r\n",
        lambda: b"X-Long: " + b"x" * 4_000_000,
    ],
    ids=["a value", "a name", "many fields", "a value without an end"],
)
def test_a_head_that_is_too_large(target: Target, head: Callable[[], bytes]) -> None:
    with target.unharmed():
        answer = target.exchange(GET + head())
        assert status(answer) in (0, 431)  # 0: the connection was reset while we were still sending


def test_an_address_that_is_too_long(target: Target) -> None:
    with target.unharmed():
        for length in (10_000, 100_000, 5_000_000):
            answer = target.exchange(
                b"GET /v1/games/" + b"x" * length + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            )
            assert status(answer) in (0, 404, 431)


MALFORMED = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"nonsense\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /v1/games HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET /v1/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /v1/games\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"G\x00ET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http:// HTTP/1.1\r\nHost: x\r\n\r\n",
    GET + b"Bad Header: 1\r\n\r\n",
    GET + b"X: a\x00b\r\n\r\n",
    GET + b" folded\r\n\r\n",
    GET + b"Content-Length: -1\r\n\r\n",
    GET + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    GET + b"Content-Length: 99999999999999999999\r\n\r\n",
    GET + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    CHUNKED + b"zz\r\nabc\r\n",
    CHUNKED + b"ffffffffffffffff1\r\nabc\r\n",
]


@pytest.mark.parametrize("number", range(len(MALFORMED)))
def test_what_is_no_http(target: Target, number: int) -> None:
    with target.unharmed():
        assert status(target.exchange(MALFORMED[number])) in (0, 400, 404)


def test_addresses_in_absolute_form_and_pipelined_requests(target: Target) -> None:
    with target.unharmed():
        absolute = b"GET http://elsewhere.example/v1/games HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        with target.connect() as connection:
            connection.sendall(absolute)
            assert status(drained(connection)) == 200
        with target.connect() as connection:
            connection.sendall((GET + b"\r\n") * 50 + GET + b"Connection: close\r\n\r\n")
            assert drained(connection).count(b"HTTP/1.1 200") == 51
        assert status(target.exchange(b"OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) in (0, 400, 404)
        assert status(target.exchange(b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n")) in (0, 400, 404, 405)


def test_a_client_who_does_not_read(target: Target) -> None:
    """Its answers wait in the memory of the service only up to the limit of one connection, which may end before."""
    with target.unharmed(), target.connect() as connection:
        connection.setblocking(False)
        for _ in range(2000):
            try:
                connection.send(b"GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            except (BlockingIOError, ConnectionError):
                break
        target.probe()


@pytest.fixture
def files() -> None:
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if hard != resource.RLIM_INFINITY and hard < 3000:
        pytest.skip("this machine lets a process have too few files open")


@pytest.mark.programs
def test_thousands_of_silent_connections(tmp_path: Path, files: None) -> None:
    """More than there may be: the oldest silent ones make room, everybody else is served."""
    many = [b"GET /v1/games HT"] * 2000
    limits = "connections=1000,head_seconds=600"
    with (
        serving(tmp_path, PLAYLEDGER_LIMITS=limits) as target,
        target.unharmed(),
        held(target, many) as connections,
    ):
        target.probe()
        assert connections[0].recv(10) == b""
        with target.connect() as connection:
            connection.sendall(GET + b"Connection: close\r\n\r\n")
            assert status(drained(connection)) == 200


def test_silent_connections_end_by_themselves(hasty: Target) -> None:
    with hasty.unharmed(), held(hasty, [GET] * 200) as connections:
        hasty.probe()
        assert {status(drained(connection)) for connection in connections} == {408}


NO_HOSTS = [
    b"",
    b"Host: x\r\nHost: x\r\n",
    b"Host: x\r\nhost: y\r\n",
    b"Host: x\r\nHost:\r\n",
    b"Host: x y\r\n",
    b"Host: x, y\r\n",
    b"Host: x/y\r\n",
    b"Host: user@x\r\n",
    b"Host: x:y\r\n",
    b"Host: x:1:2\r\n",
    b"Host: [::1\r\n",
    b"Host: \xff\r\n",
    b"Host: " + b"x" * 60_000 + b"/\r\n",
]
HOSTS = [b"", b"x:80", b"a_b.example:", b"%C3%A4", b"[::1]:8000", b"[v1.a:b]", b"127.0.0.1"]
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"
)


def test_one_host_is_named(target: Target) -> None:
    """RFC 9112 3.2, for handshakes of websockets too."""
    with target.unharmed():
        for fields in NO_HOSTS:
            for rest in (b"", UPGRADE):
                answer = target.exchange(b"GET /graphql HTTP/1.1\r\n" + fields + rest + b"\r\n")
                assert status(answer) == 400, fields
                assert b"application/problem+json" in answer
        for host in HOSTS:
            head = b"GET /v1/games HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"
            assert status(target.exchange(head)) == 200, host
        assert status(target.exchange(b"GET /v1/games HTTP/1.0\r\n\r\n")) == 200
