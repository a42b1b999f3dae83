"""The reference of REST in a browser that reaches no other host: what is read there can be tried there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from api_schema.rest.reference import FILES, PAGE, Reference
from tests.kit.browser import NAMES, Page, browser, opened
from tests.kit.process import demo_service, free_port

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.nightly,
    pytest.mark.programs,
    pytest.mark.skipif(Reference.installed() is None, reason="the npm packages of the reference come with make setup"),
    pytest.mark.skipif(browser() is None, reason=f"no browser here: none of {', '.join(NAMES)}"),
]

BODY = "document.querySelector('#operations-{} .live-responses-table pre code')?.textContent"
STATUS = "document.querySelector('#operations-{} .live-responses-table tbody .response-col_status')?.innerText"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    with demo_service(tmp_path_factory.mktemp("service"), port):
        yield f"http://127.0.0.1:{port}"


async def sent(page: Page, address: str, tag: str, operation: str) -> tuple[str, str]:
    """Status and body of an operation that is sent as the page fills it in, reached from the one-page reference."""
    await page.open(f"{address}/docs")
    link = f"#{operation} a.try"
    assert await page.run(f"document.querySelector('{link}').getAttribute('href')") == f"{PAGE}#/{tag}/{operation}"
    await page.run(f"document.querySelector('{link}').click()")
    name = f"{tag}-{operation}"
    await page.until(f"document.querySelector('#operations-{name} .execute') !== null")
    await page.run(f"document.querySelector('#operations-{name} .execute').click()")
    status = await page.until(STATUS.format(name))
    return str(status).split()[0], str(await page.until(BODY.format(name)))


async def test_operations_run_from_the_reference_as_it_fills_them_in(address: str, tmp_path: Path) -> None:
    async with opened("about:blank", tmp_path) as page:
        status, body = await sent(page, address, "catalogue", "getDecks")
        assert status == "200"
        assert json.loads(body)["game"] == "c4"
        status, body = await sent(page, address, "lobby", "createMatch")
        assert status == "201"
        assert json.loads(body)["match"]["status"] == "OPEN"
        if folder := os.environ.get("PLAYLEDGER_SCREENSHOTS"):
            await page.run("document.querySelector('.live-responses-table').scrollIntoView({block: 'center'})")
            await page.screenshot(Path(folder) / "reference.png")
        assert page.complaints() == []
        asked = {url for url in page.asked() if not url.startswith("about:")}
        assert all(url.startswith(f"{address}/") for url in asked), asked
        assert {url.split("/assets/")[1].split("?")[0] for url in asked if "/assets/" in url} == set(FILES)
