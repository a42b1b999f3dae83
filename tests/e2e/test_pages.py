"""The pages for people, in a real browser. Without one on the machine these tests are skipped by name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.browser import Page, installed, page
from tests.kit.process import demo_service, free_port

pytestmark = pytest.mark.skipif(installed() is None, reason="no Chromium on this machine")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    with demo_service(tmp_path_factory.mktemp("service"), port, PLAYLEDGER_GRAPHIQL="false"):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    found = installed()
    assert found is not None
    with page(found, tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def chosen(browser: Page, title: str) -> None:
    """Choose an example as a person does."""
    place = json.dumps(title)
    browser.evaluate(f"""(() => {{
      const list = document.getElementById("examples");
      list.value = [...list.options].find(option => option.text === {place}).value;
      list.dispatchEvent(new Event("change"));
      document.getElementById("run").click();
    }})()""")


def result(browser: Page) -> Any:
    browser.wait_for("document.getElementById('result').textContent.startsWith('{')")
    return json.loads(browser.evaluate("document.getElementById('result').textContent"))


def test_examples_of_the_explorer_run_at_a_click(browser: Page, address: str) -> None:
    browser.open(f"{address}/graphql")
    chosen(browser, "Step through a match")
    stepped = result(browser)["data"]["match"]
    assert stepped["result"]["ruleId"].startswith("C4-7")
    assert len(stepped["events"]["nodes"]) == 5
    chosen(browser, "Do the first of it")
    done = result(browser)["data"]["act"]
    assert (done["userErrors"], done["replayed"]) == ([], False)
    browser.evaluate("document.getElementById('run').click()")
    again = result(browser)["data"]["act"]
    assert (again["version"], again["replayed"]) == (done["version"], True)


def test_bots_are_watched_in_the_explorer(browser: Page, address: str) -> None:
    browser.open(f"{address}/graphql")
    chosen(browser, "Watch two bots")
    text = "document.getElementById('result').textContent"
    browser.wait_for(f"{text}.split('EventsAppended').length > 3")
    browser.evaluate("document.getElementById('stop').click()")
    browser.wait_for("document.getElementById('stop').disabled")
    assert "error" not in browser.evaluate(text)


def test_the_schema_can_be_searched(browser: Page, address: str) -> None:
    browser.open(f"{address}/graphql")
    browser.evaluate("document.getElementById('schema').open = true")
    browser.wait_for("document.getElementById('types').textContent.includes('type Match')", 20)
    browser.evaluate("""(() => {
      const find = document.getElementById("find");
      find.value = "KeyReused";
      find.dispatchEvent(new Event("input"));
    })()""")
    assert "firstUsedAt" in browser.evaluate("document.getElementById('types').textContent")


def test_every_link_inside_the_reference_leads_somewhere(browser: Page, address: str) -> None:
    browser.open(f"{address}/docs")
    dead = """[...document.querySelectorAll('a[href^="#"]')].map(link => link.getAttribute("href").slice(1))
      .filter(name => !document.getElementById(name))"""
    assert browser.evaluate(dead) == []
    assert browser.evaluate("document.querySelectorAll('section').length") > 20
    assert browser.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
