"""What is live beside the events, in a whole service: who watches, and clocks that run in public."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import aclosing, contextmanager
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.inbox import InboxMessage, YourTurnOut
from api_schema.ports.matches import CreateMatch, PresenceOut, Update
from domain.kernel.match import State
from eventstore.store import StoreUnavailable
from service.matches.aggregate import Aggregate
from service.matches.public_clocks import running, tick
from service.streams.presence import PresenceSettings
from service.times import rfc3339
from tests.kit.refusals import refused
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.kit.waiting import PATIENCE, until
from tests.streams.fakes import Notes

pytestmark = pytest.mark.anyio
QUICK = PresenceSettings(settle=0.01, linger=0.05)


@pytest.fixture(autouse=True)
def quick_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait a second to be seen."""
    monkeypatch.setattr("service.streams.presence.PresenceSettings", lambda: QUICK)


async def note(served: Served, caller: Caller, match: str, heard: list[Update], view: str | None = None) -> None:
    updates: Any = served.app.use_cases.matches.updates(caller, match, perspective=view)
    async with aclosing(updates):
        async for update in updates:
            heard.append(update)


@contextmanager
def watching(served: Served, caller: Caller, match: str, view: str | None = None) -> Iterator[list[Update]]:
    heard: list[Update] = []
    task = asyncio.create_task(note(served, caller, match, heard, view))
    yield heard
    task.cancel()


def of_kind(heard: list[Update], kind: str) -> list[Any]:
    return [msgspec.json.decode(update.payload) for update in heard if update.kind == kind]


async def sees(served: Served, match: str, seats: list[int], spectators: int, caller: Caller = EVE) -> None:
    wanted = PresenceOut(tuple(seats), spectators)

    async def seen() -> bool:
        return await served.app.use_cases.matches.presence(caller, match) == wanted

    await until(seen, f"never seen: {wanted}")


async def test_players_count_by_seat_and_everybody_else_as_spectators(served: Served) -> None:
    match = await served.started()
    with (
        watching(served, ALICE, match) as hers,
        watching(served, ALICE, match, "spectator"),
        watching(served, EVE, match),
    ):
        await sees(served, match, [0], 2)
        with watching(served, BOB, match):
            await until(lambda: of_kind(hers, "PresenceChanged")[-1:] == [{"seats": [0, 1], "spectators": 2}])
    await sees(served, match, [], 0)


async def test_who_left_a_seat_and_watches_on_is_a_spectator(served: Served) -> None:
    match = await served.open()
    await served.sit(ALICE, match, seat=0)
    with watching(served, ALICE, match):
        await sees(served, match, [0], 0)
        await served.app.use_cases.matches.leave(ALICE, match, 0, served.key())
        await sees(served, match, [], 1)


async def test_who_may_not_see_a_match_does_not_see_who_watches_it(served: Served) -> None:
    matches = served.app.use_cases.matches
    created, _, invite = await matches.create(ALICE, served.key(), CreateMatch("envoys", 2, visibility="INVITE"))
    await served.sit(ALICE, created.id, seat=0, invite=invite)
    for stranger in (EVE, ANONYMOUS):
        with pytest.raises(ApiError) as refusal:
            await matches.presence(stranger, created.id)
        assert refusal.value.code is ErrorCode.FORBIDDEN
    assert await matches.presence(ALICE, created.id) == PresenceOut((), 0)


async def test_nothing_of_presence_is_stored(served: Served) -> None:
    match = await served.started()
    before = await served.app.use_cases.matches.get(ALICE, match)
    with watching(served, ALICE, match) as heard:
        await until(lambda: bool(of_kind(heard, "PresenceChanged")))
    assert await served.app.use_cases.matches.get(ALICE, match) == before
    said = [update.payload for update in heard if update.kind == "PresenceChanged"]
    assert not any(word in payload for payload in said for word in (b"alice", b"pl:", b"guest"))


async def test_clocks_are_told_to_all_in_the_same_bytes(served: Served) -> None:
    match = await served.started(decision_ms=60_000, turn_ms=60_000, bank_ms=5_000)
    state = without_hidden((await served.app.matches.repository.current(match)).state)
    with watching(served, ALICE, match) as hers, watching(served, EVE, match) as theirs:
        await until(lambda: bool(of_kind(hers, "ClockTick")) and bool(of_kind(theirs, "ClockTick")))
    first = [next(update.payload for update in heard if update.kind == "ClockTick") for heard in (hers, theirs)]
    assert first[0] == first[1]
    told = of_kind(hers, "ClockTick")[0]
    timed = [prompt for prompt in state.prompts.values() if prompt.deadline is not None]
    assert len(timed) == 2
    for clock, prompt in zip(told["clocks"], timed, strict=True):
        assert (clock["seat"], clock["promptId"], clock["deadline"]) == (
            prompt.seat,
            f"pr_{prompt.id}",
            rfc3339(prompt.deadline or 0),
        )
        assert 0 < clock["remainingMs"] <= (prompt.allowed or 0)
        assert clock["bankMs"] == min(clock["remainingMs"], prompt.bank)


async def test_an_untimed_match_has_no_ticks(served: Served) -> None:
    match = await served.started()
    with watching(served, ALICE, match) as heard:
        await until(lambda: bool(of_kind(heard, "PresenceChanged")))
        await served.act(BOB, match, action={"type": "concede"})
        await until(lambda: heard[-1].kind == "MatchClosed")
    assert not of_kind(heard, "ClockTick")


async def test_the_time_that_is_left_and_the_bank_run_down_to_nothing(served: Served) -> None:
    match = await served.started(decision_ms=60_000, turn_ms=60_000, bank_ms=5_000)
    clocks = running((await served.app.matches.repository.current(match)).state)
    due = clocks[0].deadline
    left = [tick(clocks, now).clocks[0] for now in (due - 30_000, due - 3_000, due, due + 9_000)]
    assert [(one.remaining_ms, one.bank_ms) for one in left] == [(30_000, 5_000), (3_000, 3_000), (0, 0), (0, 0)]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_hidden_question_changes_nothing_that_is_told_of_the_clocks(served: Served, seed: int) -> None:
    """At every stop: with the hidden questions and without them, the same clocks run."""
    random = Random(seed)
    match = await served.started("owl", decision_ms=60_000, turn_ms=60_000, bank_ms=5_000)
    hidden = 0
    while (state := (await served.app.matches.repository.current(match)).state).status == "running":
        hidden += len(state.prompts) - len(without_hidden(state).prompts)
        assert running(state) == running(without_hidden(state))
        found = []
        for caller in (ALICE, BOB):
            legal = await served.app.use_cases.matches.legal_actions(caller, match)
            found += [(caller, action.token) for prompt in legal.prompts for action in prompt.actions]
        caller, token = random.choice(found)
        await served.act(caller, match, token=token)
    assert hidden


def without_hidden(state: State) -> State:
    twin = state.copy()
    twin.prompts = {number: prompt for number, prompt in state.prompts.items() if prompt.secrecy != "hidden"}
    return twin


@pytest.fixture
async def replicas(service_database_url: str, redis_url: str) -> AsyncIterator[tuple[Served, Served]]:
    """Two replicas on one Postgres and one Redis."""
    one, other = [await serve(service_database_url, redis_url=redis_url) for _ in range(2)]
    async with one.app, other.app:
        await until(lambda: one.app.broker.healthy and other.app.broker.healthy)
        yield one, other


async def test_presence_spans_replicas_and_ends_with_one_that_stops(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started()
    with watching(one, ALICE, match) as heard, watching(other, BOB, match), watching(other, EVE, match):
        for served in replicas:
            await sees(served, match, [0, 1], 1)
        await until(lambda: of_kind(heard, "PresenceChanged")[-1:] == [{"seats": [0, 1], "spectators": 1}])
        other.app.drain()
        await sees(one, match, [0], 0)


async def test_an_inbox_is_live_wherever_the_match_is_played_and_goes_on_elsewhere(
    replicas: tuple[Served, Served],
) -> None:
    """What is heard at one replica and then, after it has stopped, at the other is all there is, once."""
    one, other = replicas
    heard: list[InboxMessage] = []
    first = asyncio.create_task(hear(other, None, heard))
    await until(lambda: other.app.inboxes.streams == 1)
    match = await one.started("owl")
    await until(lambda: any(isinstance(item, YourTurnOut) for item in heard))
    other.app.drain()
    async with asyncio.timeout(PATIENCE):
        await first
    second = asyncio.create_task(hear(one, heard[-1].cursor, heard))
    await one.play_out(match, ALICE, BOB)
    await one.app.projector.catch_up()
    page = await one.app.use_cases.inbox.page(ALICE, first=100)
    assert not page.has_next
    await until(lambda: len(heard) >= len(page.items))
    assert tuple(heard) == page.items
    one.app.drain()
    await second


async def test_an_inbox_hears_of_its_own_account_where_nobody_keeps_the_read_models(
    replicas: tuple[Served, Served],
) -> None:
    """The replica of the reader looks at no read model: hints alone tell it, of this account and of no other."""
    one, other = replicas
    await other.app.projector.stop()
    heard: list[InboxMessage] = []
    notes = Notes()
    other.app.broker.subscribe(notes)
    listening = asyncio.create_task(hear(other, None, heard))
    await until(lambda: notes.gaps_of["inbox:ac_alice"])
    match = await one.started("owl")
    await one.play_out(match, ALICE, BOB)
    await one.app.projector.catch_up()
    page = await one.app.use_cases.inbox.page(ALICE, first=100)
    await until(lambda: len(heard) >= len(page.items))
    assert tuple(heard) == page.items
    assert {key for key, _ in notes.hints} == {"inbox:ac_alice"}
    other.app.drain()
    await listening
    assert other.app.broker.followed == 0


@pytest.mark.answers("getPresence")
async def test_who_looks_at_a_match_elsewhere_sees_who_watches_it(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started()
    with watching(one, ALICE, match), watching(one, EVE, match):
        await sees(one, match, [0], 1)
        await until(lambda: bool(other.app.matches.presence._alive_until))
        assert await other.app.use_cases.matches.presence(EVE, match) == PresenceOut((0,), 1)


async def test_two_processes_that_act_on_a_match_decide_in_vain_once_each(
    replicas: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await replicas[0].started()
    heard, in_vain = [Notes(), Notes()], Counter[int]()
    for number, served in enumerate(replicas):
        served.app.broker.subscribe(heard[number])
        await served.app.matches.repository.current(match)
        cache = served.app.matches.cache
        monkeypatch.setattr(cache, "share", partial(noticed, in_vain, number, cache.share))
    for act in range(8):
        actor, reader = replicas[act % 2], replicas[1 - act % 2]
        if act > 2:
            # it follows the match by now, and has heard of the other one's action
            await until(partial(is_outdated, actor, match))
        caller, token = await some_action(reader, match)
        await actor.act(caller, match, token=token)
        if in_vain[act % 2]:
            await until(partial(heard[act % 2].gaps_of.get, match))
    assert in_vain == {0: 1, 1: 1}


async def test_a_match_that_one_process_plays_is_followed_by_none(replicas: tuple[Served, Served]) -> None:
    one, other = replicas
    match = await one.started()
    await one.play_out(match, ALICE, BOB)
    assert await other.app.use_cases.matches.get(EVE, match)
    assert not one.app.matches.cache._unfollow
    assert not other.app.matches.cache._unfollow


def noticed(in_vain: Counter[int], number: int, share: Callable[[str], None], match: str) -> None:
    """Count what a cache is told of."""
    in_vain[number] += 1
    share(match)


def is_outdated(served: Served, match: str) -> bool:
    known = served.app.matches.cache.get(match)
    return known is not None and served.app.matches.cache.is_outdated(known)


async def some_action(served: Served, match: str) -> tuple[Caller, str]:
    """A legal action as this replica knows the match, and who may take it."""
    for caller in (ALICE, BOB):
        legal = await served.app.use_cases.matches.legal_actions(caller, match)
        for prompt in legal.prompts:
            return caller, prompt.actions[0].token
    raise AssertionError("the match is over")


async def hear(served: Served, after: str | None, heard: list[InboxMessage]) -> None:
    messages: Any = served.app.use_cases.inbox.follow(ALICE, after=after)
    async with aclosing(messages):
        async for message in messages:
            heard.append(message)


async def test_a_stream_of_a_match_that_can_no_longer_be_loaded_says_that_the_store_is_away(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whom a message is for is asked of the match, which the process may have forgotten meanwhile."""

    async def away(match: str) -> Aggregate:
        raise StoreUnavailable("away")

    async with aclosing(served.app.use_cases.matches.updates(EVE, await served.started())) as updates:
        assert (await anext(updates)).kind == "EventsAppended"
        monkeypatch.setattr(served.app.matches.repository, "known", away)
        refusal = await refused(anext(updates))
        assert refusal.code == ErrorCode.UNAVAILABLE
