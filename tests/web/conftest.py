"""One browser and one service for all tests of the page, and a visitor for each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from api_schema.web import COMPLETE
from tests.kit import browser as browsers
from tests.kit.process import free_port
from tests.web.browsing import AXE, BUILD, QUIET, Visitor, visiting
from tests.web.halls import Hall, hall

SCREENS = "PLAYLEDGER_SCREENS"
"""Names a folder in which each screen that is checked leaves a picture."""
Visit = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip by name what this machine can't run."""
    missing = list(_missing())
    for item in items:
        if item.nodeid.startswith("tests/web/"):
            item.add_marker(pytest.mark.programs)
            for reason in missing:
                item.add_marker(pytest.mark.skip(reason=reason))


def _missing() -> Iterator[str]:
    if browsers.browser() is None:
        yield f"no browser here: none of {', '.join(browsers.NAMES)}"
    if not (BUILD / COMPLETE).is_file() or not AXE.is_file():
        yield "the page is not built: make web"


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The machine's own browser; none is ever downloaded."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=browsers.browser(), args=list(QUIET))
        yield found
        found.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A service with the toy game beside the five, and some people who have accounts."""
    with hall(tmp_path_factory.mktemp("service"), free_port()) as found:
        yield found


@pytest.fixture(scope="package")
def address(house: Hall) -> str:
    """The address of the service."""
    return house.address


@pytest.fixture(scope="package")
def shots() -> Path | None:
    """The folder of the pictures that somebody wants to look at, or None."""
    wanted = os.environ.get(SCREENS)
    if not wanted:
        return None
    folder = Path(wanted).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def visit(browser: Browser, address: str, shots: Path | None) -> Iterator[Visit]:
    """Makes visitors, by `width`, `scheme` and whatever a context of the browser takes."""
    with ExitStack() as stack:

        def made(**how: Any) -> Visitor:
            return stack.enter_context(visiting(browser, address, shots, **how))

        yield made
