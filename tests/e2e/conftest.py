"""The service that tests share who ask nothing of its store but what they have put there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.newcomer import Plain
from tests.kit.process import free_port, plain_service

BUSY = {"PLAYLEDGER_LIMITS": "writes=off"}
"""One account sends what many would."""


@pytest.fixture(scope="package")
def plain(programs: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plain]:
    folder = tmp_path_factory.mktemp("service")
    with plain_service(folder, free_port(), **BUSY) as address:
        yield Plain(address, folder)


@pytest.fixture(scope="package")
def address(plain: Plain) -> str:
    """Where it listens."""
    return plain.address
