"""What comes and goes in great numbers: short sockets and refused documents. The memory must come to rest.

- make bench ARGS=soak: 100,000 sockets and 20,000 documents, a quarter of an hour
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from bench.attacked import GREETING, HANDSHAKE, WAIT, refused_document
from bench.client import HOST
from bench.figures import Figure
from bench.memory import resident
from bench.servers import alone
from tests.attacks.target import opened

SOCKETS, DOCUMENTS = 100_000, 20_000
GROWN = 1.2
"""The memory at the end, as a multiple of that after a tenth."""
AT_ONCE, TOGETHER = 8, 10
"""Threads, and sockets that each of them has open."""
LOOKS = 5
"""Looks at the memory for one figure, each after a hundredth of all."""
CLOSE = b"\x88\x82\0\0\0\0\x03\xe8"


def measure(sockets: int = SOCKETS, documents: int = DOCUMENTS) -> dict[str, tuple[int, int]]:
    """The bytes after a tenth and at the end, of sockets and of documents."""
    free = {"writes_anonymous": "off"}
    with TemporaryDirectory() as folder, alone(f"sqlite:///{Path(folder)}/playledger.db", free) as server:
        with httpx.Client(base_url=f"http://{HOST}:{server.port}", timeout=WAIT) as client:
            match, _ = opened(client)
        short = of_sockets(server.port, match)
        return {
            f"{sockets:,} short sockets": _grown(server.pid, sockets // TOGETHER, short),
            f"{documents:,} refused documents": _grown(server.pid, documents, of_documents(server.port)),
        }


def of_sockets(port: int, match: str) -> Callable[[int], None]:
    """Some sockets at once that ask and follow a match; every other one is cut."""
    query = f'subscription {{ matchUpdates(matchId: "{match}", afterVersion: 0) {{ __typename }} }}'
    said = GREETING + _text("a", "{ __typename }") + _text("b", query)

    def some(number: int) -> None:
        with ExitStack() as stack:
            address = (HOST, port)
            open_ = [stack.enter_context(socket.create_connection(address, timeout=WAIT)) for _ in range(TOGETHER)]
            for connection in open_:
                connection.sendall(HANDSHAKE)
            for connection in open_:
                _until(connection, b"\r\n\r\n")
                connection.sendall(said)
            for connection in open_:
                _until(connection, b'{"id":"b","type":"next"')
            for connection in open_[::2]:
                connection.sendall(CLOSE)
                _until(connection, b"")

    return some


def of_documents(port: int) -> Callable[[int], None]:
    """A document that is refused after it was parsed, another one each time."""

    def one(number: int) -> None:
        with closing(HTTPConnection(HOST, port, timeout=WAIT)) as connection:
            body = json.dumps({"query": refused_document(number)})
            connection.request("POST", "/graphql", body, {"Content-Type": "application/json"})
            assert b'"errors"' in connection.getresponse().read()

    return one


def _grown(pid: int, times: int, one: Callable[[int], None]) -> tuple[int, int]:
    """The memory after a tenth of the times, and after all, as the median of some looks."""
    looks, numbers = list[int](), count()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        for _ in range(100):
            list(threads.map(one, [next(numbers) for _ in range(times // 100)]))
            looks.append(resident(pid))
    return int(median(looks[10 - LOOKS : 10])), int(median(looks[-LOOKS:]))


def _text(name: str, query: str) -> bytes:
    message = json.dumps({"type": "subscribe", "id": name, "payload": {"query": query}}).encode()
    head = b"\x81\xfe" + len(message).to_bytes(2, "big") if len(message) > 125 else bytes([0x81, 0x80 | len(message)])
    return head + b"\0\0\0\0" + message


def _until(connection: socket.socket, mark: bytes) -> None:
    """Read until the mark has come; without one until the end."""
    found = b""
    while part := connection.recv(65536):
        found += part
        if mark and mark in found:
            return
    assert not mark, found[-300:]


def figures(measured: dict[str, tuple[int, int]]) -> list[Figure]:
    """The rows."""
    return [
        Figure(f"soak: memory after {what}", end / 2**20, "MiB", "after a tenth", begin / 2**20, GROWN, "at most")
        for what, (begin, end) in measured.items()
    ]
