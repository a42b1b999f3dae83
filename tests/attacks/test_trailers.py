"""Fields behind a body. They are none of the request, whoever is believed about the address of a client."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.attacks.echo import Echo, echoing
from tests.attacks.listener import Listener, drained
from tests.attacks.target import Target, serving
from tests.attacks.test_connections import CHUNKED, GET, status
from tests.kit.proxies import haproxy, needs_haproxy, needs_nginx, nginx

TRUSTED: list[tuple[str, ...]] = [("127.0.0.1",), ("*",), ()]
CHOSEN = {
    "X-Forwarded-For": "10.0.0.1",
    "X-Forwarded-Proto": "https",
    "X-Request-Id": "evil-trailer",
    "Idempotency-Key": "evil-trailer",
    "Authorization": "Bearer evil-trailer",
    "Expect": "100-continue",
}
CLOSE = CHUNKED.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n")
TRAILER = "".join(f"{name}: {value}\r\n" for name, value in CHOSEN.items()).encode()
Way = Callable[[Path, Echo], AbstractContextManager[Listener]]


def chunked(body: bytes) -> bytes:
    """The body in one chunk, as far as the trailer."""
    return b"%x\r\n%b\r\n0\r\n" % (len(body), body)


@contextmanager
def direct(folder: Path, echo: Echo) -> Iterator[Listener]:
    yield echo


@contextmanager
def through_haproxy(folder: Path, echo: Echo) -> Iterator[Listener]:
    place = f"127.0.0.1:{echo.port}"
    with haproxy(folder, place, place) as (port, _):
        yield Listener(port)


@contextmanager
def through_nginx(folder: Path, echo: Echo) -> Iterator[Listener]:
    with nginx(folder, f"127.0.0.1:{echo.port}", whole=False) as port:
        yield Listener(port)


WAYS = [
    direct,
    pytest.param(through_haproxy, marks=[needs_haproxy, pytest.mark.programs]),
    pytest.param(through_nginx, marks=[needs_nginx, pytest.mark.programs]),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("trusted", TRUSTED, ids=["named", "all", "nobody"])
@pytest.mark.parametrize("body", [b"{}", b"x" * 100_000], ids=["small", "large"])
def test_a_trailer_is_no_part_of_the_head(tmp_path: Path, way: Way, trusted: tuple[str, ...], body: bytes) -> None:
    with echoing(trusted_proxies=trusted) as echo, way(tmp_path, echo) as door:
        assert status(door.ask(CLOSE + chunked(body) + TRAILER + b"\r\n")) == 200
        (given,) = echo.given
        assert (given.body, given.client) == (body.decode(), "127.0.0.1")
        for name, value in CHOSEN.items():
            assert value not in given.values(name.lower()), name


def test_a_trailer_is_no_part_of_the_next_request() -> None:
    with echoing() as echo, echo.connect() as connection:
        last = GET + b"Connection: close\r\n\r\n"
        connection.sendall(CHUNKED + chunked(b"{}") + TRAILER + b"\r\n" + last)
        assert drained(connection).count(b"HTTP/1.1 200") == 2
        first, second = echo.given
        assert [name for name, _ in first.fields] == ["host", "content-type", "transfer-encoding"]
        assert [name for name, _ in second.fields] == ["host", "connection"]


@pytest.mark.parametrize("pieces", [1, 2], ids=["at once", "after the body"])
def test_a_trailer_adds_nothing_to_the_fields_of_a_head(pieces: int) -> None:
    """Neither does it count among the 200."""
    head = CLOSE[:-2] + b"X-Many: 1\r\n" * 190 + b"\r\n"
    tail = b"X-Trailer: 1\r\n" * 1000 + b"\r\n"
    with echoing() as echo, echo.connect() as connection:
        connection.sendall(head + chunked(b"{}") + (tail if pieces == 1 else b""))
        if pieces == 2:
            connection.sendall(tail)
        assert status(drained(connection)) == 200
        (given,) = echo.given
        assert len(given.fields) == 190 + CLOSE.count(b": ")


def test_a_trailer_names_no_request(target: Target) -> None:
    with target.unharmed():
        answer = target.exchange(CLOSE + chunked(b'{"game": "none", "seats": 2}') + TRAILER + b"\r\n")
        assert status(answer) in (400, 404)
        assert b"evil-trailer" not in answer
        assert "evil-trailer" not in target.log.read_text()


@pytest.mark.programs
def test_a_trailer_is_no_way_around_a_budget(tmp_path: Path) -> None:
    """One budget for one address, which is full again after a minute."""
    match = b'{"game": "c4", "seats": 2}'
    with serving(tmp_path, PLAYLEDGER_TRUSTED_PROXIES="127.0.0.1", PLAYLEDGER_LIMITS="writes_anonymous=1") as target:
        statuses = []
        for number in range(12):
            head = CLOSE.replace(b"Host: x\r\n", b"Host: x\r\nIdempotency-Key: key-of-request-%d\r\n" % number)
            trailer = b"X-Forwarded-For: 10.0.0.%d\r\n\r\n" % number
            statuses.append(status(target.exchange(head + chunked(match) + trailer)))
        assert 429 in statuses, statuses
