"""States, events and updates as each perspective may see them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.member_names import camel_type, inward, renamed
from api_schema.ports.base import ANONYMOUS, Caller
from api_schema.ports.matches import EventOut
from domain.kernel import draws
from eventstore.chain import GENESIS, canonical, link
from eventstore.envelope import Command, NewEvent, Snapshot
from service.application.ids import MATCH_IDS
from tests.kit.served import ALICE, BOB, EVE, Served, serve, sqlite_url
from tests.toy_game.views import View

pytestmark = pytest.mark.anyio


def stored(view: Any) -> Any:
    return renamed(msgspec.to_builtins(view), inward(View))


async def test_each_perspective_sees_its_own(served: Served) -> None:
    match = await served.started()
    matches = served.app.use_cases.matches
    own, other = await matches.state(ALICE, match), await matches.state(EVE, match)
    assert (own.perspective, other.perspective) == ("seat:0", "spectator")
    assert len(own.view.seats[0].hand) == 3
    assert own.view.seats[1].hand is other.view.seats[0].hand is None
    assert own.version == other.version
    assert own.hash == sha256(rfc8785.dumps(stored(own.view))).hexdigest() != other.hash


@pytest.mark.parametrize(
    ("caller", "wanted", "code"),
    [
        (ALICE, "seat:1", ErrorCode.NOT_YOUR_SEAT),
        (EVE, "seat:0", ErrorCode.NOT_YOUR_SEAT),
        (EVE, "seat:7", ErrorCode.NOT_YOUR_SEAT),
        (ANONYMOUS, "full", ErrorCode.FORBIDDEN),
        (ALICE, "full", ErrorCode.FORBIDDEN),
        (ALICE, "nobody", ErrorCode.INVALID_INPUT),
        (ALICE, "participants", ErrorCode.INVALID_INPUT),
    ],
)
async def test_other_perspectives_are_closed(served: Served, caller: Caller, wanted: str, code: ErrorCode) -> None:
    match = await served.started()
    matches = served.app.use_cases.matches
    for read in (matches.state, matches.events):
        with pytest.raises(ApiError) as refusal:
            await read(caller, match, perspective=wanted)
        assert refusal.value.code == code


async def test_the_full_record_opens_at_the_end(served: Served) -> None:
    matches = served.app.use_cases.matches
    match = await served.started()
    await served.play_out(match, ALICE, BOB)
    full = await matches.state(EVE, match, perspective="full")
    assert full.view.deck is not None
    page = await matches.events(EVE, match, perspective="full")
    assert not any(event.redacted for event in page.events)
    seed = bytes.fromhex(page.events[-1].data["seed"])
    assert draws.commitment(match, seed) == page.events[0].data["pins"]["seedCommitment"]
    private = await served.started(reveal="PARTICIPANTS")
    await served.play_out(private, ALICE, BOB)
    with pytest.raises(ApiError):
        await matches.state(EVE, private, perspective="full")
    closed = await matches.events(EVE, private)
    assert closed.events[-1].data == {}
    assert (await matches.events(ALICE, private)).events[-1].data["seed"]


async def test_any_past_version_can_be_seen(served: Served) -> None:
    match = await served.started()
    matches = served.app.use_cases.matches
    await served.play_out(match, ALICE, BOB)
    page = await matches.events(ALICE, match)
    for event in page.events:
        state = await matches.state(ALICE, match, at_version=event.version)
        assert (state.version, state.head_hash, state.resolving) == (event.version, event.hash, not event.batch_end)
    with pytest.raises(ApiError) as refusal:
        await matches.state(ALICE, match, at_version=page.version + 1)
    assert refusal.value.code == ErrorCode.NOT_FOUND


async def test_pages_of_events_fit_together(served: Served) -> None:
    match = await served.started()
    matches = served.app.use_cases.matches
    await served.play_out(match, ALICE, BOB)
    whole = await matches.events(BOB, match)
    assert whole.complete
    for size in (1, 7, 40):
        events: list[EventOut] = []
        while len(events) < whole.version:
            page = await matches.events(BOB, match, after=len(events), first=size)
            events += page.events
            assert page.complete == (len(events) == whole.version)
        assert tuple(events) == whole.events
    beyond = await matches.events(BOB, match, after=whole.version + 5)
    assert (beyond.events, beyond.complete) == ((), True)


async def test_the_stored_chain_holds_for_everybody(served: Served) -> None:
    match = await served.started(deck="owl")
    await served.play_out(match, ALICE, BOB)
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    head = GENESIS
    for event in stored:
        assert rfc8785.dumps(msgspec.json.decode(event.body)) == event.body
        head = link(head, event.body)
        assert head == event.hash
    assert (await served.app.use_cases.matches.get(EVE, match)).head_hash == head.hex()


async def test_commitments_open_with_the_revealed_seed(served: Served) -> None:
    match = await served.started(deck="owl")
    await served.play_out(match, ALICE, BOB)
    stored = await served.app.store.read(MATCH_IDS.stream_of(match))
    seed = bytes.fromhex(msgspec.json.decode(stored[-1].body)["pub"]["seed"])
    opened = 0
    for event in stored:
        body = msgspec.json.decode(event.body)
        parts = {} if event.private is None else msgspec.json.decode(event.private)
        names = {audience: "sealed" if event.type == "sealed" else audience for audience in parts}
        assert set(body["commits"]) == set(names.values())
        for audience, name in names.items():
            salt = draws.salt(seed, match, event.version, name)
            data = rfc8785.dumps(parts[audience])
            assert sha256(b"\x01" + salt + data).hexdigest() == body["commits"][name]
            opened += 1
    assert opened > 10


@pytest.mark.parametrize("state", [b"", b"rubbish", msgspec.msgpack.encode({"version": 4, "frames": []})])
async def test_a_snapshot_that_cannot_be_read_is_dropped(served: Served, tmp_path: Path, state: bytes) -> None:
    match = await served.started()
    known = await served.app.matches.repository.current(match)
    entry = known.entry
    broken = Snapshot(known.stream, known.version, known.head, entry.rules_hash, entry.schema_hash, state)
    await served.app.store.save_snapshot(broken)
    again = await serve(sqlite_url(tmp_path))
    async with again.app:
        assert (await again.app.matches.repository.current(match)).state == known.state


async def test_a_snapshot_is_kept_at_the_end_and_not_of_a_few_events(served: Served) -> None:
    match = await served.started()
    await served.act(ALICE, match, token=await served.token(ALICE, match, "ban"))
    assert await snapshot_of(served, match) is None, "kept too early: the match is running and has few events"
    await served.play_out(match, ALICE, BOB)
    kept = await snapshot_of(served, match)
    assert kept is not None, "not kept, though the match is over"
    assert kept.version == (await served.app.use_cases.matches.get(ALICE, match)).version


async def test_a_snapshot_follows_so_many_versions_after_the_last(served: Served) -> None:
    repository = served.app.matches.repository
    known = await repository.current(await served.started())
    for distance in (199, 200):
        after = repository._snapshot_if_due(replace(known, kept=known.version - distance), over=False)
        assert (after.kept == known.version) == (distance == 200), f"{distance} versions after the last of every 200"
    await repository.flush()


async def snapshot_of(served: Served, match: str) -> Snapshot | None:
    """What was kept of a match, once all is that will be."""
    await served.app.matches.repository.flush()
    entry = served.app.catalogue.entry("envoys")
    return (await served.app.store.load(MATCH_IDS.stream_of(match), entry.rules_hash, entry.schema_hash))[0]


async def test_a_restarted_service_goes_on_from_a_snapshot(served: Served, tmp_path: Path) -> None:
    match = await served.started(options={"rounds": 4})
    for caller in (ALICE, BOB):
        await served.act(caller, match, token=await served.token(caller, match, "send"))
    before = await served.app.use_cases.matches.state(ALICE, match)
    again = await serve(sqlite_url(tmp_path), snapshot_every=10)
    async with again.app:
        assert await again.app.use_cases.matches.state(ALICE, match) == before
        await again.act(ALICE, match, token=await again.token(ALICE, match, "ban"))
        await again.app.matches.repository.flush()
        entry = again.app.catalogue.entry("envoys")
        snapshot, tail = await again.app.store.load(MATCH_IDS.stream_of(match), entry.rules_hash, entry.schema_hash)
        assert snapshot is not None
        assert not tail
        last = await again.app.use_cases.matches.state(BOB, match)
    third = await serve(sqlite_url(tmp_path))
    async with third.app:
        assert await third.app.use_cases.matches.state(BOB, match) == last


async def test_updates_tell_what_was_missed_and_what_happens(served: Served) -> None:
    match = await served.started(deck="owl")
    matches = served.app.use_cases.matches
    missed = (await matches.get(ALICE, match)).version
    updates = matches.updates(BOB, match, after=0)
    seen = []
    async for update in updates:
        if update.kind == "MatchClosed":
            break
        if update.kind != "EventsAppended":
            continue
        payload = msgspec.json.decode(update.payload)
        seen += payload["events"]
        state = await matches.state(BOB, match, at_version=payload["toVersion"])
        assert (payload["stateHash"], payload["headHash"]) == (state.hash, state.head_hash)
        if update.version >= missed and len(seen) == update.version and state.status == "RUNNING":
            await served.act(ALICE, match, action={"type": "concede"})
    page = await matches.events(BOB, match)
    assert seen == msgspec.json.decode(msgspec.json.encode(page.events))


async def test_a_view_is_typed(served: Served) -> None:
    match = await served.open()
    before = await served.app.use_cases.matches.state(ALICE, match)
    assert (before.view, before.table, before.phase) == (None, None, "open")
    running = await served.app.use_cases.matches.state(EVE, await served.started())
    assert type(running.view) is camel_type(View)
    assert running.table is not None
    assert running.table.players[0].zones[0].count == 3


async def test_many_answers_come_as_a_template(served: Served) -> None:
    match = await served.started()
    legal = await served.app.use_cases.matches.legal_actions(ALICE, match, expand=4)
    options = {found.prompt.kind: found for found in legal.prompts}
    assert (len(options["send"].actions), options["send"].templates) == (3, ())
    assert (options["ban"].actions, len(options["ban"].templates)) == ((), 1)


async def test_a_match_of_a_newer_release_is_refused_and_the_others_are_served(served: Served) -> None:
    matches = served.app.use_cases.matches
    newer, other = await served.started(), await served.started()
    known = await served.app.matches.repository.current(newer)
    body = canonical({"actor": "system", "pub": {}})
    event = NewEvent("card_eaten", 1, body, None, known.state.at, link(known.head, body), True)
    await served.app.store.append(known.stream, "match", known.version, [event], Command("newer", "1", b"1"))
    for asked in (matches.get(ALICE, newer), served.act(ALICE, newer, action={"type": "concede"})):
        with pytest.raises(ApiError, match="newer release") as refusal:
            await asked
        assert refusal.value.code == ErrorCode.RELEASE_MISMATCH
    await served.app.projector.catch_up()
    assert (await served.act(ALICE, other, action={"type": "concede"})).match.status == "FINISHED"


async def test_a_remembered_state_is_that_of_its_viewer(served: Served) -> None:
    match = await served.started()
    seen = [await served.app.use_cases.matches.state(caller, match) for caller in (ALICE, BOB, EVE, ALICE, BOB, EVE)]
    assert [state.perspective for state in seen[:3]] == ["seat:0", "seat:1", "spectator"]
    assert seen[:3] == seen[3:]
    assert len({state.hash for state in seen}) == 3
    await served.act(ALICE, match, action={"type": "concede"})
    assert (await served.app.use_cases.matches.state(ALICE, match)).version > seen[0].version


@pytest.mark.answers("getUnplayable")
async def test_a_hand_says_why_it_can_not_be_played_to_its_seat_alone(served: Served) -> None:
    match = await served.started()
    matches = served.app.use_cases.matches
    assert (await matches.unplayable(ALICE, match)).cards == ()
    await served.act(ALICE, match, token=await served.token(ALICE, match, "send"))
    found = await matches.unplayable(ALICE, match)
    hand = (await matches.state(ALICE, match)).view.seats[0].hand
    assert (found.seat, found.version) == (0, (await matches.state(ALICE, match)).version)
    assert {one.card for one in found.cards} == set(hand)
    assert {(one.rule_id, one.message) for one in found.cards} == {("TOY-201", "it is not the time for this")}
    for caller, code in (
        (BOB, ErrorCode.NOT_YOUR_SEAT),
        (EVE, ErrorCode.NOT_YOUR_SEAT),
        (ANONYMOUS, ErrorCode.UNAUTHENTICATED),
    ):
        with pytest.raises(ApiError) as refusal:
            await matches.unplayable(caller, match, 0)
        assert refusal.value.code is code
