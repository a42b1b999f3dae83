"""Services for the whole family: what one attack leaves behind, the next one meets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.attacks.target import Target, opened, serving
from tests.kit.waiting import PATIENCE

WAITS = ("HEAD", "REQUEST", "GREETING", "IDLE")
ONE_ADDRESS = {
    "PLAYLEDGER_LIMIT_SOCKETS": "100",
    "PLAYLEDGER_LIMIT_READS_ANONYMOUS": "off",
    "PLAYLEDGER_LIMIT_WRITES_ANONYMOUS": "off",
}
"""The attacks come from one address, which would soon be refused everything."""


@pytest.fixture(scope="session")
def target(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Target]:
    """A service that waits for its clients longer than any test: none is late because the machine is slow."""
    patient = {f"PLAYLEDGER_LIMIT_{wait}_SECONDS": str(5 * PATIENCE) for wait in WAITS}
    with serving(_folder(tmp_path_factory), **patient, **ONE_ADDRESS) as found:
        yield found


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Target]:
    """A service that soon waits no longer, for the tests of that. Nothing honest takes as long even there."""
    impatient = {f"PLAYLEDGER_LIMIT_{wait}_SECONDS": "3" for wait in (*WAITS, "STALL")}
    with serving(_folder(tmp_path_factory), **impatient, **ONE_ADDRESS) as found:
        yield found


@pytest.fixture(scope="session")
def table(target: Target) -> tuple[str, list[str]]:
    """A running match."""
    with httpx.Client(base_url=target.address, timeout=PATIENCE) as client:
        return opened(client)


@pytest.fixture(scope="session")
def client(target: Target, table: tuple[str, list[str]]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=target.address, timeout=PATIENCE) as found:
        yield found


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("attacked")
