"""Frames and messages that carry nothing: a socket that sends very many is closed, and nobody else waits."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_WR
from statistics import median

import pytest

from api_schema.limiting.nothing import PER_SECOND, POLICY_VIOLATION
from tests.attacks.honest import honest
from tests.attacks.listener import drained
from tests.attacks.target import Target
from tests.attacks.test_sockets import Socket

FLOOD = 8 << 20
"""Bytes that are sent: as many as uvloop reads from one socket before anybody else has a turn."""
WORST = 60
"""How many times as much work as usual comes before an answer to somebody else; a flood without an end makes more."""
TRIES = 3
"""Floods of which one passes: a collection of the garbage can delay any, want of turns delays them all."""

Frames = Callable[[Socket], bytes]
EMPTY: dict[str, Frames] = {
    "pings": lambda one: one.frame(b"", 9),
    "long pings": lambda one: one.frame(b"x" * 125, 9),
    "pongs": lambda one: one.frame(b"", 10),
    "texts": lambda one: one.frame(b""),
    "bytes": lambda one: one.frame(b"", 2),
    "short texts": lambda one: one.frame(b"1"),
    "pieces": lambda one: one.frame(b"", final=False) + one.frame(b"", 0) * 5,
}
MESSAGES = {
    "pings": {"type": "ping"},
    "pongs": {"type": "pong"},
    "ends of nothing": {"type": "complete", "id": "nobody"},
}

HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)


@pytest.fixture(scope="module")
def usual(target: Target) -> float:
    """Seconds of work before an answer while nobody attacks, on this machine."""
    with honest(target.port, target.process.pid, 40) as worked:
        pass
    return median(worked)


def flooded(target: Target, greeted: bool, frames: Frames) -> float:
    """Send the same very often; the most work before an answer to somebody else, whatever becomes of the socket."""
    with target.unharmed(), Socket(target) as one:
        if greeted:
            one.greeted()
        piece = frames(one) * 1000
        with honest(target.port, target.process.pid) as worked, suppress(ConnectionError):
            for _ in range(FLOOD // len(piece)):
                one.connection.sendall(piece)
    return max(worked)


@pytest.mark.parametrize("greeted", [False, True], ids=["before the greeting", "after it"])
@pytest.mark.parametrize("name", EMPTY)
def test_frames_that_carry_nothing(target: Target, usual: float, name: str, greeted: bool) -> None:
    assert any(flooded(target, greeted, EMPTY[name]) < WORST * usual for _ in range(TRIES))


@pytest.mark.parametrize("name", MESSAGES)
def test_messages_that_carry_nothing(target: Target, usual: float, name: str) -> None:
    message = json.dumps(MESSAGES[name]).encode()
    assert any(flooded(target, True, lambda one: one.frame(message)) < WORST * usual for _ in range(TRIES))


@pytest.mark.parametrize("name", ["pings", "pongs"])
def test_who_sends_a_little_more_than_nothing_is_told_why(target: Target, name: str) -> None:
    with target.unharmed(), Socket(target).greeted() as one:
        one.raw(EMPTY[name](one) * (PER_SECOND + 1))
        assert one.receive()[:2] == ("closed", POLICY_VIOLATION)
    with target.unharmed(), Socket(target).greeted() as one:
        for _ in range(PER_SECOND + 1):
            one.send({"type": name.removesuffix("s")})
        while isinstance(said := one.receive(), dict):
            assert said == {"type": "pong"}
        assert said[:2] == ("closed", POLICY_VIOLATION)


def test_as_many_as_are_allowed_are_answered(target: Target) -> None:
    """Each kind, at once: together they are one less than too many."""
    with target.unharmed(), Socket(target).greeted() as one:
        one.raw(EMPTY["pongs"](one) * (PER_SECOND - 1))
        for number in range(PER_SECOND - 1):
            one.send({"type": "ping", "payload": {"number": number}})
        for _ in range(PER_SECOND - 1):
            assert one.receive() == {"type": "pong"}


@pytest.mark.parametrize("frame", [b"\xff" * 10, b"\x8a\x80\0\0\0\0" * 200], ids=["malformed", "nothing"])
def test_frames_before_the_socket_is_accepted(target: Target, frame: bytes) -> None:
    """They find no socket yet that could be closed with a code."""
    with target.unharmed():
        for _ in range(20):
            with target.connect() as connection:
                connection.sendall(HANDSHAKE)
                with suppress(ConnectionError):
                    connection.sendall(frame)
                    connection.shutdown(SHUT_WR)
                drained(connection)


def test_a_large_message_comes_whole(target: Target) -> None:
    """Whatever its size, in one piece or in some."""
    payload = {"query": "{ __typename }", "variables": {"a": "x" * 900_000}}
    text = json.dumps({"type": "subscribe", "id": "a", "payload": payload})
    for size in (1 << 20, 100_000, 5_000):
        parts = [text[at : at + size].encode() for at in range(0, len(text), size)]
        with target.unharmed(), Socket(target).greeted() as one:
            for number, part in enumerate(parts):
                one.raw(one.frame(part, 1 if number == 0 else 0, final=number == len(parts) - 1))
            assert one.receive()["payload"]["data"] == {"__typename": "Query"}
