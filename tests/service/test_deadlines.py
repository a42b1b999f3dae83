"""The clocks' read model against the truth, and time-outs in a service that was restarted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from api_schema.errors import ApiError, ErrorCode
from service.bootstrap import Playledger
from service.clocks import DAY
from service.projections.deadlines.fold import DeadlineList
from service.projections.deadlines.queries import Deadline, DueSoon
from service.projections.deadlines.table import WHOLE_MATCH
from service.times import rfc3339
from tests.kit.served import ALICE, BOB, Served, serve, sqlite_url
from tests.kit.waiting import until

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
FOR_EVER = 2**52


@pytest.fixture
async def served(url: str) -> AsyncIterator[Served]:
    """A service on each store; the projector runs only when it is told to."""
    service = await serve(url)
    yield service
    await service.app.stop()


async def listed(app: Playledger) -> set[Deadline]:
    await app.projector.catch_up()
    return set(await DueSoon(app.store).overdue(FOR_EVER, 1_000))


async def truth(app: Playledger, *matches: str) -> set[Deadline]:
    states = [(match, (await app.matches.repository.current(match)).state) for match in matches]
    times = {Deadline(state.deadline, match, WHOLE_MATCH, 0) for match, state in states if state.deadline is not None}
    return times | {
        Deadline(prompt.deadline, match, prompt.id, prompt.revision)
        for match, state in states
        for prompt in state.prompts.values()
        if prompt.deadline is not None
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


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_list_is_what_the_matches_say_hidden_prompts_included(served: Served, seed: int) -> None:
    random = Random(seed)
    timed = [await served.started("owl", decision_ms=ms, turn_ms=ms) for ms in (60_000, 90_000)]
    timed.append(await served.started("owl", decision_ms=60_000, options={"timeLimitS": 120}))
    untimed = await served.started("owl")
    kinds = set()
    assert WHOLE_MATCH in {deadline.prompt for deadline in await listed(served.app)}
    for _ in range(200):
        match = random.choice([*timed, untimed])
        state = (await served.app.matches.repository.current(match)).state
        kinds |= {prompt.secrecy for prompt in state.prompts.values()}
        if state.status != "running" or not await step(served, match, random):
            break
        if random.random() < 0.3:
            assert await listed(served.app) == await truth(served.app, *timed)
    assert await listed(served.app) == await truth(served.app, *timed)
    assert "hidden" in kinds
    before = await listed(served.app)
    await served.app.projector.rebuild(DeadlineList())
    assert await listed(served.app) == before


async def test_a_match_that_is_over_has_no_deadlines(served: Served) -> None:
    match = await served.started(decision_ms=60_000, turn_ms=60_000)
    assert await listed(served.app)
    await served.act(BOB, match, action={"type": "concede"})
    assert await listed(served.app) == set()


async def test_after_a_restart_overdue_prompts_are_timed_out_once(served: Served) -> None:
    """Nothing was noted by this process's clocks, which were not running; the read model knows."""
    match = await served.started(decision_ms=60_000, turn_ms=60_000)
    due = await listed(served.app)
    served.clock.now += 50_000
    await served.app.clocks.tick()
    assert (await listed(served.app)) == due
    version = (await served.app.matches.repository.current(match)).version
    served.clock.now += 60_000
    await served.app.clocks.tick()
    after = await served.app.matches.repository.current(match)
    assert after.version > version
    assert not due & await listed(served.app)
    taken = [event async for event in clock_events(served, match)]
    assert len(taken) == len(due)
    for deadline in due:
        await served.app.matches.play.time_out(deadline.match_id, deadline.prompt, deadline.revision)
    assert (await served.app.matches.repository.current(match)).version == after.version


async def clock_events(served: Served, match: str, kind: str = "action_taken") -> AsyncIterator[str]:
    page = await served.app.use_cases.matches.events(ALICE, match)
    for event in page.events:
        if event.type == kind and event.actor == "clock":
            yield event.id


async def reports(served: Served, match: str) -> int:
    return len([event async for event in clock_events(served, match, "time_up")])


async def test_after_a_restart_and_a_rebuild_the_time_of_a_match_is_reported_once(served: Served) -> None:
    match = await served.started(options={"timeLimitS": 60})
    (due,) = await listed(served.app)
    await served.app.projector.rebuild(DeadlineList())
    assert await listed(served.app) == {due}
    served.clock.now = due.due_at - 10_000
    await served.app.clocks.tick()
    assert await reports(served, match) == 0
    before = (await served.app.matches.repository.current(match)).state
    served.clock.now = due.due_at + 10_000
    await served.app.clocks.tick()
    after = (await served.app.matches.repository.current(match)).state
    assert (after.time_up, await reports(served, match)) == (True, 1)
    assert [p for p in before.prompts.values() if p.kind == "send"] == list(after.prompts.values())
    assert await listed(served.app) == set()
    await served.app.projector.rebuild(DeadlineList())
    assert await listed(served.app) == set()
    await served.app.matches.play.time_up(match)
    assert (await served.app.matches.repository.current(match)).version == after.version
    await served.play_out(match, ALICE, BOB)
    result = (await served.app.use_cases.matches.get(ALICE, match)).result
    assert result is not None
    assert result.rule_id == "TOY-303"


async def test_the_time_of_a_match_is_not_reported_early_or_where_there_is_none(served: Served) -> None:
    limited, endless = await served.started(options={"timeLimitS": 60}), await served.started()
    for match in (limited, endless):
        version = (await served.app.matches.repository.current(match)).version
        with pytest.raises(ApiError, match="the time of this match"):
            await served.app.matches.play.time_up(match)
        assert (await served.app.matches.repository.current(match)).version == version


async def test_a_limited_match_that_is_over_has_no_deadline(served: Served) -> None:
    match = await served.started(options={"timeLimitS": 60})
    await served.act(BOB, match, action={"type": "concede"})
    assert await listed(served.app) == set()
    with pytest.raises(ApiError) as refusal:
        await served.app.matches.play.time_up(match)
    assert refusal.value.code == ErrorCode.MATCH_OVER


async def test_two_replicas_report_it_once(served: Served, url: str) -> None:
    match = await served.started(options={"timeLimitS": 60})
    other = await serve(url)
    try:
        await other.app.matches.repository.current(match)
        served.clock.now = other.clock.now = served.clock.now + 90_000
        first, second = await asyncio.gather(
            served.app.matches.play.time_up(match), other.app.matches.play.time_up(match)
        )
        assert first.appended.last_version == second.appended.last_version
        assert sorted([first.appended.replayed, second.appended.replayed]) == [False, True]
        assert await reports(served, match) == 1
    finally:
        await other.app.stop()


async def test_a_service_that_knows_a_match_reports_its_time(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), clocks=True)
    async with served.app:
        match = await served.started(options={"timeLimitS": 60})
        served.clock.now += 90_000

        async def is_up() -> bool:
            return (await served.app.matches.repository.current(match)).state.time_up

        await until(is_up)
        assert await reports(served, match) == 1


async def test_when_it_ends_is_told_with_the_match_and_in_the_list(served: Served) -> None:
    matches = served.app.use_cases.matches
    waiting, endless = await served.open(options={"timeLimitS": 60}), await served.started()
    limited = await served.started(options={"timeLimitS": 60})
    state = (await served.app.matches.repository.current(limited)).state
    assert state.ends_at is not None
    wanted = {waiting: None, endless: None, limited: rfc3339(state.ends_at)}
    assert {match: (await matches.get(ALICE, match)).ends_at for match in wanted} == wanted
    await served.app.projector.catch_up()
    page = await matches.find(ALICE, first=9)
    assert {match.id: match.ends_at for match in page.matches} == wanted


async def test_a_running_service_times_out_what_was_opened_in_it(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), clocks=True)
    async with served.app:
        match = await served.started(decision_ms=30_000, turn_ms=30_000)
        version = (await served.app.matches.repository.current(match)).version
        served.clock.now += 60_000

        async def goes_on() -> bool:
            return (await served.app.matches.repository.current(match)).version > version

        await until(goes_on)
        assert [event async for event in clock_events(served, match)]


async def test_abandoned_matches_are_aborted_and_the_others_left(served: Served) -> None:
    running, waiting = await served.started(), await served.open()
    over = await served.started()
    await served.act(BOB, over, action={"type": "concede"})
    served.clock.now += 8 * DAY
    fresh = await served.started()
    await served.app.projector.catch_up()
    await served.app.abandonment.sweep()
    await served.app.projector.catch_up()
    states = [(await served.app.matches.repository.current(match)).state for match in (running, waiting, over, fresh)]
    assert [state.status for state in states] == ["aborted", "aborted", "finished", "running"]


async def test_a_match_that_is_played_is_not_aborted_because_a_read_model_is_behind(served: Served) -> None:
    match = await served.started()
    await served.app.projector.catch_up()
    served.clock.now += 8 * DAY
    await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
    await served.app.abandonment.sweep()
    assert (await served.app.matches.repository.current(match)).state.status == "running"
