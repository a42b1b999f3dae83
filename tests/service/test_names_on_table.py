"""The names of cards in the sentences of events: a table is drawn once for a viewer, and all pages agree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.games import discover
from domain.kernel.table import Table
from service.application.ids import MATCH_IDS
from service.matches.aggregate import Aggregate
from service.matches.rendering import table_of
from service.simulation.recorder import store
from service.simulation.table import Setup, play
from tests.kit.served import EVE, serve, sqlite_url

pytestmark = pytest.mark.anyio
GAME = discover()["cape_and_cowl"]


async def test_a_table_is_drawn_once_for_a_viewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: Counter[Any] = Counter()

    def counted(match: Aggregate, viewer: str) -> Table | None:
        drawn[match.head, viewer] += 1
        return table_of(match, viewer)

    monkeypatch.setattr("service.matches.on_table.table_of", counted)
    served = await serve(sqlite_url(tmp_path), {GAME.slug: GAME})
    async with served.app:
        setup = Setup(GAME, MATCH_IDS.id_of(UUID(int=79)), "9", [deck.id for deck in GAME.decks()][:2], ["greedy"] * 2)
        await store(served.app.catalogue, served.app.matches.repository, setup, list(play(setup)))
        matches = served.app.use_cases.matches
        whole: dict[str, Any] = {}
        for viewer in ("spectator", "full"):
            page = await matches.events(EVE, setup.match, perspective=viewer)
            assert await matches.events(EVE, setup.match, perspective=viewer) == page
            whole[viewer] = page.events
        assert {viewer for _, viewer in drawn} == set(whole)
        assert set(drawn.values()) == {1}
        for first in range(20, len(whole["full"]), 37):
            part = await matches.events(EVE, setup.match, perspective="full", after=first, first=5)
            assert part.events == whole["full"][first : first + 5], f"from {first} on"
