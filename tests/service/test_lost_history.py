"""A store that lost its last commits, in a failover or by a restore: what a process remembers of them is never used."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import EventPage, Update
from api_schema.ports.tournaments import TournamentFilter
from eventstore import chain
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS
from tests.kit.served import ALICE, BOB, PAYER, Served, serve, sqlite_url
from tests.kit.tournament_desk import Hosted, hosted, somebody
from tests.kit.waiting import until

pytestmark = pytest.mark.anyio
LATER: list[Sequence[Caller]] = [(), (BOB,), (BOB, ALICE, ALICE)]
"""Who acts in what is left: nobody (the store is behind), one (it is as far), or more (it is ahead)."""


class Losing:
    """Two replicas of one file, which can be set back to what it was."""

    def __init__(self, one: Served, other: Served, live: sqlite3.Connection, backup: sqlite3.Connection) -> None:
        self.one, self.other = one, other
        self._live, self._backup = live, backup

    def save(self) -> None:
        """From here on everything can be lost."""
        self._live.backup(self._backup)

    def lose(self) -> None:
        self._backup.backup(self._live)


@pytest.fixture
async def losing(tmp_path: Path) -> AsyncIterator[Losing]:
    url = sqlite_url(tmp_path)
    one, other = await serve(url), await serve(url)
    with closing(sqlite3.connect(":memory:")) as backup, closing(sqlite3.connect(tmp_path / "test.db")) as live:
        async with one.app, other.app:
            yield Losing(one, other, live, backup)


async def send(served: Served, who: Caller, match: str) -> None:
    """The first action that is asked of a player."""
    (prompt, *_) = (await served.app.use_cases.matches.legal_actions(who, match)).prompts
    await served.act(who, match, token=prompt.actions[0].token)


async def lost_and_gone_on(losing: Losing, later: Sequence[Caller]) -> str:
    """A match of which one replica remembers an action that the store has lost, and what the other added."""
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    await send(losing.one, ALICE, match)
    losing.lose()
    for who in later:
        await send(losing.other, who, match)
    return match


async def check(losing: Losing, match: str) -> None:
    """Both replicas say the same, and every level of an audit holds."""
    states = [await each.app.use_cases.matches.state(ALICE, match) for each in (losing.one, losing.other)]
    assert states[0] == states[1]
    stored = await losing.one.app.store.read(MATCH_IDS.stream_of(match))
    assert chain.first_broken(stored) is None
    assert states[0].version == len(stored)
    report = await losing.one.app.use_cases.history.audit(ALICE, match, PAYER)
    assert report.ok, report


@pytest.mark.parametrize("later", LATER, ids=["behind", "as far", "ahead"])
async def test_the_state_is_that_of_the_store(losing: Losing, later: Sequence[Caller]) -> None:
    match = await lost_and_gone_on(losing, later)
    await check(losing, match)


@pytest.mark.parametrize("later", LATER, ids=["behind", "as far", "ahead"])
async def test_a_decision_is_made_on_what_the_store_holds(losing: Losing, later: Sequence[Caller]) -> None:
    """The replica decides on what it remembers first, without a look at the store."""
    match = await lost_and_gone_on(losing, later)
    await losing.one.act(BOB, match, action={"type": "concede"})
    await check(losing, match)


@pytest.mark.parametrize("later", LATER, ids=["behind", "as far", "ahead"])
async def test_a_version_of_the_past_is_one_of_the_store(losing: Losing, later: Sequence[Caller]) -> None:
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    await send(losing.one, ALICE, match)
    repository = losing.one.app.matches.repository
    for version in range(1, (await repository.current(match)).version):
        await repository.at(match, version)
    losing.lose()
    for who in later:
        await send(losing.other, who, match)
    for event in await losing.one.app.store.read(MATCH_IDS.stream_of(match)):
        then = await repository.at(match, event.version)
        assert then is not None
        assert then.head == event.hash


async def test_a_snapshot_of_what_was_lost_is_not_kept(losing: Losing) -> None:
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    await send(losing.one, ALICE, match)
    repository = losing.one.app.matches.repository
    remembered = await repository.current(match)
    losing.lose()
    await send(losing.other, BOB, match)
    await repository._save(remembered)
    entry = remembered.entry
    assert (await losing.one.app.store.load(remembered.stream, entry.rules_hash, entry.schema_hash))[0] is None


async def test_a_watcher_of_what_was_lost_is_told(losing: Losing) -> None:
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    heard: list[Update] = []

    async def watch() -> None:
        updates = losing.one.app.use_cases.matches.updates(ANONYMOUS, match)
        async with aclosing(updates):
            async for update in updates:
                heard.append(update)

    watching = asyncio.create_task(watch())
    begun = (await losing.one.app.matches.repository.current(match)).version
    await send(losing.one, ALICE, match)
    await until(lambda: heard and heard[-1].version > begun)
    losing.lose()
    losing.one.app.broker.publish(match, heard[-1].version + 1)
    await until(watching.done)
    assert heard[-1].kind == "ResyncRequired"
    assert msgspec.json.decode(heard[-1].payload) == {"currentVersion": begun, "reason": "DIVERGED"}


@pytest.mark.parametrize("later", LATER, ids=["behind", "as far", "ahead"])
async def test_a_watcher_is_not_told_what_came_instead_of_what_was_read(
    losing: Losing, later: Sequence[Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is lost after the events were read, and before they are rendered, which reads their batch from its start."""
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    begun = (await losing.one.app.matches.repository.current(match)).version
    await send(losing.one, ALICE, match)
    reader = losing.other.app.matches.reader
    page = reader.page

    async def late(*asked: Any) -> EventPage:
        monkeypatch.undo()
        losing.lose()
        for who in later:
            await send(losing.one, who, match)
        return await page(*asked)

    monkeypatch.setattr(reader, "page", late)
    async with aclosing(losing.other.app.use_cases.matches.updates(ANONYMOUS, match, after=begun)) as updates:
        (told,) = [update async for update in updates if update.kind != "ClockTick"]
    there = (await losing.one.app.matches.repository.current(match)).version
    assert msgspec.json.decode(told.payload) == {"currentVersion": there, "reason": "DIVERGED"}


@pytest.mark.parametrize("later", LATER, ids=["behind", "as far", "ahead"])
async def test_a_watcher_who_comes_back_with_a_hash_that_was_lost_is_told(
    losing: Losing, later: Sequence[Caller]
) -> None:
    match = await losing.one.started(options={"rounds": 4})
    losing.save()
    await send(losing.one, ALICE, match)
    gone = await losing.one.app.matches.repository.current(match)
    losing.lose()
    for who in later:
        await send(losing.other, who, match)
    matches = losing.other.app.use_cases.matches
    updates = matches.updates(ANONYMOUS, match, after=gone.version, after_hash=gone.head.hex())
    async with aclosing(updates):
        (told,) = [update async for update in updates]
    there = (await losing.other.app.matches.repository.current(match)).version
    assert msgspec.json.decode(told.payload) == {"currentVersion": there, "reason": "DIVERGED"}


async def test_a_watcher_who_comes_back_with_a_hash_that_holds_goes_on(losing: Losing) -> None:
    match = await losing.one.started(options={"rounds": 4})
    known = await losing.one.app.matches.repository.current(match)
    await send(losing.one, ALICE, match)
    updates = losing.other.app.use_cases.matches.updates(
        ANONYMOUS, match, after=known.version, after_hash=known.head.hex()
    )
    async with aclosing(updates):
        first = await anext(updates)
    assert (first.kind, first.version > known.version) == ("EventsAppended", True)


async def same_tournament(losing: Losing, host: Hosted) -> None:
    """Both replicas, and the read models of one, say the same of a tournament."""
    shown = [await each.app.use_cases.tournaments.get(host.organiser, host.id) for each in (losing.one, losing.other)]
    assert shown[0] == shown[1]
    stored = await losing.one.app.store.read(TOURNAMENT_IDS.stream_of(host.id))
    assert chain.first_broken(stored) is None
    for each in (losing.one, losing.other):
        await each.app.projector.catch_up()
    listed = await losing.one.app.use_cases.tournaments.find(host.organiser, first=5, wanted=TournamentFilter())
    assert [(one.id, one.version) for one in listed.tournaments] == [(host.id, len(stored))]


@pytest.mark.parametrize("later", [0, 1, 3])
async def test_a_tournament_is_that_of_the_store(losing: Losing, later: int) -> None:
    host = await hosted(losing.one)
    await host.enter(count=2)
    await losing.one.app.projector.catch_up()
    lost, *people, last = [await somebody(losing.one) for _ in range(5)]
    losing.save()
    await host.register(lost)
    await losing.one.app.projector.catch_up()
    losing.lose()
    elsewhere = Hosted(losing.other, host.organiser, host.id)
    for person in people[:later]:
        await elsewhere.register(person)
    await same_tournament(losing, host)
    await host.register(last)
    await same_tournament(losing, host)
