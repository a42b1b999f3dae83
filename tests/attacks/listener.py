"""Where a server or a proxy listens, for those who send it raw bytes."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass

from tests.kit.waiting import PATIENCE


@dataclass
class Listener:
    """A port of this machine."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def exchange(self, sent: bytes) -> bytes:
        """What comes back for these bytes, which are all there are, until the server closes."""
        with self.connect() as connection:
            with suppress(ConnectionError):
                connection.sendall(sent)
            with suppress(OSError):  # it is closed already
                connection.shutdown(socket.SHUT_WR)
            return drained(connection)

    def ask(self, sent: bytes) -> bytes:
        """The same for a request after which the server closes: proxies take it for a farewell if we say no more."""
        with self.connect() as connection:
            connection.sendall(sent)
            return drained(connection)


def drained(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    parts = []
    with suppress(ConnectionError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)
