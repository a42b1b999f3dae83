"""The page at the root where the page for people is not built, and the setting that does without either."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

from api_schema.errors import ApiError, ErrorCode
from api_schema.plain_page import FRESH, PlainPage
from api_schema.ports.matches import ALL_MATCHES, MatchFilter, MatchPage
from api_schema.ports.tournaments import TournamentPage
from api_schema.web import ROOT, Browsing, Web
from domain.games import discover
from service.app import web
from tests.api.rest.fake import FakeHealth, FakeHistory, FakeMatches, Fakes
from tests.kit.served import serve, sqlite_url

pytestmark = pytest.mark.anyio

BROWSER = {"Accept": "text/html"}
C4 = discover()["c4"]


class Watched(FakeMatches):
    """Matches that count how often somebody looks for them."""

    looks = 0
    broken = False

    async def find(self, *given: Any, wanted: MatchFilter = ALL_MATCHES, **more: Any) -> MatchPage:
        self.looks += 1
        if self.broken:
            raise ApiError(ErrorCode.UNAVAILABLE, "The <store> does not answer.")
        return MatchPage((self.match(),), "cursor", True)


class Events:
    """Tournaments of which there is none."""

    async def find(self, *given: Any, **more: Any) -> TournamentPage:
        return TournamentPage((), None, False)


@asynccontextmanager
async def asked(matches: Watched, clock: list[float]) -> AsyncIterator[httpx.AsyncClient]:
    """A browser before the page over these matches; the clock shows what stands in the list."""
    uses: Any = Fakes(matches, FakeHealth(), FakeHistory(matches)).uses()
    page = PlainPage(msgspec.structs.replace(uses, tournaments=Events()), clock=lambda: clock[0])
    app = Starlette(routes=[Browsing(page.shown, {ROOT})])
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test", headers=BROWSER) as found:
        yield found


async def test_the_page_says_what_runs_and_how_to_build_the_other() -> None:
    async with asked(Watched(), [0.0]) as browser:
        page = await browser.get("/")
    assert page.status_code == 200
    for said in ("make web", 'href="/docs"', 'href="/graphql"', "Matches that run: 1 or more", "Tournaments: 0"):
        assert said in page.text
    assert 'href="/v1/matches/mt_' in page.text
    assert "<script" not in page.text
    assert "script" not in page.headers["content-security-policy"]


async def test_many_browsers_cost_one_look_at_the_store() -> None:
    matches, clock = Watched(), [0.0]
    async with asked(matches, clock) as browser:
        for _ in range(5):
            await browser.get("/")
        assert matches.looks == 1
        clock[0] = FRESH
        await browser.get("/")
    assert matches.looks == 2


async def test_the_page_stands_while_the_store_does_not() -> None:
    matches = Watched()
    matches.broken = True
    async with asked(matches, [0.0]) as browser:
        page = await browser.get("/")
    assert page.status_code == 200
    assert "The &lt;store&gt; does not answer." in page.text


@pytest.mark.parametrize(("wanted", "media"), [(True, "text/html; charset=utf-8"), (False, "application/json")])
async def test_a_setting_says_whether_browsers_get_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool, media: str
) -> None:
    monkeypatch.setattr(Web, "built", classmethod(lambda cls, issuer=None, root="": None))
    served = await serve(sqlite_url(tmp_path), {C4.slug: C4}, web=wanted)
    async with served.app:
        transport = httpx.ASGITransport(web(served.app))
        async with httpx.AsyncClient(transport=transport, base_url="http://service", headers=BROWSER) as browser:
            root = await browser.get("/")
            assert (root.status_code, root.headers["content-type"]) == (200, media)
            assert (await browser.get("/t")).status_code == 404
