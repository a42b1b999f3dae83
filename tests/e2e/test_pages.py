"""The pages for people, in a real browser. Without one on the machine these tests are skipped by name."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.browser import NAMES, Page, browser, opened
from tests.kit.process import demo_service, free_port

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.nightly,
    pytest.mark.programs,
    pytest.mark.skipif(browser() is None, reason=f"no browser here: none of {', '.join(NAMES)}"),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    with demo_service(tmp_path_factory.mktemp("service"), port, PLAYLEDGER_GRAPHIQL="false"):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[Page]:
    async with opened("about:blank", tmp_path) as found:
        yield found


async def chosen(page: Page, title: str) -> None:
    """Choose an example as a person does."""
    place = json.dumps(title)
    await page.run(f"""(() => {{
      const list = document.getElementById("examples");
      list.value = [...list.options].find(option => option.text === {place}).value;
      list.dispatchEvent(new Event("change"));
      document.getElementById("run").click();
    }})()""")


async def result(page: Page) -> Any:
    await page.until("document.getElementById('result').textContent.startsWith('{')")
    return json.loads(await page.run("document.getElementById('result').textContent"))


async def test_examples_of_the_explorer_run_at_a_click(page: Page, address: str) -> None:
    await page.open(f"{address}/graphql")
    await chosen(page, "Step through a match")
    stepped = (await result(page))["data"]["match"]
    assert stepped["result"]["ruleId"].startswith("C4-7")
    assert len(stepped["events"]["nodes"]) == 5
    await chosen(page, "Do the first of it")
    done = (await result(page))["data"]["act"]
    assert (done["userErrors"], done["replayed"]) == ([], False)
    await page.run("document.getElementById('run').click()")
    again = (await result(page))["data"]["act"]
    assert (again["version"], again["replayed"]) == (done["version"], True)


async def test_bots_are_watched_in_the_explorer(page: Page, address: str) -> None:
    await page.open(f"{address}/graphql")
    await chosen(page, "Watch two bots")
    text = "document.getElementById('result').textContent"
    await page.until(f"{text}.split('EventsAppended').length > 3")
    await page.run("document.getElementById('stop').click()")
    await page.until("document.getElementById('stop').disabled")
    assert "error" not in await page.run(text)


async def test_the_schema_can_be_searched(page: Page, address: str) -> None:
    await page.open(f"{address}/graphql")
    await page.run("document.getElementById('schema').open = true")
    await page.until("document.getElementById('types').textContent.includes('type Match')")
    await page.run("""(() => {
      const find = document.getElementById("find");
      find.value = "KeyReused";
      find.dispatchEvent(new Event("input"));
    })()""")
    assert "firstUsedAt" in await page.run("document.getElementById('types').textContent")


async def test_every_link_inside_the_reference_leads_somewhere(page: Page, address: str) -> None:
    await page.open(f"{address}/docs")
    dead = """[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute("href").slice(1))
      .filter(name => !document.getElementById(name))"""
    assert await page.run(dead) == []
    assert await page.run("document.querySelectorAll('section').length") > 20
    assert await page.run("document.documentElement.scrollWidth <= window.innerWidth")
