"""The boards of a tournament, followed: tables of rounds and standings, from any version on, at the use cases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from typing import Any

import pytest
from msgspec import json, to_builtins

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS
from api_schema.ports.matches import Update
from api_schema.ports.tournaments import (
    PairingOut,
    PointsPolicy,
    ReportResult,
    RulePairing,
    TableResultIn,
    TournamentPolicy,
)
from service.accounts.directory import FRESH
from service.times import instant
from service.tournaments import live_views
from tests.kit.chance import key
from tests.kit.served import Served, serve
from tests.kit.tournament_desk import ALL, Hosted, hosted, replaced
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
TIMELESS: dict[str, Any] = {"endsAt": None, "leftMs": None, "byes": [], "half": []}


@pytest.fixture
async def store(url: str) -> AsyncIterator[Served]:
    """A service on an empty store of each kind, whose hub listens; nothing else runs in the background."""
    served = await serve(url)
    await served.app.tournaments.hub.start()
    yield served
    await served.app.tournaments.hub.stop()
    await served.app.stop()


class Followed:
    """What a follower of a board was told so far."""

    def __init__(self) -> None:
        self.updates: list[Update] = []

    async def read(self, updates: Any) -> None:
        async with aclosing(updates):
            async for update in updates:
                self.updates.append(update)

    @property
    def kinds(self) -> list[str]:
        return [update.kind for update in self.updates]

    @property
    def told(self) -> list[Any]:
        """The payloads of all but signs of life."""
        return [json.decode(update.payload) for update in self.updates if update.kind != "Heartbeat"]

    @property
    def tables(self) -> dict[tuple[int, int], Any]:
        """The tables as the follower knows them."""
        return {
            (one["round"], one["table"]): one
            for update in self.updates
            if update.kind == "PairingsChanged"
            for one in json.decode(update.payload)["pairings"]
        }

    async def has(self, count: int) -> list[Any]:
        """What it is told once there are so many messages."""
        await until(lambda: len(self.told) >= count)
        assert len(self.told) == count
        return self.told

    async def closed(self) -> None:
        await until(lambda: self.kinds[-1:] == ["TournamentClosed"])


@contextmanager
def following(updates: Any) -> Iterator[Followed]:
    found = Followed()
    task = asyncio.create_task(found.read(updates))
    yield found
    task.cancel()


def plain(tables: tuple[PairingOut, ...]) -> list[Any]:
    return [json.decode(json.encode(one)) for one in tables]


async def as_it_is(held: Hosted, number: int | None = None) -> dict[tuple[int, int], Any]:
    return {(one["round"], one["table"]): one for one in plain(await held.tables(number))}


def rule(held: Hosted, kind: Any, **order: Any) -> Any:
    return held.use.rule(held.organiser, held.id, key(), RulePairing(kind, "seen", **order))


async def test_tables_are_told_as_they_change_and_the_next_round_follows(store: Served) -> None:
    held = await hosted(store, 4)
    with following(held.use.pairings_updates(ANONYMOUS, held.id)) as board:
        (empty,) = await board.has(1)
        assert empty == {**TIMELESS, "round": 0, "pairings": [], "version": 5, "hasNext": False}
        await held.start()
        begun = (await board.has(2))[-1]
        assert begun["pairings"] == plain(await held.tables())
        await held.concede((await held.tables())[1].seats[0].entrant)
        await until(lambda: board.told[-1]["pairings"][0]["status"] == "DECIDED")
        assert [one["table"] for told in board.told[2:] for one in told["pairings"]] == [2] * len(board.told[2:])
        assert board.tables == await as_it_is(held)
        await held.play_round()
        await held.start(2)
        await until(lambda: board.told[-1]["round"] == 2)
        assert board.told[-1]["pairings"] == plain(await held.tables(2))
        assert board.updates[-1].version == board.told[-1]["version"] == (await held.shown()).version
        await held.use.cancel(held.organiser, held.id, key(), "rain")
        await board.closed()
        assert board.told[-1]["status"] == "CANCELLED"


@pytest.mark.each_store
@pytest.mark.answers("getRounds")
async def test_the_clock_of_a_round_is_told_and_whoever_comes_late_sees_it(store: Served) -> None:
    length = 50 * 60_000
    held = await hosted(store, 4, policy=TournamentPolicy("SWISS", round_ms=length))
    with (
        following(held.use.pairings_updates(ANONYMOUS, held.id)) as board,
        following(held.use.updates(ANONYMOUS, held.id)) as course,
    ):
        await board.has(1)
        await held.start()
        begun = (await board.has(2))[-1]
        (one,) = await held.use.rounds(ANONYMOUS, held.id)
        assert (begun["endsAt"], begun["leftMs"]) == (one.ends_at, None)
        started, version = instant(one.started_at), (await held.shown()).version
        assert instant(one.ends_at) == started + length
        await held.use.pause(held.organiser, held.id, key(), "lunch")
        paused = instant((await held.shown()).updated_at)
        left = length - (paused - started)
        stopped = (await board.has(3))[-1]
        assert (stopped["endsAt"], stopped["leftMs"], stopped["pairings"]) == (None, left, [])
        late = await held.shown()
        assert (late.round_ends_at, late.round_left_ms) == (None, left)
        with following(held.use.pairings_updates(ANONYMOUS, held.id)) as newcomer:
            (told,) = await newcomer.has(1)
            assert (told["leftMs"], len(told["pairings"])) == (left, 2)
        with following(held.use.pairings_updates(ANONYMOUS, held.id, after=version)) as back:
            assert (await back.has(1))[0] == stopped
        store.clock.now += 3_723_001
        await held.use.resume(held.organiser, held.id, key())
        again = (await board.has(4))[-1]
        resumed = instant((await held.shown()).updated_at)
        assert resumed - paused > 3_723_001
        assert instant(again["endsAt"]) == started + length + resumed - paused
        assert (await held.use.rounds(ANONYMOUS, held.id))[0].ends_at == again["endsAt"]
        await until(lambda: course.told[-1]["roundEndsAt"] == again["endsAt"])
        assert [told["roundLeftMs"] for told in course.told if told["roundLeftMs"]] == [left]
        assert course.told[0]["roundEndsAt"] is None


async def test_results_disputes_and_rulings_of_a_named_round_change_its_tables(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    with following(held.use.pairings_updates(ANONYMOUS, held.id, round_number=1)) as board:
        await board.has(1)
        await held.play_round()
        first = (await held.tables())[0]
        loser = first.seats[1].entrant
        report = ReportResult(1, 1, "DISPUTE", "not so")
        await held.use.report(held.players[loser], held.id, key(), report)
        await until(lambda: board.tables[1, 1]["status"] == "DISPUTED")
        await rule(held, "UPHOLD", round=1, table=1)
        await until(lambda: board.tables[1, 1]["status"] == "DECIDED")
        await held.start(2)
        count = len(board.told)
        await rule(held, "OVERRIDE", round=1, table=2, result=TableResultIn(((1,), (0,)), (0, 1)))
        await until(lambda: len(board.told) > count)
        assert {told["round"] for told in board.told} == {1}
        assert board.told[-1]["pairings"][0]["result"]["source"] == "RULING"
        assert board.tables == await as_it_is(held, 1)


async def test_whoever_comes_back_is_told_what_changed_and_nothing_else(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    seen = (await held.shown()).version
    await held.concede((await held.tables())[0].seats[0].entrant)
    now = (await held.shown()).version
    with (
        following(held.use.pairings_updates(ANONYMOUS, held.id, after=seen)) as back,
        following(held.use.pairings_updates(ANONYMOUS, held.id, after=5)) as long_ago,
        following(held.use.pairings_updates(ANONYMOUS, held.id, after=now)) as there,
        following(held.use.pairings_updates(ANONYMOUS, held.id, after=now + 9)) as ahead,
    ):
        (changed,) = await back.has(1)
        tables = plain((await held.tables())[:1])
        assert changed == {**TIMELESS, "round": 1, "pairings": tables, "version": now, "hasNext": False}
        (whole,) = await long_ago.has(1)
        assert whole["pairings"] == plain(await held.tables())
        (resync,) = await ahead.has(1)
        assert resync == {"currentVersion": now, "reason": "AHEAD"}
        await held.concede((await held.tables())[1].seats[0].entrant)
        await until(lambda: bool(there.told) and there.told[-1]["version"] == (back.told[-1]["version"]))
        await until(lambda: back.tables == whole_of(there, back))
        assert set(there.tables) == {(1, 2)}


def whole_of(*boards_: Followed) -> dict[tuple[int, int], Any]:
    """What several have been told together, the later over the earlier."""
    return {place: table for board in reversed(boards_) for place, table in board.tables.items()}


async def test_a_large_round_comes_in_several_messages_that_can_be_asked_for_again(
    store: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_views, "PAGE", 2)
    held = await hosted(store, 10)
    entered = (await held.shown()).version
    with following(held.use.pairings_updates(ANONYMOUS, held.id, after=entered)) as board:
        await held.start()
        told = await board.has(3)
        now = (await held.shown()).version
        assert [[one["table"] for one in message["pairings"]] for message in told] == [[1, 2], [3, 4], [5]]
        assert [message["hasNext"] for message in told] == [True, True, False]
        assert [update.version for update in board.updates] == [message["version"] for message in told]
        assert [message["version"] for message in told] == [entered, entered, now]
    with following(held.use.pairings_updates(ANONYMOUS, held.id, after=told[1]["version"])) as again:
        assert await again.has(3) == told
    with following(held.use.pairings_updates(ANONYMOUS, held.id)) as fresh:
        assert [message["version"] for message in await fresh.has(3)] == [0, 0, now]
    monkeypatch.setattr("service.tournaments.updates.MOST", 1)
    with following(held.use.pairings_updates(ANONYMOUS, held.id, after=entered)) as late:
        assert await late.has(3) == fresh.told


async def test_standings_are_told_when_a_round_is_over_and_when_a_ruling_changes_it(store: Served) -> None:
    held = await hosted(store, 4)
    with (
        following(held.use.standings_updates(ANONYMOUS, held.id)) as board,
        following(held.use.standings_updates(ANONYMOUS, held.id, first=1)) as leader,
    ):
        assert await board.has(1) == [{"afterRound": 0, "bracket": False, "version": 5, "standings": []}]
        await held.start()
        (_, entered) = await board.has(2)
        assert [row["points"]["exact"] for row in entered["standings"]] == ["0"] * 4
        await held.play_round()
        over = (await board.has(3))[-1]
        assert (over["afterRound"], over["standings"]) == (1, await rows(held, 1))
        await held.start(2)
        second = (await held.tables(1))[1]
        await rule(held, "OVERRIDE", round=1, table=2, result=TableResultIn(((1,), (0,)), (0, 1)))
        ruled = (await board.has(4))[-1]
        assert (ruled["afterRound"], ruled["standings"]) == (1, await rows(held, 1))
        assert ruled["standings"] != over["standings"]
        assert second.seats[1].entrant in [row["entrant"] for row in ruled["standings"][:2]]
        await rule(held, "WARNING", entrant=second.seats[0].entrant)
        await held.play_round()
        assert (await board.has(5))[-1]["standings"] == await rows(held, 2)
        await held.use.drop(held.players[second.seats[0].entrant], held.id, key(), None)
        await held.use.finish(held.organiser, held.id, key())
        await board.closed()
        await leader.closed()
    assert len(board.told) == 6
    assert all(len(told["standings"]) <= 1 for told in leader.told[:-1])
    assert leader.told[-2]["standings"] == board.told[-2]["standings"][:1]


async def rows(held: Hosted, number: int) -> list[Any]:
    """The standings as a page shows them, once what it is read from has followed."""
    await held.served.app.projector.catch_up()
    page = await held.use.standings(ANONYMOUS, held.id, after_round=number, first=256)
    found: list[Any] = json.decode(json.encode(page.standings))
    return found


async def test_the_first_rows_are_not_told_again_when_others_change(store: Served) -> None:
    """The best stays the best, whatever happens at the table of those who have lost."""
    points = PointsPolicy(win=3)
    held = await hosted(store, 4, policy=TournamentPolicy("SWISS", rounds=2, points=points, tie_breaks=()))
    await held.start()
    await held.play_round()
    await held.start(2)
    await held.play_round()
    low = next(one for one in await held.tables(2) if one.table == 2)
    with (
        following(held.use.standings_updates(ANONYMOUS, held.id, first=1)) as leader,
        following(held.use.standings_updates(ANONYMOUS, held.id)) as board,
    ):
        await leader.has(1)
        await board.has(1)
        await rule(held, "AWARD", round=2, table=2, entrant=low.seats[1].entrant)
        await board.has(2)
        await held.use.finish(held.organiser, held.id, key())
        await leader.closed()
    assert leader.kinds.count("StandingsChanged") == 1


async def test_a_bracket_has_standings_of_its_own(store: Served) -> None:
    held = await hosted(store, 2, "SINGLE_ELIMINATION")
    await held.start()
    await held.play_round()
    with following(held.use.standings_updates(ANONYMOUS, held.id)) as board:
        (told,) = await board.has(1)
    assert (told["afterRound"], told["bracket"]) == (1, True)
    page = await held.use.standings(ANONYMOUS, held.id, after_round=1, bracket=True, first=9)
    assert told["standings"] == to_builtins(json.decode(json.encode(page.standings)))
    assert [row["rank"] for row in told["standings"]] == [1, 2]


@pytest.mark.each_store
async def test_standings_come_first_to_who_may_have_missed_a_change(store: Served) -> None:
    held = await hosted(store, 2)
    await held.start()
    begun = (await held.shown()).version
    with following(held.use.standings_updates(ANONYMOUS, held.id, after=begun)) as board:
        await held.play_round()
        over = await board.has(1)
    with following(held.use.standings_updates(ANONYMOUS, held.id, after=begun)) as back:
        assert await back.has(1) == over
    await held.use.pause(held.organiser, held.id, key(), "lunch")
    with following(held.use.standings_updates(ANONYMOUS, held.id, after=over[0]["version"])) as there:
        await held.use.cancel(held.organiser, held.id, key(), "rain")
        await there.closed()
    assert there.kinds == ["TournamentClosed"]


async def test_all_who_watch_a_board_share_its_renderings(store: Served) -> None:
    held = await hosted(store, 4)
    await held.start()
    hub = held.served.app.tournaments.hub
    with (
        following(held.use.pairings_updates(ANONYMOUS, held.id)) as one,
        following(held.use.pairings_updates(held.organiser, held.id)) as other,
        following(held.use.pairings_updates(ANONYMOUS, held.id, round_number=1)) as named,
    ):
        for board in (one, other, named):
            await board.has(1)
        await until(lambda: hub.watchers == 3)
        before = hub.counts.renderings
        await held.concede((await held.tables())[0].seats[0].entrant)
        await until(lambda: one.told == other.told == named.told and len(one.told) > 1)
        slices = hub.counts.renderings - before
    assert [update.payload for update in one.updates] == [update.payload for update in other.updates]
    assert slices <= 2 * len({update.version for update in (*one.updates, *named.updates)})


@pytest.mark.parametrize("decks", ["CLOSED", "AFTER_ROUND"])
async def test_no_board_tells_a_hidden_deck(store: Served, decks: str) -> None:
    held = await hosted(store, decks=decks)
    await held.enter("fox", 2)
    with (
        following(held.use.pairings_updates(held.organiser, held.id)) as tables,
        following(held.use.standings_updates(held.organiser, held.id)) as ranks,
    ):
        await held.start()
        await held.play_round()
        await held.use.cancel(held.organiser, held.id, key(), "rain")
        await tables.closed()
        await ranks.closed()
    assert len(tables.told) > 2
    assert len(ranks.told) > 2
    assert b"fox" not in b"".join(update.payload for update in (*tables.updates, *ranks.updates))


async def test_an_erased_name_leaves_the_boards_of_a_tournament_that_is_over(url: str) -> None:
    """Here at once, on another replica when it no longer believes what it has read; nothing else has changed."""
    now = 3 * FRESH
    served, replica = await serve(url), await serve(url)
    replica.app.directory._timer = lambda: now
    for one in (served, replica):
        await one.app.tournaments.hub.start()
    held = await hosted(served, 1, policy=TournamentPolicy("SWISS", rounds=1))
    ada, _ = await served.account("Ada Lovelace")
    await held.register(replaced(ada, ALL))
    await held.start()
    await held.play_round()
    await held.use.finish(held.organiser, held.id, key())
    there = Hosted(replica, held.organiser, held.id)
    assert [b"Ada Lovelace" in one for one in (*await openings(held), *await openings(there))] == [True] * 4
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    assert [b"Ada Lovelace" in one for one in await openings(held)] == [False] * 2
    now += FRESH + 1
    assert [b"Ada Lovelace" in one for one in await openings(there)] == [False] * 2
    for one in (served, replica):
        await one.app.tournaments.hub.stop()
        await one.app.stop()


async def openings(held: Hosted) -> list[bytes]:
    """What followers of the boards are told first."""
    found = []
    for updates in (held.use.pairings_updates(ANONYMOUS, held.id), held.use.standings_updates(ANONYMOUS, held.id)):
        async with aclosing(updates):
            found.append((await anext(updates)).payload)
    return found


async def test_what_can_not_be_followed_is_refused(store: Served) -> None:
    held = await hosted(store, 2)
    for updates, code in (
        (held.use.pairings_updates(ANONYMOUS, held.id, round_number=1), ErrorCode.NOT_FOUND),
        (held.use.pairings_updates(ANONYMOUS, "tn_nothing"), ErrorCode.NOT_FOUND),
        (held.use.standings_updates(ANONYMOUS, "tn_nothing"), ErrorCode.NOT_FOUND),
        (held.use.pairings_updates(ANONYMOUS, held.id, after=-1), ErrorCode.INVALID_INPUT),
        (held.use.standings_updates(ANONYMOUS, held.id, after=-1), ErrorCode.INVALID_INPUT),
        (held.use.standings_updates(ANONYMOUS, held.id, first=0), ErrorCode.INVALID_INPUT),
        (held.use.standings_updates(ANONYMOUS, held.id, first=257), ErrorCode.INVALID_INPUT),
    ):
        with pytest.raises(ApiError) as caught:
            await anext(updates)
        assert caught.value.code == code


async def test_followers_of_a_board_end_with_the_process(store: Served) -> None:
    held = await hosted(store, 2)
    with following(held.use.standings_updates(ANONYMOUS, held.id)) as board:
        await board.has(1)
        store.app.tournaments.hub.drain()
        told = await board.has(2)
    assert told[-1]["reason"] == "SHUTDOWN"
