"""What is collected of tests/api."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api_schema.rest.endpoint import Endpoint
from tests.kit.contract import watching

HERE = Path(__file__).parent
APART = (HERE / "rest" / "test_schemathesis.py", HERE / "graphql" / "test_fuzz.py")
"""Their strategies and examples hold 250 MB until the process ends, and a third of that in every process that only
collects them. So a run starts a process for them, which names them.
"""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    named = {Path(argument.partition("::")[0]).name for argument in config.args}
    return True if collection_path in APART and collection_path.name not in named else None


@pytest.fixture(autouse=True)
def contract(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every answer of REST that a test gets has a status, headers, media type and body that the document declares."""
    faults: list[str] = []
    monkeypatch.setattr(Endpoint, "__call__", watching(Endpoint.__call__, faults))
    yield
    assert faults == []
