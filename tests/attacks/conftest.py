"""Services for the whole family: what one attack leaves behind, the next one meets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.attacks.target import Target, opened, serving
from tests.kit.waiting import PATIENCE

WAITS = ("head", "request", "greeting", "idle")
ONE_ADDRESS = ("sockets=100", "reads_anonymous=off", "writes_anonymous=off")
"""The attacks come from one address, which would soon be refused everything."""


@pytest.fixture(scope="package")
def target(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Target]:
    """A service that waits for its clients longer than any test: none is late because the machine is slow."""
    patient = [f"{wait}_seconds={5 * PATIENCE}" for wait in WAITS]
    with serving(_folder(tmp_path_factory), PLAYLEDGER_LIMITS=",".join((*patient, *ONE_ADDRESS))) as found:
        yield found


@pytest.fixture(scope="package")
def hasty(tmp_path_factory: pytest.TempPathFactory, programs: None) -> Iterator[Target]:
    """A service that soon waits no longer, for the tests of that. Nothing honest takes as long even there."""
    impatient = [f"{wait}_seconds=3" for wait in (*WAITS, "stall")]
    with serving(_folder(tmp_path_factory), PLAYLEDGER_LIMITS=",".join((*impatient, *ONE_ADDRESS))) as found:
        yield found


@pytest.fixture(scope="package")
def table(target: Target) -> tuple[str, list[str]]:
    """A running match."""
    with httpx.Client(base_url=target.address, timeout=PATIENCE) as client:
        return opened(client)


@pytest.fixture(scope="package")
def client(target: Target, table: tuple[str, list[str]]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=target.address, timeout=PATIENCE) as found:
        yield found


def _folder(factory: pytest.TempPathFactory) -> Path:
    return factory.mktemp("attacked")
