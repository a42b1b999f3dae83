"""One client without a token attacks, direct and through the proxy of deploy/: how long an honest one waits, and the
memory.

- make bench ARGS=attacks: each attack for a minute, each way; a quarter of an hour
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

from bench.client import HOST
from bench.figures import Figure
from bench.memory import resident
from bench.servers import Server, alone
from tests.attacks.honest import honest
from tests.kit.proxies import HAPROXY, haproxy

SECONDS = 60.0
WORST = 100.0
"""Milliseconds of the server's CPU before an answer to an honest client."""
GROWN = 1.3
"""The memory after an attack, as a multiple of that before."""
CONNECTIONS = 4
WAIT = 30.0
HANDSHAKE = (
    b"GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"
)
GREETING = b'\x81\x9a\0\0\0\0{"type":"connection_init"}'
FLOOD = 1 << 16

ALIASES = "{" + " ".join(f"a{number}: __typename" for number in range(29)) + "}" + "#" * 20_000

Attack = Callable[[int, float], None]
"""Attacks a port until a moment of the monotonic clock."""


class Attacked(NamedTuple):
    """One attack: the most milliseconds of CPU before an answer, how many there were, and bytes before and after."""

    name: str
    worst: float
    answers: int
    before: int
    after: int


def flooding(frame: bytes, greeted: bool = False) -> Attack:
    """Sockets that send a frame as fast as they can and read nothing; who is closed comes again."""

    def attack(port: int, end: float) -> None:
        piece = frame * (FLOOD // len(frame))
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection((HOST, port), timeout=WAIT) as connection:
                connection.sendall(HANDSHAKE)
                connection.recv(4096)
                if greeted:
                    connection.sendall(GREETING)
                while time.monotonic() < end:
                    connection.sendall(piece)

    return attack


def asking(text: Callable[[int], str]) -> Attack:
    """GraphQL documents, another one each time, over some connections one after the other."""
    numbers = count()

    def attack(port: int, end: float) -> None:
        connection = HTTPConnection(HOST, port, timeout=WAIT)
        while time.monotonic() < end:
            body = json.dumps({"query": text(next(numbers))})
            with suppress(OSError):
                connection.request("POST", "/graphql", body, {"Content-Type": "application/json"})
                connection.getresponse().read()
        connection.close()

    return attack


def refused_document(number: int) -> str:
    """A document with more tokens than are allowed, another one for each number."""
    fragments = "... on Query { x: __typename } " * 300
    return f"query q{number} {{ {fragments} }}"


def _introspection(number: int) -> str:
    kind = "kind name ofType { kind name ofType { kind name ofType { kind name } } }"
    return (
        f"query q{number} {{ __schema {{ types {{ kind name description fields(includeDeprecated: true) {{ name "
        f"description args {{ name description defaultValue type {{ {kind} }} }} type {{ {kind} }} }} "
        f"inputFields {{ name type {{ {kind} }} }} enumValues {{ name }} }} }} }}"
    )


ATTACKS: Mapping[str, tuple[Attack, int]] = {
    "introspection under another name": (asking(_introspection), CONNECTIONS),
    "control pings": (flooding(b"\x89\x80\0\0\0\0"), 1),
    "pongs": (flooding(b"\x8a\x80\0\0\0\0"), 1),
    "empty texts": (flooding(b"\x81\x80\0\0\0\0"), 1),
    "pings of the protocol": (flooding(b'\x81\x8f\0\0\0\0{"type":"ping"}', greeted=True), 1),
    "documents that are refused": (asking(refused_document), 1),
    "dear documents beyond the budget": (asking(lambda number: f"query q{number} {ALIASES}"), CONNECTIONS),
}


def measure(seconds: float = SECONDS) -> Iterator[tuple[str, Attacked]]:
    """Each attack on a server that is new, direct and through HAProxy."""
    ways = ["direct"] + ["through HAProxy"] * (HAPROXY is not None)
    for way in ways:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            server = stack.enter_context(limited(folder))
            place = f"{HOST}:{server.port}"
            port = server.port if way == "direct" else stack.enter_context(haproxy(folder, place, place))[0]
            for name, (attack, connections) in ATTACKS.items():
                yield way, attacked(name, attack, connections, port, server.pid, seconds)


@contextmanager
def limited(folder: Path) -> Iterator[Server]:
    """A server on SQLite with the limits that users get."""
    defaults = {"reads_anonymous": "120000", "reads": "240000", "sockets": "500"}
    with alone(f"sqlite:///{folder}/playledger.db", defaults) as found:
        yield found


def attacked(name: str, attack: Attack, connections: int, port: int, pid: int, seconds: float) -> Attacked:
    """One attack, while an honest client asks."""
    before, end = resident(pid), time.monotonic() + seconds
    attackers = [Thread(target=attack, args=(port, end)) for _ in range(connections)]
    with honest(port, pid) as worked:
        for attacker in attackers:
            attacker.start()
        for attacker in attackers:
            attacker.join()
    return Attacked(name, max(worked) * 1e3, len(worked), before, resident(pid))


def figures(measured: Iterator[tuple[str, Attacked]]) -> list[Figure]:
    """The rows of each attack."""
    rows: list[Figure] = []
    for way, one in measured:
        head = f"attack: {one.name}, {way}"
        rows += [
            Figure(
                f"{head}: worst of {one.answers} answers", one.worst, "ms of CPU", "promise", None, WORST, "at most"
            ),
            Figure(
                f"{head}: memory after it", one.after / 2**20, "MiB", "before it", one.before / 2**20, GROWN, "at most"
            ),
        ]
    return rows
