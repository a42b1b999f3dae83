"""GraphiQL in a browser, over the demo data: every tab works as it stands, and nothing comes from anywhere else."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from api_schema.graphql.assets import FILES, GraphiQL
from domain.games import discover
from service.app import web
from service.demo.data import make_demo
from tests.kit.browser import NAMES, Page, browser, opened
from tests.kit.lanes import sampled
from tests.kit.listening import listening
from tests.service.conftest import Furnished

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(GraphiQL.installed() is None, reason="the npm packages of GraphiQL come with make setup"),
    pytest.mark.programs,
    pytest.mark.skipif(browser() is None, reason=f"no browser here: none of {', '.join(NAMES)}"),
]

TABS = "[...document.querySelectorAll('.graphiql-tab-button')].map(tab => tab.textContent)"
READY = "document.querySelector('.graphiql-query-editor .CodeMirror') !== null"
RUN = "document.querySelector('.graphiql-execute-button').click()"


def shown(editor: str) -> str:
    """The script that gives the text of one editor."""
    return f"document.querySelector('{editor} .CodeMirror').CodeMirror.getValue()"


def kept(name: str) -> str:
    """The script that gives what GraphiQL has stored under a name."""
    return f"localStorage.getItem('graphiql:{name}')"


@pytest.fixture
async def address(furnished: Furnished, tmp_path: Path) -> AsyncIterator[str]:
    """Where the service with the demo data listens."""
    service = await furnished.copied(tmp_path)
    async with service.app, await make_demo(service.app) as demo, listening(web(service.app, demo.examples)) as server:
        yield f"127.0.0.1:{server.port}"


async def answer(page: Page, number: int, title: str) -> str:
    """What the tab of this number shows when it is run, once it holds data or errors."""
    before = await page.run(shown(".graphiql-query-editor"))
    if number:  # the first is open
        await page.run(f"document.querySelectorAll('.graphiql-tab-button')[{number}].click()")
        await page.until(f"{shown('.graphiql-query-editor')} !== {json.dumps(before)}")
    # GraphiQL learns the name of the operation a moment after the text
    await page.until(f"{kept('operationName')} === {json.dumps(title)}")
    await page.run(RUN)
    return str(
        await page.until(f'/"(data|errors)": /.test({shown(".graphiql-response")}) && {shown(".graphiql-response")}')
    )


@pytest.mark.parametrize("game", sampled(discover(), keep=1))
async def test_every_tab_works_as_it_stands(game: str, address: str, tmp_path: Path) -> None:
    async with opened(f"http://{address}/graphql?game={game}", tmp_path / "profile") as page:
        await page.until(READY)
        titles = await page.run(TABS)
        assert titles == ["Step", "Follow", "Moves", "Act", "Newest", "Games", "Create"]
        answers = {title: await answer(page, number, title) for number, title in enumerate(titles)}
        for title, text in answers.items():
            data = json.loads(text)
            assert "errors" not in data, (title, text)
            assert None not in data["data"].values(), (title, text)
            assert all(part.get("userErrors", []) == [] for part in data["data"].values() if isinstance(part, dict))
        told = json.loads(answers["Follow"])["data"]["matchUpdates"]["__typename"]
        assert told in ("EventsAppended", "PresenceChanged")  # the editor shows the newest update alone
        if folder := os.environ.get("PLAYLEDGER_SCREENSHOTS"):
            await page.screenshot(Path(folder) / f"graphiql-{game}.png")
        assert page.complaints() == []
        own = (f"http://{address}/graphql", f"ws://{address}/graphql")
        assert all(url.startswith(own) for url in page.asked())
        assert f"ws://{address}/graphql" in page.asked()
        loaded = {url.split("/assets/")[1].split("?")[0] for url in page.asked() if "/assets/" in url}
        assert loaded == set(FILES)


async def test_a_later_visit_finds_the_examples_anew(address: str, tmp_path: Path) -> None:
    async with opened(f"http://{address}/graphql", tmp_path / "profile") as page:
        await page.until(READY)
        first = await page.run(shown(".graphiql-query-editor"))
        await page.run(shown(".graphiql-query-editor").replace("getValue()", "setValue('{ games { slug } }')"))
        # GraphiQL stores the tabs a moment after the last change
        await page.until(f"({kept('tabState')} ?? '').includes('{{ games {{ slug }} }}')")
        await page.send("Page.reload")
        await page.until(READY)
        assert await page.run(shown(".graphiql-query-editor")) == first
