"""A match as it was: what was seen and legal then is seen and legal there later, and nothing more."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import JoinMatch, LegalActionSet, StateOut
from domain.games import discover
from domain.kernel.codec import Codec, Row
from domain.kernel.match import State
from service.application.ids import MATCH_IDS
from service.application.tokens import SeatClaim
from service.matches.reader import PAGE
from service.matches.version_cache import STRIDE
from service.simulation.recorder import store
from service.simulation.table import Setup, Step, play
from tests.kit.lanes import by_lane
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio
C4 = discover()["c4"]


def stored_c4(seed: str = "9", decks: Iterable[str] = ("front_desk", "cold_case", "steam_raiders")) -> Setup:
    decks = list(decks)
    return Setup(C4, MATCH_IDS.id_of(UUID(int=2017)), seed, decks, ["greedy"] * len(decks))


@contextmanager
def counted_folds(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many events each fold has folded."""
    folds: list[int] = []
    fold = Codec.fold

    def counting(codec: Codec, state: State, rows: Iterable[Row], *viewer: str) -> State:
        rows = list(rows)
        folds.append(len(rows))
        return fold(codec, state, rows, *viewer)

    with monkeypatch.context() as patched:
        patched.setattr(Codec, "fold", counting)
        yield folds


async def played(served: Served, setup: Setup) -> list[Step]:
    """Play a match by bots and store it."""
    steps = list(play(setup))
    await store(served.app.catalogue, served.app.matches.repository, setup, steps)
    return steps


async def c4_service(folder: Path) -> Served:
    return await serve(sqlite_url(folder), {"c4": C4})


async def refused(asked: Any) -> ErrorCode:
    with pytest.raises(ApiError) as refusal:
        await asked
    return refusal.value.code


async def test_what_was_seen_and_legal_then_is_seen_and_legal_there_later(served: Served) -> None:
    """Recorded by every viewer at every stop while it is played, asked for again when it is over."""
    matches = served.app.use_cases.matches
    match = await served.started(deck="owl")
    live: dict[tuple[str, int], tuple[StateOut, LegalActionSet | None]] = {}
    callers = {"alice": ALICE, "bob": BOB, "eve": EVE}

    async def look(name: str, version: int | None) -> tuple[StateOut, LegalActionSet | None]:
        caller = callers[name]
        legal = None if caller is EVE else await matches.legal_actions(caller, match, at_version=version)
        return await matches.state(caller, match, at_version=version), legal

    while (await matches.get(EVE, match)).status == "RUNNING":
        for name in callers:
            seen = await look(name, None)
            live[name, seen[0].version] = seen
        actors = [caller for caller in (ALICE, BOB) if (await matches.legal_actions(caller, match)).prompts]
        legal = await matches.legal_actions(actors[-1], match)
        await served.act(actors[-1], match, token=legal.prompts[-1].actions[0].token)
    assert len(live) > 15
    for (name, version), seen in live.items():
        assert await look(name, version) == seen


async def test_nothing_is_legal_between_two_facts_of_one_action(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.started()
    await served.play_out(match, ALICE, BOB)
    inside = 0
    for event in (await matches.events(ALICE, match)).events:
        legal = await matches.legal_actions(ALICE, match, 0, event.version)
        assert legal.version == event.version
        if not event.batch_end:
            inside += 1
            assert (legal.prompts, legal.may_concede) == ((), False)
    assert inside > 10


async def test_options_of_others_open_with_the_full_record(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.started()
    began = (await matches.get(ALICE, match)).version
    own = await matches.legal_actions(ALICE, match, 0, began)
    assert own.prompts
    for caller in (BOB, EVE, ANONYMOUS):
        assert await refused(matches.legal_actions(caller, match, 0, began)) is ErrorCode.NOT_YOUR_SEAT
    await served.play_out(match, ALICE, BOB)
    for caller in (ALICE, BOB, EVE, ANONYMOUS):
        assert await matches.legal_actions(caller, match, 0, began) == own
        assert await refused(matches.legal_actions(caller, match, 7, began)) is ErrorCode.NOT_YOUR_SEAT
        assert await refused(matches.legal_actions(caller, match, 0, began + 999)) is ErrorCode.NOT_FOUND
        assert await refused(matches.legal_actions(caller, match, 0, 0)) is ErrorCode.INVALID_INPUT
    assert await refused(matches.legal_actions(EVE, match, None, began)) is ErrorCode.NOT_YOUR_SEAT


async def test_options_stay_closed_where_the_record_does(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.started(reveal="PARTICIPANTS")
    began = (await matches.get(ALICE, match)).version
    await served.play_out(match, ALICE, BOB)
    assert (await matches.legal_actions(BOB, match, 0, began)).prompts
    for caller in (EVE, ANONYMOUS):
        assert await refused(matches.legal_actions(caller, match, 0, began)) is ErrorCode.NOT_YOUR_SEAT


async def test_who_takes_a_seat_is_told_nothing_of_the_versions_before(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.open()
    left = await matches.join(ANONYMOUS, match, served.key(), JoinMatch(seat=0, deck="fox"))
    guest: Caller = SeatClaim(match, 0, 2).caller
    await matches.leave(guest, match, left.seat, served.key())
    taken = (await served.sit(BOB, match, seat=0)).match.version
    since = (await served.app.matches.repository.current(match)).state.seats[0].since
    assert await refused(matches.legal_actions(BOB, match, 0, since - 1)) is ErrorCode.NOT_YOUR_SEAT
    assert (await matches.legal_actions(BOB, match, 0, taken)).prompts == ()
    assert await refused(matches.legal_actions(guest, match, 0, 2)) is ErrorCode.UNAUTHENTICATED


async def test_hidden_prompts_of_the_past_are_told_to_their_seat_alone(tmp_path: Path) -> None:
    """At every version, stops and between, against the states that the match went through."""
    served = await c4_service(tmp_path)
    async with served.app as app:
        setup = stored_c4()
        steps = await played(served, setup)
        known = await app.matches.repository.current(setup.match)
        viewers = ["spectator", "full", "seat:0", "seat:1", "seat:2"]
        hidden = 0
        every = by_lane(commit=8, nightly=1)
        for step in steps[::every]:
            then = step.decision.state
            for viewer in viewers if then.version < known.version else []:
                shown = await app.matches.reader.state(known, viewer, then.version)
                wanted = {
                    number: prompt
                    for number, prompt in then.prompts.items()
                    if prompt.secrecy != "hidden" or viewer in ("full", f"seat:{prompt.seat}")
                }
                assert {f"pr_{number}" for number in wanted} == {prompt.id for prompt in shown.prompts}
                for prompt, there in zip(wanted.values(), shown.prompts, strict=True):
                    assert (there.seat, there.kind, there.rule_id) == (prompt.seat, prompt.kind, prompt.rule)
                    assert (there.revision, there.deadline is None) == (prompt.revision, prompt.deadline is None)
                hidden += len(then.prompts) - len(wanted)
        assert hidden > 50 / every


async def test_any_order_of_looking_gives_the_same_states(tmp_path: Path) -> None:
    """What is kept is never changed by what is reached from it."""
    served = await c4_service(tmp_path)
    async with served.app as app:
        setup = stored_c4()
        stops = {step.decision.state.version: step.decision.state for step in await played(served, setup)}
        known = await app.matches.repository.current(setup.match)
        order = sorted(stops, key=lambda version: version * 7919 % 1009)
        for version in [*order, *reversed(order)]:
            then = await app.matches.repository.at(setup.match, version)
            assert then is not None
            assert (then.version, then.state) == (version, stops[version])
        assert await app.matches.repository.at(setup.match, known.version + 1) is None


async def test_catching_up_folds_each_event_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = await c4_service(tmp_path)
    async with served.app as app:
        setup = stored_c4()
        await played(served, setup)
        known = await app.matches.repository.current(setup.match)
        assert known.version > 4 * PAGE
        with counted_folds(monkeypatch) as folds:
            updates = 0
            async for update in app.use_cases.matches.updates(ANONYMOUS, setup.match):
                updates += update.kind == "EventsAppended"
                if update.kind == "MatchClosed":
                    break
            assert updates > 4
            assert sum(folds) <= known.version
            folds.clear()
            async for update in app.use_cases.matches.updates(ANONYMOUS, setup.match, perspective="full"):
                if update.kind == "MatchClosed":
                    break
            assert sum(folds) == 0, "the views of another perspective are made from the states that are known"


async def test_stepping_folds_one_event_forth_and_less_than_a_stride_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, every = await c4_service(tmp_path), by_lane(commit=3, nightly=1)
    async with served.app as app:
        setup = stored_c4()
        await played(served, setup)
        known = await app.matches.repository.current(setup.match)
        assert known.version > 3 * PAGE, "more steps than versions are kept"
        with counted_folds(monkeypatch) as folds:
            for version in range(1, known.version, every):
                await app.matches.reader.hash_at(known, "seat:1", version)
                assert sum(folds) == version
            folds.clear()
            for version in reversed(range(1, known.version, every)):
                before = sum(folds)
                await app.matches.reader.hash_at(known, "spectator", version)
                assert sum(folds) - before < STRIDE


async def test_a_store_that_lost_versions_is_believed(tmp_path: Path) -> None:
    """A restore can take the last commits away and give their numbers to others; what was kept of them is forgotten."""
    served = await serve(sqlite_url(tmp_path))
    with closing(sqlite3.connect(":memory:")) as backup, closing(sqlite3.connect(tmp_path / "test.db")) as live:
        async with served.app as app:
            match = await served.started()
            live.backup(backup)
            await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
            lost = await app.matches.repository.current(match)
            for version in range(1, lost.version):
                await app.matches.repository.at(match, version)
            backup.backup(live)
            await served.act(BOB, match, token=await served.token(BOB, match, "send"))
            await served.act(BOB, match, action={"type": "concede"})
            stored = await app.store.read(lost.stream)
            assert len(stored) >= lost.version
            for event in stored:
                then = await app.matches.repository.at(match, event.version)
                assert then is not None
                assert then.head == event.hash
