"""Matches that are archived and whose rows are gone answer as before, over the same addresses; on both stores."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from api_schema.errors import ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import ActInput, CreateMatch, ForkMatch
from eventstore import chain
from eventstore.envelope import Command, NewEvent, StoredEvent
from eventstore.read_models import projections
from eventstore.shards import shard_of
from eventstore.store import KeyReused, OtherHistory, StreamClosed
from service.application.ids import MATCH_IDS
from service.history.archive.files import REPLAY, ObjectLost
from service.history.archive.filing import DAY, Part
from service.history.archive.objects import Objects
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.sources import FileSource
from tests.history.stories import STORIES, put
from tests.kit.archived import Services, archive_all, drop_rows, finished, refused
from tests.kit.kept import held
from tests.kit.recorded import CATALOGUE
from tests.kit.served import ALICE, BOB, EVE, PAYER, Served
from tests.service.test_rebuild import by_chance, some_matches, tournaments
from tests.toy_game import GAME

pytestmark = [pytest.mark.anyio, pytest.mark.each_store]
VIEWERS = (ALICE, BOB, EVE)


async def told(served: Served, match: str, caller: Caller) -> dict[str, Any]:
    """All that a caller can read of a match."""
    matches, history = served.app.use_cases.matches, served.app.use_cases.history
    found = await matches.get(caller, match)
    replay = await history.replay(caller, match)
    frames = await matches.frames(caller, match)
    return {
        "match": found,
        "states": [await matches.state(caller, match, at_version=at) for at in range(1, found.version + 1)],
        "events": await matches.events(caller, match),
        "page": await matches.events(caller, match, after=3, first=2),
        "replay": [line async for line in replay.lines],
        "rest": [line async for line in (await history.replay(caller, match, after=4)).lines],
        "signed": replay.signed_by,
        "frames": [frame async for frame in frames.frames],
        "audit": await history.audit(caller, match, PAYER),
        "listed": await matches.find(caller, first=50),
    }


@pytest.mark.answers("getMatch")
async def test_a_match_answers_as_before_when_its_rows_are_gone(archived: Services) -> None:
    served = await archived.begin()
    matches = [await finished(served, visibility="open"), await finished(served, reveal="PARTICIPANTS")]
    kept = await served.started()
    assert {outcome.state for outcome in await archive_all(served)} == {"filed"}
    before = [await told(served, match, caller) for match in matches for caller in VIEWERS]
    gone = await drop_rows(served.app.store)
    assert {MATCH_IDS.id_of(stream) for stream in gone} == set(matches)
    later = await archived.begin()
    assert [await told(later, match, caller) for match in matches for caller in VIEWERS] == before
    assert all(one["audit"].ok for one in before)
    assert (await later.app.use_cases.matches.get(ALICE, kept)).status == "RUNNING"
    report = await later.app.history.auditor.audit(matches[0], {later.app.signer.current.id})
    assert [level.status for level in report.levels] == ["ok"] * 6, report.bad


async def test_what_was_known_before_the_rows_went_is_known_after(archived: Services) -> None:
    """The process that has the match in memory goes on, and does not take it for another history."""
    served = await archived.begin()
    match = await finished(served)
    before = await told(served, match, ALICE)
    await archive_all(served)
    await drop_rows(served.app.store)
    after = await told(served, match, ALICE)
    assert {name: after[name] for name in after if name != "listed"} == {
        name: before[name] for name in before if name != "listed"
    }
    stream, store = MATCH_IDS.stream_of(match), served.app.store
    with pytest.raises(OtherHistory):
        await store.read(stream, 3, head=b"another one")
    whole = await store.read(stream)
    assert await store.read(stream, 3, 2, head=whole[2].hash) == whole[3:5]
    with pytest.raises(OtherHistory):
        await store.read(stream, len(whole) + 1, head=whole[-1].hash)


async def test_a_fork_goes_on_from_an_archived_match(archived: Services) -> None:
    served = await archived.begin()
    match = await finished(served, visibility="open")
    await archive_all(served)
    await drop_rows(served.app.store)
    later = await archived.begin()
    history = await later.app.store.read(MATCH_IDS.stream_of(match))
    ends = [event.version for event in history if event.batch_end]
    fork, _ = await later.app.use_cases.matches.fork(ALICE, match, "fork", ForkMatch(ends[3]))
    copied = await later.app.store.read(MATCH_IDS.stream_of(fork.id))
    assert [event.type for event in copied[:4]] == [event.type for event in history[:4]]
    assert chain.first_broken(copied) is None


async def test_a_command_sent_again_answers_as_the_first_time(archived: Services) -> None:
    served = await archived.begin()
    order = CreateMatch(GAME.slug, 2)
    created, _, _ = await served.app.use_cases.matches.create(ALICE, "make", order)
    match = created.id
    await served.sit(ALICE, match)
    await served.sit(BOB, match)
    last = ActInput(idempotency_key="last", action={"type": "concede"})
    first = await (await served.app.use_cases.matches.act(ALICE, match, last)).whole()
    await archive_all(served)
    await drop_rows(served.app.store)
    later = (await archived.begin()).app
    again = await (await later.use_cases.matches.act(ALICE, match, last)).whole()
    assert (again.version, again.events, again.replayed) == (first.version, first.events, True)
    made, replayed, _ = await later.use_cases.matches.create(ALICE, "make", order)
    assert (made.id, replayed) == (match, True)
    other = ActInput(idempotency_key="last", action={"type": "pass"})
    assert await refused(later.use_cases.matches.act(ALICE, match, other)) == ErrorCode.KEY_REUSED
    fresh = ActInput(idempotency_key="fresh", action={"type": "concede"})
    assert await refused(later.use_cases.matches.act(ALICE, match, fresh)) == ErrorCode.MATCH_OVER


async def test_the_store_refuses_what_a_closed_stream_refuses(archived: Services) -> None:
    served = await archived.begin()
    match = await finished(served)
    await archive_all(served)
    await drop_rows(served.app.store)
    stream, store = MATCH_IDS.stream_of(match), served.app.store
    whole = await store.read(stream)
    caused = (await served.app.archive.archive.commands(stream))[-1]
    known = Command(caused.caller, caused.command, bytes.fromhex(caused.fingerprint))
    new = [event_like(whole[-1])]
    done = await store.append(stream, MATCH_IDS.kind, len(whole), new, known)
    assert (done.first_version, done.last_version, done.head_hash, done.replayed) == (
        caused.first,
        len(whole),
        whole[-1].hash,
        True,
    )
    with pytest.raises(StreamClosed):
        await store.append(stream, MATCH_IDS.kind, len(whole), new, Command("somebody", "else", b""))
    with pytest.raises(KeyReused) as reused:
        await store.find_command(stream, Command(caused.caller, caused.command, b"other"))
    assert reused.value.first_used_at == whole[caused.first - 1].at
    assert await store.find_command(stream, Command("somebody", "else", b"")) is None


def event_like(event: StoredEvent) -> NewEvent:
    return NewEvent(event.type, event.schema, event.body, event.private, event.at, event.hash, event.batch_end)


@pytest.mark.parametrize("story", STORIES)
async def test_the_files_of_a_match_say_all_that_its_rows_said(archived: Services, story: str) -> None:
    served = await archived.begin()
    recorded = STORIES[story]()
    await put(served, recorded)
    await served.app.projector.catch_up()
    outcomes = await archive_all(served)
    assert [outcome.state for outcome in outcomes] == ["filed"], outcomes
    await drop_rows(served.app.store)
    assert await served.app.store.read(recorded.stream) == recorded.events
    (file,) = (path for path in archived.files() if path.name.endswith(REPLAY))
    report = verify(FileSource(file), CATALOGUE, VerifyRequest(keys={served.app.signer.current.id}))
    assert report.ok, report.bad
    assert (await served.app.history.auditor.audit(recorded.match)).ok


async def test_runs_of_all_parts_archive_everything_once(archived: Services) -> None:
    served = await archived.begin()
    over = [await finished(served) for _ in range(5)]
    await served.app.projector.catch_up()
    served.clock.now += 365 * DAY
    filing = served.app.archive.filing
    assert filing is not None
    found = [{outcome.match async for outcome in filing.run(part=Part(number, 3))} for number in (1, 2, 3)]
    assert sorted(match for part in found for match in part) == sorted(over)
    for number, part in enumerate(found):
        assert {shard_of(MATCH_IDS.stream_of(match)) % 3 for match in part} <= {number}


async def test_a_rebuild_from_log_and_archive_gives_what_was_there(
    archived: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = await archived.begin(archive_after_days=0, archive_cache_mb=0)
    await some_matches(served)
    await tournaments(served)
    await by_chance(served)
    for reveal in ("ALL", "PARTICIPANTS"):
        await finished(served, visibility="open", reveal=reveal)
    await served.app.projector.catch_up()
    tables = [table for book in served.app.projector.projections for table in book.tables]
    before = await held(served.app.store, tables)
    filed = [outcome for outcome in await archive_all(served, 0) if outcome.state == "filed"]
    assert len(filed) > 5
    assert len(await drop_rows(served.app.store)) == len(filed)
    monkeypatch.setattr(projections, "BATCH", 17)
    later = await archived.begin(archive_cache_mb=0)
    await later.app.projector.rebuild(*later.app.projector.projections)
    assert await held(later.app.store, tables) == before


async def test_an_erased_person_leaves_the_archive_as_it_is(archived: Services) -> None:
    served = await archived.begin()
    ada, _ = await served.account("Ada Lovelace")
    match = await served.open()
    await served.sit(ada, match)
    await served.sit(BOB, match)
    await served.act(ada, match, action={"type": "concede"})
    await archive_all(served)
    await drop_rows(served.app.store)
    files = archived.files()
    shown = await served.app.use_cases.matches.get(EVE, match)
    assert shown.seats[0].name == "Ada Lovelace"
    await served.app.use_cases.accounts.erase(ada, "ERASE")
    later = await archived.begin()
    shown = await later.app.use_cases.matches.get(EVE, match)
    assert [seat.name for seat in shown.seats] == [None, None]
    assert archived.files() == files
    assert (await later.app.use_cases.history.audit(EVE, match, PAYER)).ok
    assert not [path for path, data in files.items() if b"Lovelace" in gzip.decompress(data)]


async def test_an_object_that_is_not_there_is_lost(tmp_path: Path) -> None:
    objects = Objects.open((tmp_path / "of its own").as_uri())
    with pytest.raises(ObjectLost):
        await objects.get("matches/00/none")
    await objects.put("matches/00/one", b"whole")
    await objects.put("matches/00/one", b"whole")
    assert await objects.get("matches/00/one") == b"whole"
