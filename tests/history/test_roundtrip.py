"""Matches leave a store as files, are verified, and come back into another store byte by byte."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.kernel.audience import FULL, SPECTATOR, seat
from service.bootstrap import Playledger
from service.history.importer import ImportRefused
from service.history.verify.report import Unreadable, VerifyReport
from tests.history.conftest import NewService
from tests.history.files import GOING_ON, INTACT, REDACTED, all_hold, events, exported, levels, report, rows
from tests.history.stories import STORIES, put, seats_change
from tests.kernel import plain_fairness as plain
from tests.kit.lanes import sampled
from tests.kit.recorded import Recorded, Scribe
from tests.kit.served import ALICE, BOB, EVE, Served
from tests.toy_game import GAME as TOY

pytestmark = [pytest.mark.anyio, pytest.mark.long]


async def imported(app: Playledger, folder: Path, data: bytes) -> str:
    file = folder / "full.playledger.ndjson"
    file.write_bytes(data)
    return await app.history.importer.file(file)


async def audited(app: Playledger, match: str) -> VerifyReport:
    return await app.history.auditor.audit(match)


@pytest.mark.parametrize("story", STORIES)
async def test_a_history_goes_around_and_stays_the_same(new_service: NewService, tmp_path: Path, story: str) -> None:
    first, second = await new_service(), await new_service()
    recorded = STORIES[story]()
    await put(first, recorded)
    files = await exported(first.app, recorded.match)
    if story == "revealed to participants":
        assert levels(files[SPECTATOR], files[FULL]) == GOING_ON
        del files[SPECTATOR]
    head = all_hold(files, REDACTED)
    assert head == recorded.head.hex()
    assert await imported(second.app, tmp_path, files[FULL]) == "imported"
    again = await exported(second.app, recorded.match, files)
    assert again == files
    assert await imported(second.app, tmp_path, files[FULL]) == "known"
    assert await imported(first.app, tmp_path, files[FULL]) == "known"
    for service in (first, second):
        audit = await audited(service.app, recorded.match)
        assert [level.status for level in audit.levels] == ["ok"] * 6, audit.bad
        assert audit.head == head
        await service.app.projector.catch_up()
        assert (await audited(service.app, recorded.match)).ok
        found = await service.app.use_cases.matches.get(EVE, recorded.match)
        assert (found.head_hash, found.version) == (head, recorded.state.version)


async def played(served: Served) -> str:
    """Through the use cases: a seat changes hands, seeds, a time-out, a concession."""
    match = await served.open(reveal="PARTICIPANTS", seats=3, decision_ms=60_000, options={"rounds": 4})
    await served.sit(EVE, match, seat=0, seed="01d5eed", deck="owl")
    await served.app.use_cases.matches.leave(EVE, match, 0, served.key())
    await served.sit(ALICE, match, seat=0, seed="5eed", deck="owl")
    await served.sit(BOB, match, seat=1)
    await served.sit(EVE, match, seat=2, seed="e4e")
    state = (await served.app.matches.repository.current(match)).state
    prompt = next(prompt for prompt in state.prompts.values() if prompt.deadline is not None)
    assert prompt.deadline is not None
    await served.app.projector.catch_up()
    served.clock.now = prompt.deadline + 60_000
    await served.app.clocks.tick()
    await served.act(EVE, match, action={"type": "concede"})
    await served.play_out(match, ALICE, BOB)
    return match


@pytest.mark.each_store
async def test_a_match_played_through_the_service_goes_around(new_service: NewService, tmp_path: Path) -> None:
    first, second = await new_service(), await new_service()
    match = await played(first)
    files = await exported(first.app, match)
    told = {event["type"] for event in events(files[FULL])}
    assert {"seat_left", "seed_added", "conceded", "sealed"} <= told
    assert b'"actor":"clock"' in files[FULL]
    assert b'"actor":"clock"' not in files[SPECTATOR]
    spectator = files.pop(SPECTATOR)
    assert all_hold(files, REDACTED) == report(spectator).head
    assert await imported(second.app, tmp_path, files[FULL]) == "imported"
    assert await exported(second.app, match, files) == files
    assert (await audited(first.app, match)).ok
    assert (await audited(second.app, match)).ok


@pytest.mark.each_store
async def test_the_seed_is_open_to_those_it_is_revealed_to(new_service: NewService) -> None:
    service = await new_service()
    recorded = STORIES["revealed to participants"]()
    await put(service, recorded)
    files = await exported(service.app, recorded.match)
    seeds = {viewer: rows(data)[-1]["seed"] for viewer, data in files.items()}
    known = recorded.seed.hex()
    assert seeds == {FULL: known, SPECTATOR: None, seat(0): known, seat(1): known}
    assert known.encode() not in files[SPECTATOR]
    (skipped,) = [level for level in report(files[SPECTATOR]).levels if level.level == "L3"]
    assert (skipped.status, skipped.message) == ("skipped", "the seed is not revealed in this record")
    assert levels(files[seat(0)])["L3"] == "ok"
    assert levels(files[FULL]) == INTACT


async def test_who_sat_there_before_keeps_secrets_from_who_sits_there_now(new_service: NewService) -> None:
    service = await new_service()
    recorded = STORIES["toy"]()
    await put(service, recorded)
    files = await exported(service.app, recorded.match)
    assert b"0ld5eed" in files[FULL]
    assert b"0ld5eed" not in files[seat(0)]
    mine = [event for event in events(files[seat(0)]) if event["type"] == "seed_added" and event["pub"]["seat"] == 0]
    assert [list(event["prv"][0]) for event in mine] == [["commit", "to"], ["data", "salt", "to"]]


def stops(recorded: Recorded, random: Random) -> Iterator[Recorded]:
    """The match at some moments before its end, the lobby included."""
    whole = len(recorded.batches)
    for batches in sorted({1, 2, 4, *random.sample(range(5, whole), min(6, whole - 5))}):
        yield recorded.until(batches)


@pytest.mark.parametrize("slug", ["c4", TOY.slug])
@pytest.mark.parametrize("number", sampled(range(3), keep=1))
def test_a_match_that_goes_on_is_verified_by_everybody_and_opens_its_commitments_in_the_end(
    slug: str, number: int
) -> None:
    recorded = seats_change(Scribe(slug, f"mid {number}", 2 + number % 2)).play().recorded
    opened = {(event["v"], part["to"]): part for event in events(recorded.file()) for part in event["prv"]}
    committed = 0
    for moment in stops(recorded, Random(f"{slug} {number}")):
        files = {viewer: moment.file(viewer) for viewer in (FULL, SPECTATOR, seat(0), seat(1))}
        assert all_hold(files, GOING_ON) == moment.head.hex()
        for viewer in (SPECTATOR, seat(0), seat(1)):
            for event in events(files[viewer]):
                for part in event["prv"]:
                    if "commit" in part:
                        (known,) = [opened[at, to] for at, to in opened if at == event["v"] and to_same(part, to)]
                        assert part["commit"] == plain.private_commitment(bytes.fromhex(known["salt"]), known["data"])
                        committed += 1
    assert committed > 100


def to_same(part: dict[str, str], audience: str) -> bool:
    """Whether the closed part can be for this audience: a sealed one doesn't say, and is the only one."""
    return part["to"] in ("sealed", audience)


def damaged(data: bytes) -> bytes:
    return data.replace(b'"version":', b'"versiom":', 1) if b'"version":' in data else data[:-1]


def finished() -> Recorded:
    return Scribe(TOY.slug, "finished", 2).join_all().play().recorded


REFUSED = {
    "redacted": (lambda: finished().file(SPECTATOR), "only a full record can be imported"),
    "a seat's": (lambda: finished().file(seat(1)), "only a full record can be imported"),
    "running": (lambda: finished().until(6).file(), "the match is running"),
    "open": (lambda: finished().until(2).file(), "the match is open"),
    "damaged": (lambda: damaged(finished().file()), "L0 failed"),
    "cut off": (lambda: b"".join(finished().file().splitlines(keepends=True)[:-1]), "L0 failed"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_what_is_no_whole_history_is_not_imported(new_service: NewService, tmp_path: Path, case: str) -> None:
    make, words = REFUSED[case]
    service = await new_service()
    with pytest.raises(ImportRefused, match=words):
        await imported(service.app, tmp_path, make())
    assert [match async for match in service.app.history.auditor.matches()] == []


async def test_junk_is_not_imported(new_service: NewService, tmp_path: Path) -> None:
    service = await new_service()
    for junk in (b"", b"\x00\xff" * 99, b"{}\n", gzip.compress(finished().file())[:-30]):
        with pytest.raises(Unreadable):
            await imported(service.app, tmp_path, junk)


def other_history(recorded: Recorded) -> Recorded:
    """The same match from the same seed, played otherwise, and as true."""
    other = Scribe(TOY.slug, "finished", 2).join_all()
    other.random = Random("otherwise")
    played = other.play().recorded
    assert played.match == recorded.match
    assert played.head != recorded.head
    assert levels(played.file()) == INTACT
    return played


@pytest.mark.parametrize("before", ["played", "running", "imported"])
async def test_another_history_of_a_known_match_is_refused(
    new_service: NewService, tmp_path: Path, before: str
) -> None:
    service = await new_service()
    recorded = finished()
    if before == "imported":
        await imported(service.app, tmp_path, recorded.file())
    else:
        await put(service, recorded if before == "played" else recorded.until(7))
    with pytest.raises(ImportRefused, match=f"the store has {recorded.match} already, with another history"):
        await imported(service.app, tmp_path, other_history(recorded).file())
    if before == "running":
        with pytest.raises(ImportRefused, match="with another history"):
            await imported(service.app, tmp_path, recorded.file())
    assert (await audited(service.app, recorded.match)).ok
