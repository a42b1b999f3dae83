"""One service for the whole family: what one attack leaves behind, the next one meets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.attacks.target import Target, opened, serving

QUICK = {
    "PLAYLEDGER_LIMIT_HEAD_SECONDS": "1",
    "PLAYLEDGER_LIMIT_REQUEST_SECONDS": "1",
    "PLAYLEDGER_LIMIT_GREETING_SECONDS": "1",
    "PLAYLEDGER_LIMIT_IDLE_SECONDS": "1",
    "PLAYLEDGER_LIMIT_SOCKETS": "100",
    "PLAYLEDGER_LIMIT_READS_ANONYMOUS": "off",
    "PLAYLEDGER_LIMIT_WRITES_ANONYMOUS": "off",
}
"""Patience that a test has; and the attacks come from one address, which would soon be refused everything."""


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Target]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    with serving(folder, **QUICK) as found:
        yield found


@pytest.fixture(scope="session")
def table(target: Target) -> tuple[str, list[str]]:
    """A running match."""
    with httpx.Client(base_url=target.address, timeout=30) as client:
        return opened(client)


@pytest.fixture(scope="session")
def client(target: Target, table: tuple[str, list[str]]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=target.address, timeout=30) as found:
        yield found
