"""Limits of time, size and number."""

from __future__ import annotations

import msgspec


class WireLimits(msgspec.Struct, frozen=True):
    """Times in seconds, sizes in bytes; 0 connections is no limit.

    `head` and `request` are how long the head and the body of a request may take to arrive, `stall` how long a client
    may not read. `head_bytes` and `head_fields` bound what is held of a head, `head_bytes` also what stands around a
    body or between requests. `pipelined` is how many requests may wait for the answer to the one before. `message`
    bounds one message of a websocket.
    """

    connections: int = 5_000
    head: float = 10.0
    request: float = 130.0
    stall: float = 60.0
    head_bytes: int = 1 << 16
    head_fields: int = 200
    pipelined: int = 100
    message: int = 1 << 20
