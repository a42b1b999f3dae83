"""A rules release while matches run: who goes on with which match, and what the others say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from api_schema.errors import ErrorCode
from api_schema.ports.matches import EventOut, Update
from domain.kernel.game import CardGame
from service.clocks import DAY
from tests.kit.refusals import refused
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served, serve, sqlite_url
from tests.toy_game import GAME
from tests.toy_game.releases import OTHER_CARDS, SECOND_RELEASE, WITH_A_RULING, WITH_FEASTS

pytestmark = pytest.mark.anyio
SECOND: CardGame = SECOND_RELEASE


@asynccontextmanager
async def release(url: str | Path, game: CardGame = GAME, **settings: Any) -> AsyncIterator[Served]:
    """A service of one release on a store that outlives it."""
    served = await serve(url if isinstance(url, str) else sqlite_url(url), {GAME.slug: game}, **settings)
    async with served.app:
        yield served


async def told(served: Served, match: str) -> list[EventOut]:
    page = await served.app.use_cases.matches.events(EVE, match, perspective="spectator")
    return list(page.events)


async def changes(served: Served, match: str) -> list[EventOut]:
    return [event for event in await told(served, match) if event.type == "rules_repinned"]


async def send(served: Served, match: str, *callers: Any) -> None:
    for caller in callers:
        await served.act(caller, match, token=await served.token(caller, match, "send"))


async def points(served: Served, match: str) -> int:
    state = await served.app.use_cases.matches.state(EVE, match, perspective="spectator")
    return sum(place.points for place in state.view.seats)


async def heard_out(watched: AsyncIterator[Update]) -> None:
    """Listens until the updates end: who watches may be told of presence and time before that."""
    async for update in watched:
        assert update.kind != "EventsAppended"


@pytest.mark.parametrize("snapshot_every", [10, 200])
async def test_a_match_goes_on_under_the_rules_of_the_new_release(tmp_path: Path, snapshot_every: int) -> None:
    """What waits to be resolved was written by the first release: its frame is raised to what the second one reads."""
    async with release(tmp_path, snapshot_every=snapshot_every) as first:
        match = await first.started()
        before = await first.app.use_cases.matches.get(EVE, match)
        held_token = await first.token(BOB, match, "send")
    async with release(tmp_path, SECOND, snapshot_every=snapshot_every) as second:
        read = await second.app.use_cases.matches.get(EVE, match)
        assert read == before
        await send(second, match, ALICE)
        [change] = await changes(second, match)
        assert (change.version, change.actor, change.batch_end) == (before.version + 1, "system", True)
        assert change.text.startswith("From here on rules 2.0 decide")
        now = await second.app.use_cases.matches.get(EVE, match)
        assert (before.pins.rules_version, now.pins.rules_version) == ("1", "2.0")
        assert now.pins.seed_commitment == before.pins.seed_commitment
        await second.act(BOB, match, token=held_token)
        assert await points(second, match) == 1
        for caller in (ALICE, BOB):
            legal = await second.app.use_cases.matches.legal_actions(caller, match)
            for action in [prompt.actions[0] for prompt in legal.prompts if prompt.prompt.kind == "pay"]:
                await second.act(caller, match, token=action.token)
        await send(second, match, ALICE, BOB)
        assert await points(second, match) == 3
        await second.play_out(match, ALICE, BOB)
        assert len(await changes(second, match)) == 1
        await second.app.projector.catch_up()
        [listed] = (await second.app.use_cases.matches.find(EVE, first=5)).matches
        assert listed == await second.app.use_cases.matches.get(EVE, match)


async def test_a_ruling_decides_what_comes_after_the_release_that_brings_it(tmp_path: Path) -> None:
    """What was decided before it stands, and is decided again without it."""
    async with release(tmp_path) as first:
        match = await first.started()
        await send(first, match, ALICE, BOB)
    async with release(tmp_path, WITH_A_RULING) as second:
        await second.play_out(match, ALICE, BOB)
        assert len(await changes(second, match)) == 1
        report = await second.app.history.auditor.audit(match)
        assert (report.bad, report.status) == ([], "finished")


async def test_a_guard_on_the_version_that_was_seen_still_holds(tmp_path: Path) -> None:
    async with release(tmp_path) as first:
        match = await first.started()
        version = (await first.app.matches.repository.current(match)).version
    async with release(tmp_path, SECOND) as second:
        stale = await refused(
            second.act(ALICE, match, action={"type": "ban", "card": "envoy-01"}, expected_version=version - 1)
        )
        assert (stale.code, stale.details["actual"]) == (ErrorCode.VERSION_CONFLICT, version)
        assert (await second.app.matches.repository.current(match)).version == version
        legal = await second.app.use_cases.matches.legal_actions(ALICE, match)
        assert legal.version == version
        done = await second.act(
            ALICE, match, action={"type": "ban", "card": "envoy-01"}, expected_version=version, idempotency_key="once"
        )
        assert done.events[0].version == version + 2
        again = await second.act(
            ALICE, match, action={"type": "ban", "card": "envoy-01"}, expected_version=version, idempotency_key="once"
        )
        assert (again.replayed, again.events) == (True, done.events)


async def test_whatever_the_rules_decide_is_decided_by_this_release(tmp_path: Path) -> None:
    async with release(tmp_path) as first:
        waiting, timed = await first.open(), await first.started(decision_ms=60_000, turn_ms=60_000)
        conceded, left = await first.started(), await first.open()
        await first.sit(ALICE, left)
    async with release(tmp_path, SECOND) as second:
        second.clock.now += 120_000
        await second.app.projector.catch_up()
        await second.app.clocks.tick()
        await second.act(ALICE, conceded, action={"type": "concede"})
        joined = await second.sit(ALICE, waiting)
        await second.app.use_cases.matches.leave(ALICE, left, 0, second.key())
        assert joined.seat == 0
        for match in (waiting, timed, conceded, left):
            assert len(await changes(second, match)) == 1, match
        times = [event for event in await told(second, timed) if event.actor == "clock"]
        assert times


async def test_a_refused_action_changes_no_pins(tmp_path: Path) -> None:
    async with release(tmp_path) as first:
        match = await first.started()
        version = (await first.app.matches.repository.current(match)).version
    async with release(tmp_path, SECOND) as second:
        stranger = await refused(second.act(EVE, match, action={"type": "concede"}))
        illegal = await refused(
            second.act(ALICE, match, action={"type": "send", "card": "envoy-99"}, expected_version=version)
        )
        assert (stranger.code, illegal.code) == (ErrorCode.NOT_YOUR_SEAT, ErrorCode.ILLEGAL_ACTION)
        assert (await second.app.matches.repository.current(match)).version == version


async def test_equal_rules_with_other_cards_are_pinned_anew(tmp_path: Path) -> None:
    async with release(tmp_path) as first:
        match = await first.started()
    async with release(tmp_path, OTHER_CARDS) as other:
        await send(other, match, ALICE)
        assert (await other.app.use_cases.matches.get(EVE, match)).pins.card_set_hash == "c" * 64
    async with release(tmp_path) as first:
        await send(first, match, BOB)
        assert [event.data["cardSetHash"] for event in await changes(first, match)] == [
            "c" * 64,
            GAME.card_set_hash(),
        ]


async def test_an_abandoned_match_ends_under_the_pins_that_it_had(tmp_path: Path) -> None:
    """Else each release would be something that happens, and what nobody plays would never end."""
    async with release(tmp_path) as first:
        match = await first.started()
    async with release(tmp_path, SECOND) as second:
        second.clock.now += 8 * DAY
        await second.app.projector.catch_up()
        await second.app.abandonment.sweep()
        over = await second.app.use_cases.matches.get(EVE, match)
        assert (over.status, over.pins.rules_version) == ("ABORTED", "1")


async def test_an_older_server_refuses_the_match_and_serves_the_others(tmp_path: Path) -> None:
    """The match is readable there, to the last event; but the rules that decide it are not known."""

    renumbered = replace(GAME, rules_version="1.10")
    async with release(tmp_path, renumbered) as newer:
        match, over = await newer.started(decision_ms=60_000, turn_ms=60_000), await newer.started()
        waiting = await newer.open()
        await newer.act(ALICE, over, action={"type": "concede"})
        version = (await newer.app.matches.repository.current(match)).version
    with capture_logs() as logged:
        async with release(tmp_path) as older:
            matches, other = older.app.use_cases.matches, await older.started()
            asked = [
                matches.get(ALICE, match),
                matches.state(ALICE, match, at_version=version),
                matches.events(ALICE, match),
                matches.legal_actions(ALICE, match),
                older.act(ALICE, match, action={"type": "concede"}),
                older.sit(BOB, waiting),
                anext(aiter(matches.updates(ALICE, match))),
            ]
            for one in asked:
                refusal = await refused(one)
                assert refusal.code == ErrorCode.RELEASE_MISMATCH
                assert "1.10" in refusal.message
                assert match in refusal.message or waiting in refusal.message
            assert (await matches.get(ALICE, over)).status == "FINISHED"
            older.clock.now += 120_000
            await older.app.projector.catch_up()
            await older.app.clocks.tick()
            assert len((await matches.find(EVE, first=9)).matches) == 4
            await send(older, other, ALICE)
            older.clock.now += 8 * DAY
            await older.app.projector.catch_up()
            await older.app.abandonment.sweep()
            assert (await matches.get(ALICE, other)).status == "ABORTED"
            head = await older.app.store.head((await older.app.matches.repository.current(other)).stream)
            assert head is not None
    warnings = [line for line in logged if line["event"] == "match of another release refused"]
    assert sorted(line["match"] for line in warnings) == sorted([match, waiting])
    async with release(tmp_path, renumbered) as newer:
        assert (await newer.app.matches.repository.current(match)).version == version


async def test_an_older_server_calls_no_record_of_a_newer_one_broken(tmp_path: Path) -> None:
    """It can read the end of the match, but not what was still to be resolved on the way there."""
    async with release(tmp_path, SECOND) as newer:
        match = await newer.started()
        await newer.play_out(match, ALICE, BOB)
        assert (await newer.app.use_cases.history.audit(EVE, match, PAYER)).ok
    async with release(tmp_path) as older:
        assert (await older.app.use_cases.matches.get(EVE, match)).status == "FINISHED"
        refusal = await refused(older.app.use_cases.history.audit(EVE, match, PAYER))
        assert (refusal.code, "2.0" in refusal.message) == (ErrorCode.RELEASE_MISMATCH, True)


async def test_what_cannot_be_read_is_refused_without_telling_what_it_is(tmp_path: Path) -> None:
    """A frame is nobody's to know: the refusal names the public event, the log of the server the frame."""
    async with release(tmp_path, WITH_FEASTS) as feasting:
        match = await feasting.started(decision_ms=60_000, turn_ms=60_000)
        await send(feasting, match, ALICE)
        version = (await feasting.app.matches.repository.current(match)).version
    with capture_logs() as logged:
        async with release(tmp_path) as plain:
            other = await plain.started()
            matches = plain.app.use_cases.matches
            for one in (
                matches.get(ALICE, match),
                matches.state(ALICE, match, perspective="spectator"),
                matches.events(ALICE, match),
                plain.act(ALICE, match, action={"type": "concede"}),
            ):
                refusal = await refused(one)
                assert refusal.code == ErrorCode.RELEASE_MISMATCH
                assert match in refusal.message
                assert "(resolution)" in refusal.message
                assert "feast" not in refusal.message
            plain.clock.now += 120_000
            await plain.app.projector.catch_up()
            await plain.app.clocks.tick()
            await send(plain, other, ALICE, BOB)
    [warning] = [line for line in logged if line["event"] == "match of another release refused"]
    assert (warning["match"], "'feast'" in warning["reason"]) == (match, True)
    async with release(tmp_path, WITH_FEASTS) as feasting:
        assert (await feasting.app.matches.repository.current(match)).version == version
        await send(feasting, match, BOB)


async def test_a_match_of_a_game_that_is_not_installed_is_refused(tmp_path: Path) -> None:
    both: dict[str, CardGame] = {GAME.slug: GAME, "outpost": replace(GAME, slug="outpost")}
    first = await serve(sqlite_url(tmp_path), both)
    async with first.app:
        match = await first.open(game="outpost")
    async with release(tmp_path) as second:
        refusal = await refused(second.app.use_cases.matches.get(ALICE, match))
        assert (refusal.code, match in refusal.message) == (ErrorCode.RELEASE_MISMATCH, True)
        await second.app.projector.catch_up()
        await second.started()


async def test_a_snapshot_of_other_types_of_state_is_passed_over(tmp_path: Path) -> None:
    async with release(tmp_path, snapshot_every=10) as first:
        match = await first.started()
        await send(first, match, ALICE)
        await first.app.matches.repository.flush()
        known = await first.app.matches.repository.current(match)
        kept, _ = await first.app.store.load(known.stream, known.entry.rules_hash, known.entry.schema_hash)
        assert kept is not None
    async with release(tmp_path, SECOND, snapshot_every=10) as second:
        entry = second.app.catalogue.entry(GAME.slug)
        kept, tail = await second.app.store.load(known.stream, entry.rules_hash, entry.schema_hash)
        assert (kept, len(tail)) == (None, known.version)
        anew = await second.app.matches.repository.current(match)
        assert (anew.version, anew.head) == (known.version, known.head)


async def test_replicas_of_two_releases_agree_on_who_decides(service_database_url: str) -> None:
    """During a rolling release any replica is asked: the new ones pin the match once, the old one lets go of it."""
    async with (
        release(service_database_url) as old,
        release(service_database_url, SECOND) as one,
        release(service_database_url, SECOND) as other,
    ):
        match = await old.started()
        tokens = {caller.ref: await old.token(caller, match, "send") for caller in (ALICE, BOB)}
        version = (await old.app.matches.repository.current(match)).version
        watched = old.app.use_cases.matches.updates(EVE, match, after=version - 1)
        assert (await anext(watched)).version == version
        await asyncio.gather(
            one.act(ALICE, match, token=tokens[ALICE.ref]),
            other.act(BOB, match, token=tokens[BOB.ref]),
        )
        assert len(await changes(one, match)) == 1
        old.app.matches.hub.missed()
        assert (await refused(heard_out(watched))).code == ErrorCode.RELEASE_MISMATCH
        assert (await refused(old.act(ALICE, match, action={"type": "concede"}))).code == ErrorCode.RELEASE_MISMATCH
        assert (await told(one, match))[-1] == (await told(other, match))[-1]
