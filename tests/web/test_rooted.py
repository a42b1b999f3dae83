"""The page below a prefix of a proxy, which takes the prefix off or passes it on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.kit.process import free_port
from tests.kit.proxies import needs_nginx, nginx
from tests.web.serving import serving

ROOT_PATH = "/cards"


@pytest.fixture(scope="module")
def replica(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("rooted")
    with serving(free_port(), folder, PLAYLEDGER_ROOT_PATH=ROOT_PATH) as (address, _):
        yield address.removeprefix("http://")


@needs_nginx
@pytest.mark.parametrize("strips", [True, False], ids=["strips", "passes on"])
def test_the_page_is_whole_below_a_prefix(browser: Browser, replica: str, tmp_path: Path, strips: bool) -> None:
    """It loads, moves about, opens a match and follows it, and says so where nothing is."""
    with nginx(tmp_path, replica, whole=False, root=ROOT_PATH, strips=strips) as port:
        address = f"http://127.0.0.1:{port}{ROOT_PATH}"
        page = browser.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
        page.goto(f"{address}/")
        page.get_by_role("heading", level=1, name="Play").wait_for()
        page.get_by_role("link", name="Games", exact=True).click()
        page.wait_for_url(f"{address}/g")
        assert page.get_by_role("link", name="Games", exact=True).get_attribute("aria-current") == "page"
        page.reload()
        page.get_by_role("heading", level=1, name="Games").wait_for()
        page.goto(f"{address}/")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url(f"{address}/m/*")
        assert wrong == []
        page.goto(f"{address}/nothing")
        page.get_by_role("heading", name="Nothing is here").wait_for()
        page.get_by_role("link", name="Go to the first page").click()
        page.wait_for_url(f"{address}/")
        page.close()
