"""A name server over UDP whose answers change, and a service whose names it answers.

    python -m tests.attacks.names serve ...

runs the service with every name that ends with `.rebind.example` asked of the server on port PLAYLEDGER_TEST_NAMES:
the rest of the way is that of every other name.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread

from service.webhooks import addresses

ZONE = ".rebind.example"
PORT = "PLAYLEDGER_TEST_NAMES"


@dataclass
class NameServer:
    """Answers each question with the addresses that are next for its name; the last ones are for good."""

    port: int = 0
    answers: dict[str, list[list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def answer(self, query: bytes) -> bytes:
        name, end = _name(query)
        self.asked.append(name)
        left = self.answers.get(name, [[]])
        addresses = left.pop(0) if len(left) > 1 else left[0]
        head = query[:2] + struct.pack("!5H", 0x8180, 1, len(addresses), 0, 0)
        records = (b"\xc0\x0c" + struct.pack("!2HIH", 1, 1, 0, 4) + socket.inet_aton(one) for one in addresses)
        return head + query[12 : end + 4] + b"".join(records)


@contextmanager
def naming() -> Iterator[NameServer]:
    """A name server that answers until it is told to stop."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        server = NameServer(listener.getsockname()[1])

        def run() -> None:
            while True:
                query, sender = listener.recvfrom(512)
                if not query:
                    return
                listener.sendto(server.answer(query), sender)

        running = Thread(target=run)
        running.start()
        yield server
        listener.sendto(b"", listener.getsockname())
        running.join()


def _name(query: bytes) -> tuple[str, int]:
    """The name of a question, and where it ends."""
    labels, place = [], 12
    while length := query[place]:
        labels.append(query[place + 1 : place + 1 + length].decode())
        place += 1 + length
    return ".".join(labels), place + 1


def asked_of(port: int, name: str) -> list[str]:
    """The addresses of a name, from the server on this port."""
    question = b"".join(bytes([len(label)]) + label.encode() for label in name.split(".")) + b"\0"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(
            b"\0\1" + struct.pack("!5H", 0x0100, 1, 0, 0, 0) + question + struct.pack("!2H", 1, 1), ("127.0.0.1", port)
        )
        answer = one.recv(512)
    count, (_, end) = struct.unpack("!H", answer[6:8])[0], _name(answer)
    records = answer[end + 4 :]
    return [socket.inet_ntoa(records[16 * place + 12 : 16 * place + 16]) for place in range(count)]


async def resolved(host: str, port: int) -> list[str]:
    """As the resolver of the service, which it asks for all other names."""
    if not host.endswith(ZONE):
        return await addresses.resolved(host, port)
    found = await asyncio.to_thread(asked_of, int(os.environ[PORT]), host)
    if not found:
        raise OSError("no such name")
    return found


if __name__ == "__main__":
    from service.cli import main

    defaults = addresses.AddressGuard.__init__.__kwdefaults__
    assert defaults is not None
    defaults["resolve"] = resolved
    main()
