"""One service for the whole matrix."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.kit.process import free_port, plain_service

BUSY = {"PLAYLEDGER_LIMITS": "writes=off", "PLAYLEDGER_LOG_LEVEL": "error"}
"""One account sends thousands of requests here, and nobody reads what the service logs of each."""


class Service(NamedTuple):
    """A service on SQLite, as a program of its own, with its store in a folder."""

    address: str
    folder: Path


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("service")
    with plain_service(folder, free_port(), **BUSY) as address:
        yield Service(address, folder)


@pytest.fixture
def address(service: Service) -> str:
    return service.address
