"""Inboxes against the matches themselves, on both stores: told once, to the account alone, found after a break."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from random import Random

import pytest
import sqlalchemy as sa

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.inbox import (
    InboxEntry,
    InboxTruncatedOut,
    MatchOverOut,
    MatchStartedOut,
    SeatToAct,
    SeatVacatedOut,
    YourTurnOut,
)
from api_schema.ports.matches import ForkMatch, JoinMatch
from service.application.ids import prompt_id
from service.inbox.cursors import Cursors
from service.keys import Keys
from service.projections.inbox.fold import InboxBook
from service.projections.inbox.queries import InboxPlace
from service.projections.inbox.table import inbox, inbox_seats
from service.times import rfc3339
from tests.kit.served import ALICE, BOB, EVE, SECRET, Served, serve

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    """A service on each store; the projector runs only when it is told to."""
    service = await serve(url)
    yield service
    await service.app.stop()


async def told(served: Served, caller: Caller, after: str | None = None) -> list[InboxEntry]:
    """All that an account is told, in small pages."""
    await served.app.projector.catch_up()
    items: list[InboxEntry] = []
    while True:
        page = await served.app.use_cases.inbox.page(caller, after=after, first=3)
        items += page.items
        after = page.end_cursor
        if not page.has_next:
            return items


async def waits(served: Served, caller: Caller) -> set[SeatToAct]:
    await served.app.projector.catch_up()
    return set((await served.app.use_cases.inbox.seats_to_act(caller)).seats)


async def asked(served: Served, match: str, seat: int) -> set[SeatToAct]:
    """The truth: what the match itself says."""
    state = (await served.app.matches.repository.current(match)).state
    return {
        SeatToAct(match, seat, prompt_id(one.id), None if one.deadline is None else rfc3339(one.deadline))
        for one in state.prompts.values()
        if one.seat == seat and one.mode != "standing"
    }


async def step(served: Served, match: str, random: Random) -> bool:
    """One random legal action of any seat; False if there is none."""
    found = []
    for caller in (ALICE, BOB):
        legal = await served.app.use_cases.matches.legal_actions(caller, match)
        found += [(caller, action.token) for prompt in legal.prompts for action in prompt.actions]
    if found:
        caller, token = random.choice(found)
        await served.act(caller, match, token=token)
    return bool(found)


@pytest.mark.parametrize("seed", [1, 2])
async def test_each_is_told_what_the_own_seat_is_asked_and_nothing_of_the_other(served: Served, seed: int) -> None:
    """Hidden questions too, each once, and where they are waited for as long as they are."""
    random, match = Random(seed), await served.started("owl", decision_ms=60_000, turn_ms=60_000)
    wanted: dict[int, set[str]] = {0: set(), 1: set()}
    hidden: set[int] = set()
    while (state := (await served.app.matches.repository.current(match)).state).status == "running":
        for one in state.prompts.values():
            if one.mode != "standing":
                wanted[one.seat].add(prompt_id(one.id))
                hidden |= {one.id} if one.secrecy == "hidden" else set()
        if random.random() < 0.3:
            for seat, caller in enumerate((ALICE, BOB)):
                assert await waits(served, caller) == await asked(served, match, seat)
        assert await step(served, match, random)
    assert hidden
    for seat, caller in enumerate((ALICE, BOB)):
        items = await told(served, caller)
        turns = [item.prompt_id for item in items if isinstance(item, YourTurnOut)]
        assert sorted(set(turns)) == sorted(turns)
        assert set(turns) >= wanted[seat]
        assert not set(turns) & wanted[1 - seat]
        assert {getattr(item, "seat", None) for item in items} == {seat}
        assert [type(items[0]), type(items[-1])] == [MatchStartedOut, MatchOverOut]
        assert await waits(served, caller) == set()
    assert await told(served, EVE) == []


async def test_a_rebuild_tells_the_same_under_the_same_cursors(served: Served) -> None:
    first = await served.started("owl")
    await served.play_out(first, ALICE, BOB)
    await served.started()
    before = [await told(served, caller) for caller in (ALICE, BOB)], await waits(served, ALICE)
    assert before[1]
    await served.app.projector.rebuild(InboxBook(served.clock))
    assert ([await told(served, caller) for caller in (ALICE, BOB)], await waits(served, ALICE)) == before


async def test_who_stays_is_told_that_a_seat_was_left(served: Served) -> None:
    other = await served.open(seats=3)
    for caller in (ALICE, BOB):
        await served.sit(caller, other)
    await served.app.use_cases.matches.leave(BOB, other, 1, served.key())
    (item,) = await told(served, ALICE)
    assert isinstance(item, SeatVacatedOut)
    assert (item.match_id, item.seat, item.vacated) == (other, 0, 1)
    assert await told(served, BOB) == []


async def test_who_left_is_told_nothing_of_the_match_that_then_begins(served: Served) -> None:
    match = await served.open()
    await served.sit(ALICE, match, seat=0)
    await served.app.use_cases.matches.leave(ALICE, match, 0, served.key())
    await served.sit(EVE, match, seat=0)
    await served.sit(BOB, match, seat=1)
    assert await told(served, ALICE) == []
    assert isinstance((await told(served, EVE))[0], MatchStartedOut)


async def test_an_aborted_match_is_over_with_that_result(served: Served) -> None:
    match = await served.started()
    await served.app.matches.play.abort(match, "abandoned", 2**60)
    last = (await told(served, BOB))[-1]
    assert isinstance(last, MatchOverOut)
    assert (last.match_id, last.seat, last.result.kind) == (match, 1, "ABORTED")
    assert await waits(served, BOB) == set()


async def test_forks_tell_nobody(served: Served) -> None:
    match = await served.started()
    version = (await served.app.matches.repository.current(match)).version
    await served.play_out(match, ALICE, BOB)
    before = await told(served, ALICE)
    await served.app.use_cases.matches.fork(ALICE, match, served.key(), ForkMatch(at_version=version))
    assert await told(served, ALICE) == before
    assert await waits(served, ALICE) == set()


async def test_erasure_takes_the_inbox_along_and_nothing_comes_after(served: Served) -> None:
    ada, _ = await served.account("Ada")
    match = await served.open()
    await served.sit(ada, match)
    await served.sit(BOB, match)
    assert await told(served, ada)
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    await served.act(BOB, match, action={"type": "concede"})
    assert isinstance((await told(served, BOB))[-1], MatchOverOut)
    await served.app.projector.rebuild(InboxBook(served.clock))
    assert await rows_of(served, ada) == 0


async def test_items_that_are_written_while_their_account_is_erased_are_nobodys(service_database_url: str) -> None:
    """Whichever comes first, no row says afterwards whose a seat was."""
    one, other = await serve(service_database_url), await serve(service_database_url)
    for _ in range(5):
        ada, _ = await one.account("Ada")
        for _ in range(3):
            match = await one.open()
            await one.sit(ada, match)
            await one.sit(BOB, match)
        await asyncio.gather(one.app.projector.catch_up(), other.app.directory.erase(str(ada.account)))
        await one.app.projector.catch_up()
        assert await rows_of(one, ada) == 0
    await one.app.stop()
    await other.app.stop()


async def rows_of(served: Served, caller: Caller) -> int:
    """How many rows say anything of an account."""

    def count(connection: sa.Connection) -> int:
        queries = [sa.select(table).where(table.c.account == caller.account) for table in (inbox, inbox_seats)]
        return sum(len(connection.execute(query).all()) for query in queries)

    return await served.app.store.sql.read(count)


@pytest.mark.answers("getInbox")
async def test_no_more_is_kept_than_was_said_and_a_gap_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.projections.inbox.fold.KEPT", 3)
    match = await served.started()
    first = (await told(served, ALICE))[0]
    await served.play_out(match, ALICE, BOB)
    await served.app.projector.catch_up()
    page = await served.app.use_cases.inbox.page(ALICE, after=first.cursor)
    assert (len(page.items), page.truncated) == (3, True)
    again = await served.app.use_cases.inbox.page(ALICE, after=page.items[0].cursor)
    assert (len(again.items), again.truncated) == (2, False)
    async with aclosing(served.app.inboxes.follow("ac_alice", InboxPlace(1, 0))) as messages:
        assert isinstance(await anext(messages), InboxTruncatedOut)
        assert isinstance(await anext(messages), YourTurnOut | MatchOverOut)


async def test_what_is_old_is_gone(served: Served) -> None:
    match = await served.started()
    assert await told(served, ALICE)
    served.clock.now += 31 * 86_400_000
    await served.act(BOB, match, action={"type": "concede"})
    assert [type(item) for item in await told(served, ALICE)] == [MatchOverOut]


async def test_a_cursor_is_of_one_account_and_no_number(served: Served) -> None:
    await served.started()
    mine = (await told(served, ALICE))[0].cursor
    for caller, cursor in ((BOB, mine), (ALICE, "1"), (ALICE, "x" * 38), (ALICE, "é"), (ALICE, mine[:-6])):
        with pytest.raises(ApiError) as refusal:
            await served.app.use_cases.inbox.page(caller, after=cursor)
        assert refusal.value.code == ErrorCode.INVALID_INPUT


def test_cursors_outlive_a_new_secret_but_not_the_end_of_their_own() -> None:
    old, new = Cursors(Keys([SECRET])), Cursors(Keys(["another secret of tests", SECRET]))
    cursor = old.of("ac_alice", InboxPlace(2**40, 3))
    assert new.read("ac_alice", cursor) == (2**40, 3)
    with pytest.raises(ApiError):
        Cursors(Keys(["another secret of tests"])).read("ac_alice", cursor)


@pytest.mark.answers("getSeatsToAct")
async def test_guests_have_no_inbox_but_are_told_where_their_seat_is_waited_for(served: Served) -> None:
    match = await served.open()
    await served.sit(BOB, match, seat=1)
    joined = await served.app.use_cases.matches.join(ANONYMOUS, match, served.key(), JoinMatch(seat=0, deck="owl"))
    guest = await served.app.use_cases.accounts.authenticate(joined.seat_token)
    assert set((await served.app.use_cases.inbox.seats_to_act(guest)).seats) == await asked(served, match, 0)
    for asking in (
        served.app.use_cases.inbox.page(guest),
        served.app.use_cases.inbox.seats_to_act(ANONYMOUS),
        anext(aiter(served.app.use_cases.inbox.follow(guest))),
    ):
        with pytest.raises(ApiError) as refusal:
            await asking
        assert refusal.value.code == ErrorCode.UNAUTHENTICATED
