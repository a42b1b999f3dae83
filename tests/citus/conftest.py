"""Fixtures of the tests on a Citus cluster, and the table of what came of each fault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.conftest import pytest_terminal_summary, tell
from tests.kit.citus_nodes import Cluster, cluster

__all__ = ["pytest_terminal_summary", "tell"]


@pytest.fixture
def own_cluster(programs: None) -> Iterator[Cluster]:
    """A cluster that may end in whatever way."""
    with cluster() as found:
        yield found
