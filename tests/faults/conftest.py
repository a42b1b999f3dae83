"""Servers that faults are tried on, and a table of what came of each at the end of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.stand import Outcome
from tests.kit import release_before
from tests.kit.link import Link, link_to
from tests.kit.postgres_nodes import Node, folder_of_servers, primary

OUTCOME = "outcome of a fault"
HEADINGS = ("fault", "acknowledged", "replayed", "no success", "silent", "after it", "longest request", "latest news")
Tell = Callable[[Outcome], None]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what came of each fault, wherever its test has run."""
    rows = [
        (fault(report.nodeid), *cells)
        for report in terminalreporter.stats.get("passed", [])
        for name, cells in report.user_properties
        if name == OUTCOME
    ]
    if rows:
        terminalreporter.section("what came of each fault")
    for row in (HEADINGS, *rows) if rows else ():
        terminalreporter.write_line(f"| {' | '.join(row)} |")


def fault(test: str) -> str:
    """The name of the fault that a test is about."""
    return test.rpartition("::test_")[2].replace("_", " ")


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Note the outcome of a test for the end of the run."""
    return lambda outcome: record_property(OUTCOME, outcome.cells)


@pytest.fixture(scope="session")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the release before."""
    why = release_before.absent()
    if why is not None:
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("release") / "before"
    release_before.unpack(folder)
    return folder


@pytest.fixture
def servers() -> Iterator[Path]:
    """A folder for servers of Postgres."""
    with folder_of_servers() as folder:
        yield folder


@pytest.fixture
def first(servers: Path) -> Iterator[Node]:
    """A primary, which may end in whatever way."""
    with primary(servers) as node:
        yield node


@pytest.fixture
def between(first: Node) -> Iterator[Link]:
    """The network to the primary, for those who use it."""
    with link_to(first.port) as link:
        yield link


@pytest.fixture
def second(first: Node, between: Link) -> Iterator[Node]:
    """Its synchronous standby, which follows it over that network."""
    standby = first.standby("two", between.port)
    try:
        first.wait_for_standby(standby)
        yield standby
    finally:
        standby.stop()
