"""Websockets: malformed frames, wrong protocol messages, floods, and sockets that just stay."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from tests.attacks.listener import drained
from tests.attacks.target import INTERNALS, Target
from tests.kit.waiting import until

TYPENAME = "{ __typename }"


class Socket:
    """A websocket whose frames are made by hand."""

    def __init__(self, target: Target, protocol: str = "graphql-transport-ws", **headers: str) -> None:
        self.connection = target.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /graphql HTTP/1.1",
            "Host: x",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Protocol: {protocol}",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())
        self.buffer = b""
        self.status = int(self._until(b"\r\n\r\n").split(b" ", 2)[1])

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def raw(self, data: bytes) -> None:
        with suppress(ConnectionError):  # closed meanwhile: what is received next tells why
            self.connection.sendall(data)

    def frame(self, payload: bytes, opcode: int = 1, *, final: bool = True, mask: bool = True) -> bytes:
        head = bytes([(0x80 if final else 0) | opcode])
        flag = 0x80 if mask else 0
        if len(payload) < 126:
            head += bytes([flag | len(payload)])
        elif len(payload) < 1 << 16:
            head += bytes([flag | 126]) + struct.pack("!H", len(payload))
        else:
            head += bytes([flag | 127]) + struct.pack("!Q", len(payload))
        return head + (b"\0\0\0\0" if mask else b"") + payload

    def send(self, message: Any) -> None:
        self.raw(self.frame(json.dumps(message).encode()))

    def receive(self) -> Any:
        """The next message; ("closed", code, reason) where there is none."""
        while True:
            head = self._take(2)
            if not head:
                return ("closed", 0, "")
            length = head[1] & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self._take(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self._take(8))
            payload = self._take(length)
            if head[0] & 0xF == 8:
                code = struct.unpack("!H", payload[:2])[0] if payload else 0
                return ("closed", code, payload[2:].decode())
            if head[0] & 0xF == 1:
                for word in INTERNALS:
                    assert word.encode() not in payload, payload[:500]
                return json.loads(payload)

    def greeted(self) -> Socket:
        self.send({"type": "connection_init"})
        assert self.receive()["type"] == "connection_ack"
        return self

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            try:
                part = self.connection.recv(65536)
            except ConnectionError:
                return b""
            if not part:
                return b""
            self.buffer += part
        found, self.buffer = self.buffer[:count], self.buffer[count:]
        return found

    def _until(self, mark: bytes) -> bytes:
        while mark not in self.buffer:
            part = self.connection.recv(65536)
            assert part, "closed during the handshake"
            self.buffer += part
        found, _, self.buffer = self.buffer.partition(mark)
        return found


def frames(socket: Socket) -> dict[str, bytes]:
    return {
        "unmasked": socket.frame(b"{}", mask=False),
        "an opcode that is reserved": socket.frame(b"{}", 3),
        "a control frame in pieces": socket.frame(b"", 9, final=False),
        "a long control frame": socket.frame(b"x" * 200, 9),
        "reserved bits": b"\xf1\x80\0\0\0\0",
        "a piece of nothing": socket.frame(b"{}", 0),
        "a message in another": socket.frame(b"{", 1, final=False) + socket.frame(b"{}", 1),
        "not UTF-8": socket.frame(b"\xff\xfe\xfd"),
        "a surrogate": socket.frame(b'"\xed\xa0\x80"'),
        "a bad close": socket.frame(b"\x00", 8),
        "a close with a wrong code": socket.frame(struct.pack("!H", 999), 8),
        "a frame that is too large": b"\x81\xff" + struct.pack("!Q", 1 << 40) + b"\0\0\0\0",
        "a message that is too large": socket.frame(b"x" * 1_100_000),
        "a message in too large pieces": socket.frame(b"x" * 600_000, final=False) + socket.frame(b"x" * 600_000, 0),
        "a message in too many pieces": socket.frame(b"", final=False) + socket.frame(b"", 0, final=False) * 5000,
        "bytes": socket.frame(b"{}", 2),
        "nonsense": b"\x00\x01\x02\x03" * 100,
    }


@pytest.mark.parametrize("name", list(frames(object.__new__(Socket))))
def test_frames_that_are_none(target: Target, name: str) -> None:
    with target.unharmed(), Socket(target).greeted() as socket:
        socket.raw(frames(socket)[name])
        assert socket.receive()[0] == "closed"


MESSAGES: list[Any] = [
    None,
    5,
    "text",
    [],
    {},
    {"type": None},
    {"type": ["subscribe"]},
    {"type": "start"},
    {"type": "Traceback"},
    {"type": "connection_init", "payload": "x"},
    {"type": "connection_init"},
    {"type": "subscribe"},
    {"type": "subscribe", "id": 5, "payload": {"query": TYPENAME}},
    {"type": "subscribe", "id": "", "payload": {"query": TYPENAME}},
    {"type": "subscribe", "id": ["a"], "payload": {"query": TYPENAME}},
    {"type": "subscribe", "id": "x" * 100_000, "payload": {"query": TYPENAME}},
    {"type": "subscribe", "id": "a"},
    {"type": "subscribe", "id": "a", "payload": []},
    {"type": "subscribe", "id": "a", "payload": {}},
    {"type": "subscribe", "id": "a", "payload": {"query": 5}},
    {"type": "subscribe", "id": "a", "payload": {"query": TYPENAME, "variables": []}},
    {"type": "subscribe", "id": "a", "payload": {"query": TYPENAME, "operationName": {}}},
    {"type": "subscribe", "id": "a", "payload": {"query": None}},
    {"type": "complete"},
    {"type": "complete", "id": {}},
]


@pytest.mark.parametrize("number", range(len(MESSAGES)))
def test_messages_that_are_none(target: Target, number: int) -> None:
    with target.unharmed(), Socket(target).greeted() as socket:
        socket.send(MESSAGES[number])
        closed = socket.receive()
        assert closed[0] == "closed"
        assert closed[1] in (4400, 4429), closed


def test_deep_messages(target: Target) -> None:
    with target.unharmed():
        for text in (b"[" * 400_000, b'{"type":' * 100_000, b'{"type": "ping", "payload": NaN}'):
            with Socket(target).greeted() as socket:
                socket.raw(socket.frame(text))
                assert socket.receive()[:2] == ("closed", 4400)


def test_nothing_runs_before_the_greeting(target: Target) -> None:
    with target.unharmed():
        with Socket(target) as socket:
            socket.send({"type": "subscribe", "id": "a", "payload": {"query": TYPENAME}})
            assert socket.receive()[:2] == ("closed", 4401)
        with Socket(target) as socket:
            socket.send({"type": "connection_init", "payload": {"token": "pl_nonsense"}})
            assert socket.receive()[:2] == ("closed", 4403)
        with Socket(target, protocol="soap") as socket:
            assert socket.receive()[:2] == ("closed", 4406)


def test_a_greeting_that_never_comes(hasty: Target) -> None:
    with hasty.unharmed(), Socket(hasty) as socket:
        assert socket.receive()[:2] == ("closed", 4408)


def test_the_same_id_twice(target: Target, table: tuple[str, list[str]]) -> None:
    query = "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }"
    order = {"type": "subscribe", "id": "a", "payload": {"query": query, "variables": {"id": table[0]}}}
    with target.unharmed(), Socket(target).greeted() as socket:
        socket.send(order)
        assert socket.receive()["type"] == "next"
        socket.send(order)
        while isinstance(said := socket.receive(), dict):
            assert said["type"] == "next"
        assert said[:2] == ("closed", 4409)


def test_more_subscriptions_than_a_socket_may_have(target: Target, table: tuple[str, list[str]]) -> None:
    query = "subscription($id: ID!) { matchUpdates(matchId: $id, afterVersion: 0) { __typename } }"
    payload = {"query": query, "variables": {"id": table[0]}}
    refused: list[Any] = []
    with target.unharmed(), Socket(target).greeted() as socket:
        for number in range(60):
            socket.send({"type": "subscribe", "id": str(number), "payload": payload})
        while len(refused) < 10:
            message = socket.receive()
            assert message["type"] in ("next", "error"), message
            refused += [message] if message["type"] == "error" else []
    assert {message["payload"][0]["extensions"]["code"] for message in refused} == {"RATE_LIMITED"}


def test_documents_that_cost_too_much(target: Target) -> None:
    from tests.attacks.test_documents import TOO_COMPLEX

    with target.unharmed(), Socket(target).greeted() as socket:
        for name, query in TOO_COMPLEX.items():
            socket.send({"type": "subscribe", "id": name, "payload": {"query": query}})
            answer = socket.receive()
            assert isinstance(answer, dict), (name, answer)
            assert answer["type"] == "error"
            assert answer["payload"][0]["extensions"]["code"] == "TOO_COMPLEX"


def test_a_socket_on_which_nothing_runs_is_closed(hasty: Target) -> None:
    with hasty.unharmed(), Socket(hasty).greeted() as socket:
        socket.send({"type": "ping"})
        assert socket.receive() == {"type": "pong"}
        assert socket.receive() == ("closed", 1000, "Idle")


def test_more_sockets_than_an_address_may_have(target: Target) -> None:
    with target.unharmed():
        with ExitStack() as stack:
            statuses = [stack.enter_context(Socket(target)).status for _ in range(130)]
        assert statuses.count(101) <= 100
        assert statuses.count(101) + statuses.count(429) == 130
        asyncio.run(until(lambda: admitted(target), "the places of closed sockets are not free again"))


def admitted(target: Target) -> bool:
    """Whether one more socket may come."""
    with Socket(target) as one:
        return one.status == 101


def test_pings_that_nobody_reads_the_answers_of(hasty: Target) -> None:
    """Most of them are never answered."""
    with hasty.unharmed(), Socket(hasty).greeted() as one:
        flood, times = one.frame(b"x" * 125, 9) * 5000, 60
        with suppress(ConnectionError):
            for _ in range(times):
                one.connection.sendall(flood)
        assert len(drained(one.connection)) < times * len(flood) / 2


def test_a_message_flood(target: Target) -> None:
    with target.unharmed(), Socket(target).greeted() as one:
        flood = one.frame(b'{"type":"ping"}') * 5000
        with suppress(ConnectionError):
            for _ in range(20):
                one.connection.sendall(flood)
        target.probe()
