"""What stands around bodies and between requests, without an end: it becomes nothing, so it is bounded everywhere."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest

from service.wire.http import GuardedHttp
from tests.attacks.echo import echoing
from tests.attacks.floods import NOTICED, flood, pinging
from tests.attacks.listener import Listener, drained
from tests.attacks.target import Target, opened
from tests.attacks.test_connections import CHUNKED, GET, status
from tests.attacks.test_hanging_up import Table, begun, watching
from tests.attacks.test_trailers import CLOSE, chunked, through_haproxy
from tests.kit.proxies import needs_haproxy
from tests.kit.waiting import PATIENCE

LONG = b"a" * 65_536
OPEN = CHUNKED + b"1\r\n{\r\n"
WORKED = 3.0
"""Seconds of work for one that is refused. Generous: reading its first 64 KiB takes hundredths."""
GREEDY = GET.replace(b"GET", b"POST") + b"Content-Length: 1000000000\r\n\r\n"
REQUESTS = (GET + b"\r\n") * 2000
PIECE, PIECES = b"1\r\n \r\n", 40_000
"""A chunk of one byte, and how many a body has."""
A_TURN = PIECES / 5
"""Pieces that are looked at before somebody else has a turn, at most."""

AROUND_A_BODY = {
    "the value of a trailer": (OPEN + b"0\r\nX-A: ", LONG),
    "the name of a trailer": (OPEN + b"0\r\nX-A", LONG),
    "fields of a trailer": (OPEN + b"0\r\n", b"X-A: b\r\n" * 8000),
    "an extension of a chunk": (OPEN + b"1;", LONG),
    "the value of an extension": (OPEN + b"1;a=", LONG),
    "the size of a chunk": (OPEN, b"0" * 65_536),
    "an extension of every chunk": (OPEN, b"1;" + LONG + b"\r\nx\r\n"),
    "a body that is refused": (GREEDY.replace(b"/games", b"/nowhere"), LONG),
}
BEHIND_A_STREAM = {
    "the value of a field": (GET + b"X-A: ", LONG),
    "the name of a field": (GET + b"X-A", LONG),
    "fields": (GET, b"X-A: b\r\n" * 8000),
    "an address": (b"GET /", LONG),
    "line breaks": (b"", b"\r\n" * 30_000),
    "requests": (REQUESTS, REQUESTS),
    "requests with a body": (b"", (CHUNKED + chunked(b"{}") + b"\r\n") * 1000),
}


def refused(target: Target, connection: socket.socket, piece: bytes) -> None:
    """The connection ends soon, and nobody else waits."""
    worked = target.worked()
    with pinging(target):
        sent = flood(connection, piece)
    assert sent < NOTICED
    assert target.worked() - worked < WORKED


@pytest.mark.parametrize("name", AROUND_A_BODY)
def test_what_stands_around_a_body(target: Target, name: str) -> None:
    beginning, piece = AROUND_A_BODY[name]
    with target.unharmed(), target.connect() as connection:
        connection.sendall(beginning)
        refused(target, connection, piece)


def test_chunks_of_one_byte_leave_the_others_their_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pieces between two of their turns are counted, however long each takes."""
    taken, turns, take = 0, list[int](), GuardedHttp.on_body

    def counted(self: GuardedHttp, body: bytes) -> None:
        nonlocal taken
        if taken == 0:
            self.loop.call_soon(turn_of_another)
        taken += 1
        take(self, body)

    def turn_of_another() -> None:
        nonlocal taken
        turns.append(taken)
        taken = 0

    monkeypatch.setattr(GuardedHttp, "on_body", counted)
    with echoing() as echo, echo.connect() as connection:
        for head in (CHUNKED, CHUNKED, CLOSE):
            connection.sendall(head + PIECE * PIECES + b"0\r\n\r\n")
        assert drained(connection).count(b"HTTP/1.1 200") == 3
    assert sum(turns) == 3 * PIECES
    assert max(turns) < A_TURN


@pytest.fixture(scope="module")
def behind_haproxy(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Listener]:
    with echoing() as echo, through_haproxy(tmp_path_factory.mktemp("proxy"), echo) as door:
        yield door


@needs_haproxy
@pytest.mark.parametrize("name", AROUND_A_BODY)
def test_haproxy_passes_no_end_on(behind_haproxy: Listener, name: str) -> None:
    beginning, piece = AROUND_A_BODY[name]
    with behind_haproxy.connect() as connection, pinging(behind_haproxy):
        connection.sendall(beginning)
        assert flood(connection, piece) < NOTICED


@pytest.mark.parametrize("name", BEHIND_A_STREAM)
def test_what_stands_behind_a_stream(target: Target, table: Table, name: str) -> None:
    """The stream ends with the connection, and nothing else is written into it."""
    beginning, piece = BEHIND_A_STREAM[name]
    with target.unharmed(), target.connect() as connection:
        connection.sendall(watching(table[0]))
        first = begun(connection)
        connection.sendall(beginning)
        refused(target, connection, piece)
        assert (first + drained(connection)).count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "head",
    [GREEDY, CHUNKED + b"7fffffff\r\n", OPEN + b"0\r\nX-A: "],
    ids=["a body of a length", "a chunk", "a trailer"],
)
def test_what_is_not_read_behind_a_stream(hasty: Target, head: bytes) -> None:
    """The application doesn't come to it, so no more is read than what one request may hold there."""
    with httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client:
        match, _ = opened(client)
    with hasty.unharmed(growth=NOTICED), hasty.connect() as connection:
        connection.sendall(watching(match))
        begun(connection)
        connection.sendall(head)
        refused(hasty, connection, LONG)


def test_a_trailer_that_is_too_large_is_refused(target: Target) -> None:
    with target.unharmed():
        answer = target.exchange(OPEN + b"0\r\nX-A: " + b"a" * 400_000)
        assert status(answer) in (0, 431)  # 0: the connection was reset while we were still sending


def test_no_refusal_stands_in_the_place_of_an_answer(target: Target) -> None:
    """Whoever asked for games must not read that games were refused: the connection ends without a word on the next."""
    with target.unharmed(), target.connect() as connection:
        connection.sendall(GET + b"\r\n" + b"nonsense\r\n\r\n")
        assert status(drained(connection)) in (0, 200)


@pytest.mark.parametrize("size", [1, 7, 70_000])
def test_a_body_in_honest_chunks(size: int) -> None:
    """However small they are, and with an extension and a trailer: all of it arrives."""
    body = b"x" * size * (3000 if size < 100 else 60)
    chunks = (b"%x;a=b\r\n%b\r\n" % (size, body[:size])) * (len(body) // size)
    with echoing() as echo, echo.connect() as connection:
        connection.sendall(CLOSE + chunks + b"0\r\nX-Checksum: " + b"c" * 20_000 + b"\r\n\r\n")
        assert status(drained(connection)) == 200
        (given,) = echo.given
        assert given.body == body.decode()


def test_requests_that_wait_for_the_one_before() -> None:
    with echoing() as echo, echo.connect() as connection:
        connection.sendall((GET + b"\r\n") * 90 + GET + b"Connection: close\r\n\r\n")
        assert drained(connection).count(b"HTTP/1.1 200") == len(echo.given) == 91


@pytest.mark.parametrize("size", [200_000, 1 << 20])
def test_a_body_that_comes_after_its_answer(target: Target, size: int) -> None:
    """Whoever sends it may not have seen the answer yet; the connection goes on."""
    head = b"POST /v1/nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % size
    with target.unharmed(), target.connect() as connection:
        connection.sendall(head)
        assert status(connection.recv(1 << 16)) == 404
        connection.sendall(b"x" * size + GET + b"Connection: close\r\n\r\n")
        assert status(drained(connection)) == 200
