"""What a newcomer finds after `make serve`."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.input.patterns import DAY
from domain.games import discover
from domain.kernel.game import CardGame
from service.app import web
from service.application.ids import MATCH_IDS
from service.demo.data import make_demo
from service.demo.table import DemoTable
from service.times import now
from tests.kit.lanes import sampled
from tests.kit.served import ALICE, EVE, Served
from tests.kit.waiting import until
from tests.service.conftest import Furnished

pytestmark = pytest.mark.anyio


def slug(game: CardGame) -> str:
    return game.slug


@pytest.fixture(params=discover().values(), ids=slug)
def game(request: pytest.FixtureRequest) -> CardGame:
    """Every game, one after the other."""
    found: CardGame = request.param
    return found


@pytest.fixture
async def again(furnished: Furnished, tmp_path: Path) -> AsyncIterator[Served]:
    """A service that is started the second time."""
    service = await furnished.copied(tmp_path)
    async with service.app:
        yield service


def answered(response: httpx.Response) -> Any:
    assert response.status_code == 200
    body = response.json()
    assert "errors" not in body, body
    return body["data"]


async def test_every_example_of_the_explorer_works_as_it_stands(again: Served, game: CardGame) -> None:
    served = again
    demo = await make_demo(served.app)
    async with demo:
        transport = httpx.ASGITransport(web(served.app, demo.examples))
        async with httpx.AsyncClient(transport=transport, base_url="http://demo") as client:
            page = await client.get(f"/graphql?game={game.slug}", headers={"Accept": "text/html"})
            about = set(re.findall(r"mt_[a-z2-7]{26}", page.text))
            shown = {path.split("/")[3] for title, path in demo.places if title.startswith(f"{game.slug}: ")}
            assert about == shown
            titles = []
            for example in await demo.examples(game.slug):
                titles.append(example.title)
                assert example.title in page.text
                if example.query.startswith("subscription"):
                    continue  # endless: followed in a browser and by the tests of the streams
                variables: Any = example.variables
                if "input" in variables:
                    variables["input"]["idempotencyKey"] = served.key()
                headers = {"Authorization": f"Bearer {example.token}"} if example.token else {}
                body = {"query": example.query, "variables": variables}
                data = answered(await client.post("/graphql", json=body, headers=headers))
                assert "'userErrors': [{" not in str(data), data
                assert None not in data.values()
    assert titles[:4] == ["Step through a match", "Watch two bots", "What I may do", "Do the first of it"]


async def test_the_second_start_finds_the_same_matches(furnished: Furnished, again: Served) -> None:
    async with await make_demo(again.app) as second:
        assert second.places == furnished.places


async def test_a_finished_match_is_short_and_recent_and_stands_an_audit(again: Served, game: CardGame) -> None:
    """The same one in every store. Where the rules have made it long, another word for SHORT makes a short one."""
    async with await make_demo(again.app) as demo:
        (place,) = [path for title, path in demo.places if title == f"{game.slug}: finished"]
    match = place.split("/")[3]
    events = await again.app.store.read(MATCH_IDS.stream_of(match))
    assert sum(event.batch_end for event in events) < 600
    assert now() - DAY < events[0].at < events[-1].at < now()
    audit = await again.app.history.auditor.audit(match)
    assert audit.ok
    assert audit.signed_by == again.app.signer.current.id


async def test_a_match_that_was_played_makes_room_for_the_next(again: Served, game: CardGame) -> None:
    served = again
    async with await make_demo(served.app) as demo:
        (place,) = [path for title, path in demo.places if title == f"{game.slug}: to play"]
        match = place.removeprefix("/v1/matches/")
        from_demo = await served.app.use_cases.accounts.authenticate(demo.token)
        await served.act(from_demo, match, seat=0, action={"type": "concede"})
        # a concession waits for what is being resolved: whoever is asked answers until the match is over
        while (await served.app.use_cases.matches.get(from_demo, match)).status == "RUNNING":
            legal = await served.app.use_cases.matches.legal_actions(from_demo, match, 1)
            await served.act(from_demo, match, seat=1, token=legal.prompts[0].actions[0].token)
        assert "Do the first of it" not in [example.title for example in await demo.examples(game.slug)]
    async with await make_demo(served.app) as later:
        assert place not in [path for _, path in later.places]


@pytest.mark.parametrize("game", sampled(discover().values(), keep=2), ids=slug, indirect=True)
async def test_bots_play_on_and_begin_anew_when_a_match_is_over(served: Served, game: CardGame) -> None:
    table = DemoTable(served.app, game, pace=0, rest=0)
    await table.start()
    first = table.match
    async for _ in served.app.use_cases.matches.updates(ALICE, first):
        pass
    await until(lambda: table.match != first)
    await table.stop()
    done = await served.app.use_cases.matches.get(ALICE, first)
    assert (done.status, [seat.bot for seat in done.seats]) == ("FINISHED", [True, True])
    assert (await served.app.use_cases.matches.get(EVE, table.match)).status == "RUNNING"
