"""What is collected of tests/api."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.lanes import lane

HERE = Path(__file__).parent
APART = (HERE / "rest" / "test_schemathesis.py", HERE / "graphql" / "test_fuzz.py")
"""At night their strategies and examples hold 250 MB until the process ends, and a fifth of that in every process that
only collects them. So a nightly run starts a process for each of them, which names it.
"""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    named = {Path(argument.partition("::")[0]).name for argument in config.args}
    return True if lane() == "nightly" and collection_path in APART and collection_path.name not in named else None
