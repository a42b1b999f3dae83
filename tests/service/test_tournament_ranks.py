"""Who won: one list of ranks over the rounds and the bracket, the same in every answer and file."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator

import pytest

from api_schema.errors import ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.tournaments import CutPolicy, RankPage, RulePairing, TournamentPolicy
from tests.kit.chance import key
from tests.kit.refusals import refused
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import Hosted, hosted

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind; nothing runs in the background."""
    served = await serve(url)
    yield served
    await served.app.stop()


async def ranks(held: Hosted) -> RankPage:
    found: RankPage = await held.use.ranks(ANONYMOUS, held.id, first=50)
    return found


async def text(held: Hosted, name: str) -> str:
    file = await held.use.export(ANONYMOUS, held.id, name)
    return b"".join([part async for part in file.chunks]).decode()


async def with_a_cut(store: Served) -> Hosted:
    """Two Swiss rounds of four, and then a final."""
    held = await hosted(store, 4, policy=TournamentPolicy("SWISS", rounds=2, cut=CutPolicy(2)))
    await store.app.directory.rename(next(iter(held.players.values())).account or "", "=Ada")
    for number in (1, 2):
        await held.start(number)
        await held.play_round()
    await held.start(3)
    return held


@pytest.mark.each_store
@pytest.mark.answers("getTournamentEvents")
async def test_the_ranks_after_a_cut_are_the_same_everywhere(store: Served) -> None:
    held = await with_a_cut(store)
    named = next(iter(held.players))
    (final,) = await held.tables()
    first, second = [seat.entrant for seat in final.seats]
    await held.concede(first)
    before = await ranks(held)
    assert (before.final, before.total_count) == (False, 4)
    await held.use.finish(held.organiser, held.id, key())
    page = await ranks(held)
    assert (page.final, page.ranks) == (True, before.ranks)
    assert [row.entrant for row in page.ranks[:2]] == [second, first]
    assert [row.stage for row in page.ranks] == ["BRACKET"] * 2 + ["ROUNDS"] * 2
    assert (await held.use.standings(ANONYMOUS, held.id, first=1)).standings[0].entrant == first
    expected = [(row.rank, row.entrant) for row in page.ranks]
    assert {row.entrant: row.name for row in page.ranks}[named] == "=Ada"
    table = list(csv.DictReader((await text(held, "ranks.csv")).splitlines()))
    assert [(int(row["rank"]), row["entrant"]) for row in table] == expected
    assert {row["entrant"]: row["name"] for row in table}[named] == "'=Ada"
    whole = json.loads(await text(held, "export.json"))
    assert [(row["rank"], row["entrant"]) for row in whole["ranks"]] == expected
    lines = [line for line in (await text(held, "report.fide-trf")).splitlines() if line.startswith("001")]
    placed = sorted(lines, key=lambda line: int(line[85:89]))
    assert [line[14:47].strip() for line in placed] == [row.name or row.entrant for row in page.ranks]
    event = (await held.use.events(ANONYMOUS, held.id, after=page.version - 2)).events[0]
    assert [tuple(row) for row in event.data["ranks"]] == expected


@pytest.mark.answers("getRanks")
async def test_pages_of_ranks_go_on_from_their_cursor(store: Served) -> None:
    held = await with_a_cut(store)
    found, after = [], None
    while True:
        page = await held.use.ranks(ANONYMOUS, held.id, first=3, after=after)
        found += page.ranks
        if not page.has_next:
            break
        after = page.end_cursor
    assert tuple(found) == (await ranks(held)).ranks
    other = await hosted(store, 2)
    error = await refused(other.use.ranks(ANONYMOUS, other.id, first=4, after=after))
    assert error.code == ErrorCode.INVALID_INPUT


async def test_who_was_disqualified_stands_last(store: Served) -> None:
    held = await with_a_cut(store)
    (final,) = await held.tables()
    gone = final.seats[0].entrant
    await held.use.rule(held.organiser, held.id, key(), RulePairing("DISQUALIFICATION", "cheated", entrant=gone))
    last = (await ranks(held)).ranks[-1]
    assert (last.entrant, last.stage) == (gone, "DISQUALIFIED")


async def test_nobody_has_a_rank_before_the_start_nor_after_a_cancellation(store: Served) -> None:
    held = await hosted(store, 2)
    assert (await ranks(held)).ranks == ()
    await held.start(1)
    assert len((await ranks(held)).ranks) == 2
    await held.use.cancel(held.organiser, held.id, key(), "rain")
    assert ((await ranks(held)).ranks, (await ranks(held)).final) == ((), False)
    assert (await text(held, "report.fide-trf")).count("\r\n001 ") == 2
