"""Readers of streams who stop reading, and never hang up."""

from __future__ import annotations

import asyncio
import os
import socket

import httpx

from tests.attacks.floods import pinging
from tests.attacks.listener import drained
from tests.attacks.players import played_out
from tests.attacks.target import Target, opened
from tests.attacks.test_hanging_up import watching
from tests.kit.waiting import PATIENCE, until

STREAMS = 90
"""Requests for one stream after the other: more than all buffers between the two hold."""
READERS = 20


def files(target: Target) -> int:
    """How many the process has open, connections among them."""
    return len(os.listdir(f"/proc/{target.process.pid}/fd"))


def stalled(target: Target, match: str) -> socket.socket:
    """A reader who reads nothing."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", target.port))
    connection.sendall(watching(match) * STREAMS)
    return connection


def test_readers_who_stall_are_let_go(hasty: Target) -> None:
    with httpx.Client(base_url=hasty.address, timeout=PATIENCE) as client:
        match, tokens = opened(client)
        played_out(client, match, tokens)
    before = files(hasty)
    with hasty.unharmed(), pinging(hasty):
        readers = [stalled(hasty, match) for _ in range(READERS)]
        asyncio.run(until(lambda: files(hasty) >= before + READERS // 2, "nobody is served"))
        # as many connections stay as somebody else has
        asyncio.run(until(lambda: files(hasty) <= before + 1, "those who read nothing are waited for"))
        for reader in readers:
            with reader:
                assert drained(reader).count(b"event: match_closed") < STREAMS
