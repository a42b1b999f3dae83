"""What tournaments ask of the store, and what their files hold in memory, does not grow with how many take part:
counted, not timed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import DeckOrder, ExportFile, ExportName, TournamentFilter, TournamentPolicy
from domain.tournament.batch import audience
from service.application.ids import TOURNAMENT_IDS
from service.history.store import ServedStore
from service.metrics.sql import MeasuredSql
from service.tournaments import exporter
from tests.kit.chance import key
from tests.kit.served import Served, serve, sqlite_url
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio
SIZES = (4, 12)
ASKING = ("read", "append", "append_all", "find_command", "head", "secret", "load")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the store was asked, by what for."""
    found: Counter[str] = Counter()

    def count(kind: type, name: str, called: str | None = None) -> None:
        method = getattr(kind, name)

        async def counted(self: Any, *given: Any, **named: Any) -> Any:
            found[f"{kind.__name__}.{called or name}"] += 1
            return await method(self, *given, **named)

        monkeypatch.setattr(kind, name, counted)

    for name in ASKING:
        count(ServedStore, name)
    for name in ("read", "write"):
        count(MeasuredSql, name)
    # without standbys a lookup is a read
    count(MeasuredSql, "lookup", "read")
    return found


@pytest.fixture
async def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Served]:
    """A service with nothing that runs in the background and asks as well, and that forgets no name it has read."""
    monkeypatch.setattr("service.accounts.directory.FRESH", float("inf"))
    resting = await serve(sqlite_url(tmp_path))
    yield resting
    await resting.app.stop()


async def two(served: Served) -> list[Hosted]:
    """Tournaments of different sizes."""
    return [await hosted(served, size, policy=TournamentPolicy("SWISS", rounds=2)) for size in SIZES]


async def counted(asked: Counter[str], work: Awaitable[object]) -> dict[str, int]:
    asked.clear()
    await work
    return dict(asked)


async def pieces(work: Awaitable[ExportFile]) -> list[bytes]:
    """The chunks of a file."""
    async with aclosing((await work).chunks) as chunks:  # type: ignore[type-var]
        return [chunk async for chunk in chunks]


async def test_a_round_is_started_in_one_append_of_all_its_matches(served: Served, asked: Counter[str]) -> None:
    small, large = [await counted(asked, held.start(1)) for held in await two(served)]
    assert small == large
    assert large["ServedStore.append_all"] == 1
    assert "ServedStore.append" not in large


async def test_pages_are_one_question_and_one_for_names(served: Served, asked: Counter[str]) -> None:
    for held in await two(served):
        await held.start(1)
        await held.play_round()
        await held.start(2)
        await served.app.projector.catch_up()
        for given in ({}, {"after_round": 1}, {"after_round": 0}):
            page = held.use.standings(ANONYMOUS, held.id, first=3, **given)
            assert (await counted(asked, page))["MeasuredSql.read"] <= 2
            assert set(asked) == {"MeasuredSql.read"}
        running = held.use.standings(ANONYMOUS, held.id, after_round=2, first=3)
        assert (await counted(asked, running))["ServedStore.read"] == 1
    for held, first in zip(await two(served), (1, 4), strict=True):
        page = held.use.find(held.organiser, first=first, wanted=TournamentFilter())
        assert set(await counted(asked, page)) == {"MeasuredSql.read"}
        assert asked["MeasuredSql.read"] <= 2


async def test_a_page_of_entrants_reads_what_brought_their_decks_and_nothing_between(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await hosted(served, 3, decks="CLOSED")
    one, two_, three = held.players
    for who in (one, three, *[one] * 20):
        await held.use.change_deck(held.players[who], held.id, key(), DeckOrder("fox"))
    last: dict[str, str] = {}
    for event in await served.app.store.read(TOURNAMENT_IDS.stream_of(held.id)):
        body = msgspec.json.decode(event.body)
        if entrant := body["pub"].get("entrant"):
            last[entrant] = body["commits"][audience(entrant)]
    rows = 0
    for kind, name in ((ServedStore, "read"), (MeasuredSql, "lookup")):
        read = getattr(kind, name)

        async def counting(self: Any, *given: Any, read: Any = read, **named: Any) -> Any:
            nonlocal rows
            found = await read(self, *given, **named)
            rows += len(found)
            return found

        monkeypatch.setattr(kind, name, counting)
    page = await held.use.entrants(ANONYMOUS, held.id, first=3)
    assert rows == 3
    assert {entrant.id: entrant.deck_commitment for entrant in page.entrants} == last
    assert list(last) == [one, two_, three]


async def test_matches_are_read_many_at_a_time(served: Served, asked: Counter[str]) -> None:
    for held in await two(served):
        await held.start(1)
        await held.play_round()
        spent = await counted(asked, pieces(held.use.matches_file(ANONYMOUS, held.id)))
        assert spent.keys() <= {"ServedStore.read", "MeasuredSql.read"}
        assert spent["ServedStore.read"] == 1
        assert spent["MeasuredSql.read"] <= 2


async def test_matches_that_the_list_does_not_know_yet_are_in_the_file(served: Served) -> None:
    held = await hosted(served, 4)
    await held.start(1)
    before = await pieces(held.use.matches_file(ANONYMOUS, held.id))
    await served.app.projector.catch_up()
    assert await pieces(held.use.matches_file(ANONYMOUS, held.id)) == before


async def test_files_go_out_in_chunks(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    held = await hosted(served, 12)
    await held.start(1)
    await held.play_round()
    wholes = {name: b"".join(await pieces(held.use.export(ANONYMOUS, held.id, name))) for name in get_args(ExportName)}
    monkeypatch.setattr(exporter, "CHUNK", 100)
    for name, whole in wholes.items():
        chunks = await pieces(held.use.export(ANONYMOUS, held.id, name))
        assert b"".join(chunks) == whole, name
        assert max(map(len, chunks)) < len(whole) / 2, name
        assert all(chunks), name
