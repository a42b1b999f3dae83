"""The published client as the programs of these tests use it: as long as anybody is patient."""

from __future__ import annotations

from collections.abc import Sequence

from playledger_client import Client
from tests.kit.waiting import PATIENCE

PAUSE = 0.1
"""Seconds after which it asks the next server."""
LONGEST = 30.0
"""Seconds after which it leaves a server that says nothing: streams say something every 15."""


def patient(servers: Sequence[str], token: str | None = None) -> Client:
    """A client that asks one server after the other until one has answered."""
    return Client(servers, token, waits=[PAUSE] * round(PATIENCE / PAUSE), timeout=LONGEST)
