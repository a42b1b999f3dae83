"""Server clocks under a clock of the test's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from api_schema.errors import ApiError, ErrorCode
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from service.application.vault import SeedLost
from service.clocks import DAY, Abandonment, Clocks, ClockSettings
from service.projections.deadlines.queries import Deadline
from service.projections.deadlines.table import WHOLE_MATCH
from service.streams.memory import MemoryBroker
from tests.kit.waiting import PATIENCE, until

pytestmark = pytest.mark.anyio
SETTINGS = ClockSettings(sweep=1_000, grace=1_000, retry=5_000, patience=50, limit=20)


def prompt(number: int, due: int | None, revision: int = 0) -> Prompt:
    return Prompt(id=number, revision=revision, seat=0, kind="move", rule="T-1", allowed=due)


class Table:
    """What the clocks see: prompts that this process knows, the read model, and what was raised."""

    def __init__(self, settings: ClockSettings = SETTINGS) -> None:
        self.now = 0
        self.swept = 0
        self.known: dict[str, State] = {}
        self.rows: list[Deadline] = []
        self.raised: list[tuple[int, str, int, int]] = []
        self.failure: Exception | None = None
        self.hang = False
        self.broker = MemoryBroker()
        self.clocks = Clocks(
            lambda: self.now,
            self.broker,
            self.known.get,
            self.overdue,
            self.time_out,
            self.time_up,
            settings,
        )

    async def overdue(self, until: int, limit: int) -> Sequence[Deadline]:
        self.swept += 1
        if isinstance(self.failure, ConnectionError):
            raise self.failure
        return sorted(row for row in self.rows if row.due_at <= until)[:limit]

    async def time_out(self, match: str, number: int, revision: int) -> None:
        assert number != WHOLE_MATCH
        await self._raise(match, number, revision)

    async def time_up(self, match: str) -> None:
        await self._raise(match, WHOLE_MATCH, 0)

    async def _raise(self, match: str, number: int, revision: int) -> None:
        self.raised.append((self.now, match, number, revision))
        if self.hang:
            await asyncio.Event().wait()
        if self.failure:
            raise self.failure

    def opens(self, match: str, *prompts: Prompt, **said: Any) -> None:
        """An action was committed: these prompts are open now, and this is said of the match."""
        self.known[match] = State(status="running", prompts={item.id: item for item in prompts}, **said)
        self.clocks.hinted(match, 1)

    async def at(self, now: int) -> None:
        self.now = now
        await self.clocks.tick()


@pytest.fixture
def table() -> Table:
    return Table()


async def test_a_time_out_is_raised_when_it_is_due_and_once(table: Table) -> None:
    table.opens("mt_1", prompt(4, 1_000), prompt(5, 3_000), prompt(6, None))
    await table.at(999)
    assert table.raised == []
    for now in (1_000, 1_001, 2_000):
        await table.at(now)
    assert table.raised == [(1_000, "mt_1", 4, 0)]
    await table.at(3_500)
    assert table.raised[1:] == [(3_500, "mt_1", 5, 0)]


async def test_deadlines_of_all_matches_come_in_order(table: Table) -> None:
    table.opens("mt_2", prompt(1, 300))
    table.opens("mt_1", prompt(1, 200), prompt(2, 100))
    await table.at(1_000)
    assert [(match, number) for _, match, number, _ in table.raised] == [("mt_1", 2), ("mt_1", 1), ("mt_2", 1)]


async def test_a_prompt_that_was_answered_is_not_timed_out(table: Table) -> None:
    table.opens("mt_1", prompt(4, 1_000))
    table.opens("mt_1", prompt(9, 2_000))
    await table.at(1_500)
    assert table.raised == []
    table.opens("mt_1")
    await table.at(2_500)
    assert table.raised == []


async def test_a_revised_prompt_is_timed_out_under_its_new_revision(table: Table) -> None:
    table.opens("mt_1", prompt(4, 1_000))
    table.opens("mt_1", prompt(4, 1_000, revision=1))
    await table.at(1_000)
    assert table.raised == [(1_000, "mt_1", 4, 1)]


async def test_the_time_of_a_match_is_reported_when_it_is_up_and_once(table: Table) -> None:
    table.opens("mt_1", prompt(4, 3_000), ends_at=1_000)
    await table.at(999)
    table.opens("mt_1", prompt(4, 3_000), prompt(8, 4_000), ends_at=1_000)
    assert table.raised == []
    await table.at(1_000)
    table.opens("mt_1", prompt(4, 3_000), ends_at=1_000, time_up=True)
    await table.at(2_500)
    assert table.raised == [(1_000, "mt_1", WHOLE_MATCH, 0)]
    await table.at(3_000)
    assert table.raised[1:] == [(3_000, "mt_1", 4, 0)]


async def test_a_match_that_ended_before_its_time_is_left_alone(table: Table) -> None:
    table.opens("mt_1", ends_at=1_000)
    table.known["mt_1"].status = "finished"
    table.clocks.hinted("mt_1", 2)
    await table.at(5_000)
    assert table.raised == []


async def test_the_sweep_reports_times_that_no_replica_reported(table: Table) -> None:
    table.rows = [Deadline(5_000, "mt_9", WHOLE_MATCH, 0)]
    await table.at(7_000)
    assert table.raised == [(7_000, "mt_9", WHOLE_MATCH, 0)]


async def test_the_sweep_raises_what_no_replica_raised_in_time(table: Table) -> None:
    """After a restart nothing is known but the read model."""
    table.rows = [Deadline(5_000, "mt_9", 7, 2)]
    await table.at(5_900)
    assert table.raised == [], "the replica that knows it comes first"
    await table.at(6_900)
    assert table.raised == [(6_900, "mt_9", 7, 2)]


async def test_the_sweep_does_not_repeat_what_the_read_model_still_shows(table: Table) -> None:
    table.opens("mt_1", prompt(4, 1_000))
    table.rows = [Deadline(1_000, "mt_1", 4, 0)]
    for now in (1_000, 2_500, 4_000, 5_500):
        await table.at(now)
    assert len(table.raised) == 1
    await table.at(7_000)
    assert len(table.raised) == 2, "still there after `retry`: perhaps it did fail"


@pytest.mark.parametrize("failure", [ApiError(ErrorCode.UNAVAILABLE, "away"), ValueError("unreadable match")])
async def test_a_failed_time_out_is_tried_again_and_hinders_no_other(table: Table, failure: Exception) -> None:
    table.opens("mt_1", prompt(4, 1_000))
    table.opens("mt_2", prompt(4, 1_001))
    table.rows = [Deadline(1_000, "mt_1", 4, 0)]
    table.failure = failure
    await table.at(2_000)
    assert [match for _, match, *_ in table.raised] == ["mt_1", "mt_2"]
    table.failure = None
    await table.at(8_000)
    assert [match for _, match, *_ in table.raised] == ["mt_1", "mt_2", "mt_1"]


async def test_a_time_out_without_a_seed_is_left_alone_for_an_hour_and_crowds_out_no_other(table: Table) -> None:
    table.rows = [Deadline(1_000, f"mt_{number}", 4, 0) for number in range(SETTINGS.limit)]
    table.failure = SeedLost()
    with capture_logs() as logs:
        await table.at(10_000)
    assert (len(table.raised), logs) == (SETTINGS.limit, [])
    table.rows.append(Deadline(1_001, "mt_sound", 4, 0))
    for now in (20_000, 30_000, 40_000):
        await table.at(now)
    assert {match for _, match, *_ in table.raised[SETTINGS.limit :]} == {"mt_sound"}
    table.rows.pop()
    await table.at(10_000 + SETTINGS.lost)
    assert len({match for at, match, *_ in table.raised if at > 40_000}) == SETTINGS.limit


async def test_a_time_out_that_hangs_is_given_up(table: Table) -> None:
    table.opens("mt_1", prompt(4, 1_000))
    table.hang = True
    async with asyncio.timeout(PATIENCE):
        await table.at(1_000)
    assert len(table.raised) == 1


async def test_a_store_that_is_away_stops_no_known_deadline(table: Table) -> None:
    table.failure = ConnectionError()
    table.opens("mt_1", prompt(4, 1_000))
    await table.at(1_000)
    assert len(table.raised) == 1


async def test_a_wall_clock_set_back_stops_no_sweep(table: Table) -> None:
    await table.at(100_000)
    table.rows = [Deadline(10_000, "mt_9", 7, 2)]
    await table.at(20_000)
    assert len(table.raised) == 1


async def test_runs_in_the_background_and_wakes_up_for_an_earlier_deadline() -> None:
    table = Table(replace(SETTINGS, sweep=10 * PATIENCE * 1_000))
    await table.clocks.start()
    await until(lambda: table.swept)
    table.now = 50
    table.known["mt_1"] = State(prompts={4: prompt(4, 40)})
    table.broker.publish("mt_1", 4)
    await until(lambda: table.raised)
    assert table.raised == [(50, "mt_1", 4, 0)]
    assert table.swept == 1, "the next sweep is far away"
    await table.clocks.stop()
    table.known["mt_1"] = State(prompts={5: prompt(5, 40)})
    table.broker.publish("mt_1", 5)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(table.raised) == 1


class Lobby:
    """Matches by the time of the last thing that happened in them."""

    def __init__(self, **matches: int) -> None:
        self.matches = matches
        self.aborted: list[str] = []

    async def idle(self, before: int, limit: int) -> Sequence[str]:
        found = sorted((at, match) for match, at in self.matches.items() if at < before)
        return [match for _, match in found[:limit]]

    async def abort(self, match: str, before: int) -> None:
        assert self.matches[match] < before
        if match == "over":
            raise ApiError(ErrorCode.MATCH_OVER, "the match is over")
        self.aborted.append(match)


async def test_matches_that_nobody_plays_on_are_aborted() -> None:
    lobby = Lobby(over=0, old=1, older=0, fresh=DAY)
    await Abandonment(lambda: 7 * DAY + 2, lobby.idle, lobby.abort).sweep()
    assert lobby.aborted == ["older", "old"]


async def test_matches_without_a_seed_are_passed_over_in_silence_and_crowd_out_no_other() -> None:
    lobby = Lobby(lost1=0, lost2=1, sound=2)

    async def abort(match: str, before: int) -> None:
        if match.startswith("lost"):
            raise SeedLost
        await lobby.abort(match, before)

    sweeper = Abandonment(lambda: 8 * DAY, lobby.idle, abort, limit=2)
    with capture_logs() as logs:
        await sweeper.sweep()
        assert lobby.aborted == []
        await sweeper.sweep()
    assert (lobby.aborted, logs) == (["sound"], [])


async def test_the_days_can_be_set_and_the_sweep_repeats() -> None:
    lobby = Lobby(old=0, fresh=2 * DAY)
    sweeper = Abandonment(lambda: 2 * DAY + 1, lobby.idle, lobby.abort, days=1, every=0.01)
    await sweeper.start()
    await until(lambda: len(lobby.aborted) >= 2)
    await sweeper.stop()
    assert set(lobby.aborted) == {"old"}


@pytest.mark.parametrize("moment", range(5))
async def test_stops_also_in_the_moment_in_which_an_abort_is_done(moment: int) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def abort(match: str, before: int) -> None:
        begun.set()
        await go_on.wait()

    sweeper = Abandonment(lambda: 8 * DAY, Lobby(old=0).idle, abort, every=0.001)
    await sweeper.start()
    await begun.wait()
    go_on.set()
    for _ in range(moment):
        await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await sweeper.stop()
