"""Frames: folded they are the state at every batch end, from every perspective, and nobody sees more or earlier."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import jsonpatch
import msgspec
import pytest

from api_schema.ports.base import Caller
from api_schema.ports.matches import FRAME_VERSIONS, FrameOut
from domain.games import discover
from eventstore.store import StoreUnavailable
from service.application.ids import MATCH_IDS
from service.matches.frames import EVERY, frame_state
from service.simulation.recorder import store
from service.simulation.table import Setup, play
from tests.kit.lanes import by_lane, sampled
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio
GAMES = list(discover().values())
SECONDS = 60


def folded(frames: list[FrameOut]) -> dict[int, Any]:
    """What a client has after each frame: by version, the state that it draws."""
    now: Any = None
    found: dict[int, Any] = {}
    for frame in frames:
        data = msgspec.json.decode(msgspec.json.encode(frame))
        now = data["state"] if "state" in data else jsonpatch.apply_patch(now, data["patch"])
        found[frame.version] = now
    return found


async def frames_of(served: Served, caller: Caller, match: str, **asked: Any) -> list[FrameOut]:
    file = await served.app.use_cases.matches.frames(caller, match, **asked)
    return [frame async for frame in file.frames]


async def drawn(served: Served, caller: Caller, match: str, perspective: str, version: int) -> Any:
    out = await served.app.use_cases.matches.state(caller, match, perspective=perspective, at_version=version)
    return msgspec.json.decode(msgspec.json.encode(frame_state(out))), out


@pytest.mark.each_store
@pytest.mark.parametrize("game", sampled(GAMES, keep=2), ids=lambda game: game.slug)
async def test_frames_folded_are_the_state_at_every_batch_end(url: str, game: Any) -> None:
    served = await serve(url, {game.slug: game})
    async with served.app:
        decks = [deck.id for deck in game.decks()][:2]
        setup = Setup(game, MATCH_IDS.id_of(UUID(int=77)), "7", decks, ["greedy"] * 2)
        await store(served.app.catalogue, served.app.matches.repository, setup, list(play(setup)))
        matches = served.app.use_cases.matches
        last = (await matches.get(EVE, setup.match)).version
        ends = await batch_ends(served, setup.match, last)
        for viewer in ("spectator", "full"):
            frames = await frames_of(served, EVE, setup.match, perspective=viewer)
            assert [frame.version for frame in frames] == ends
            assert frames[0].state is not None
            assert sum(frame.state is not None for frame in frames) <= 2 + last // EVERY
            known = folded(frames)
            for version in Random(1).sample(ends, min(len(ends), by_lane(commit=12, nightly=200))):
                state, out = await drawn(served, EVE, setup.match, viewer, version)
                assert known[version] == state
                frame = next(one for one in frames if one.version == version)
                assert (frame.state_hash, frame.head_hash) == (out.hash, out.head_hash)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
async def test_a_match_is_shown_between_two_facts_too(game: Any, tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path), {game.slug: game})
    async with served.app:
        setup = Setup(game, MATCH_IDS.id_of(UUID(int=78)), "8", [deck.id for deck in game.decks()][:2], ["random"] * 2)
        await store(served.app.catalogue, served.app.matches.repository, setup, list(play(setup)))
        matches = served.app.use_cases.matches
        last, within = (await matches.get(EVE, setup.match)).version, 0
        for version in range(1, last + 1, by_lane(commit=1 + last // 150, nightly=1)):
            out = await matches.state(EVE, setup.match, perspective="full", at_version=version)
            within += out.resolving and len(out.prompts) > 0
        assert within
        assert await frames_of(served, EVE, setup.match, first=last + 5) == []


async def batch_ends(served: Served, match: str, last: int) -> list[int]:
    """The versions at which a batch of a match ends."""
    found: list[int] = []
    after = 0
    while after < last:
        page = await served.app.use_cases.matches.events(EVE, match, after=after)
        found += [event.version for event in page.events if event.batch_end]
        after = page.events[-1].version
    return found


async def test_each_seat_has_frames_of_its_own_from_any_version_on(served: Served) -> None:
    match = await served.started(deck="owl")
    await served.play_out(match, ALICE, BOB)
    last = (await served.app.use_cases.matches.get(ALICE, match)).version
    for caller, viewer in ((ALICE, "seat:0"), (BOB, "seat:1"), (EVE, "spectator")):
        whole = await frames_of(served, caller, match, perspective=viewer)
        for version, state in folded(whole).items():
            assert state == (await drawn(served, caller, match, viewer, version))[0]
        for first in range(1, last + 1, 7):
            part = await frames_of(served, caller, match, perspective=viewer, first=first, last=first + 20)
            wanted = {v: s for v, s in folded(whole).items() if first <= v <= first + 20}
            assert folded(part) == wanted
    hands = {viewer: folded(await frames_of(served, caller, match, perspective=viewer))
             for caller, viewer in ((ALICE, "seat:0"), (EVE, "spectator"))}  # fmt: skip
    assert hands["seat:0"] != hands["spectator"]


async def test_brief_frames_lead_to_the_same_and_have_hashes_and_state_once(url: str) -> None:
    game = discover()["scp"]
    served = await serve(url, {game.slug: game})
    async with served.app:
        setup = Setup(game, MATCH_IDS.id_of(UUID(int=79)), "7", [deck.id for deck in game.decks()][:2], ["random"] * 2)
        await store(served.app.catalogue, served.app.matches.repository, setup, list(play(setup)))
        last = (await served.app.use_cases.matches.get(EVE, setup.match)).version
        for first in (1, last // 2):
            full = await frames_of(served, EVE, setup.match, perspective="spectator", first=first)
            brief = await frames_of(served, EVE, setup.match, perspective="spectator", first=first, brief=True)
            assert folded(brief) == folded(full)
            assert brief[0] == full[0]
            assert all(not (one.state or one.state_hash or one.head_hash) for one in brief[1:])
        assert sum(frame.state is not None for frame in full) > 1


async def test_one_answer_goes_over_so_many_versions(served: Served) -> None:
    match = await served.started()
    file = await served.app.use_cases.matches.frames(EVE, match, last=10**6)
    assert file.last == file.version < FRAME_VERSIONS


async def test_who_sees_a_match_later_gets_no_frame_of_what_it_may_not_know(served: Served) -> None:
    match = await served.started(spectator_delay_ms=SECONDS * 1000)
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match)
    await served.act(ALICE, match, token=legal.prompts[0].actions[0].token)
    ahead = (await served.app.use_cases.matches.get(ALICE, match)).version
    file = await served.app.use_cases.matches.frames(EVE, match)
    seen = [frame.version async for frame in file.frames]
    assert file.version < ahead
    assert seen[-1] == file.version == (await served.app.use_cases.matches.get(EVE, match)).version
    served.clock.now += 2 * SECONDS * 1000
    assert (await frames_of(served, EVE, match))[-1].version == ahead


async def test_patches_of_streams_lead_from_frame_to_frame(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.started(deck="owl")
    await served.play_out(match, ALICE, BOB)
    for after in (0, (await batch_ends(served, match, (await matches.get(EVE, match)).version))[3]):
        state = None if not after else (await drawn(served, ALICE, match, "seat:0", after))[0]
        steps = 0
        async with aclosing(matches.updates(ALICE, match, after=after, frames=True)) as updates:
            async for update in updates:
                if update.kind == "MatchClosed":
                    break
                if update.kind == "EventsAppended":
                    data = msgspec.json.decode(update.payload)
                    state = jsonpatch.apply_patch(state, data["patch"])
                    assert state == (await drawn(served, ALICE, match, "seat:0", data["toVersion"]))[0]
                    steps += 1
        assert steps


async def test_a_live_stream_draws_the_next_frame_without_the_store(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise StoreUnavailable

    matches = served.app.use_cases.matches
    match = await served.started(deck="owl")
    async with aclosing(matches.updates(EVE, match, frames=True)) as updates:
        update = await anext(updates)
        state = jsonpatch.apply_patch(None, msgspec.json.decode(update.payload)["patch"])
        for _ in range(2):
            (prompt, *_) = (await matches.legal_actions(ALICE, match)).prompts
            with monkeypatch.context() as patched:
                patched.setattr(served.app.matches.repository, "at", away)
                done = await served.act(ALICE, match, token=prompt.actions[0].token)
                while update.version < done.version:
                    update = await anext(updates)
            state = jsonpatch.apply_patch(state, msgspec.json.decode(update.payload)["patch"])
            assert state == (await drawn(served, EVE, match, "spectator", done.version))[0]


async def test_a_stream_has_no_patch_unless_it_is_asked_for(served: Served) -> None:
    match = await served.started()
    async with aclosing(served.app.use_cases.matches.updates(ALICE, match)) as updates:
        update = await anext(updates)
    assert "patch" not in msgspec.json.decode(update.payload)
