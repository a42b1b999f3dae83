"""Which matches are archived, and what happens where the archive, the process or a row fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from uuid import UUID

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from api_schema.errors import ErrorCode
from api_schema.ports.tournaments import TournamentPolicy
from eventstore.retention import archived as rows
from eventstore.store import StoreUnavailable
from eventstore.tables import archived_streams, commands, events
from service.application.ids import MATCH_IDS
from service.cli import app
from service.cli.output import BadInput
from service.history.archive import filing
from service.history.archive.filing import DAY
from service.history.archive.objects import Objects
from service.projections.match_signatures.table import match_signatures
from service.settings import SettingsError
from tests.eventstore.given import whole_log
from tests.history.stories import STORIES, put
from tests.history.tampering import without_triggers
from tests.kit.archived import Services, archive_all, drop_rows, finished, refused
from tests.kit.served import ALICE, BOB, EVE, SECRET, Served
from tests.kit.tournament_desk import hosted

pytestmark = pytest.mark.anyio
NOTE = rows.note


async def due(served: Served) -> set[str]:
    await served.app.projector.catch_up()
    assert served.app.archive.filing is not None
    return {MATCH_IDS.id_of(stream) async for page in served.app.archive.filing.due() for stream in page}


async def noted(served: Served) -> int:
    return (await served.app.store.sql.read(rows.totals)).streams


@pytest.mark.each_store
async def test_a_match_is_due_when_it_has_been_over_for_long_enough(archived: Services) -> None:
    served = await archived.begin(archive_after_days=2)
    over, aborted = await finished(served), await served.open()
    await served.app.matches.play.abort(aborted, "abandoned", served.clock.now + DAY)
    await served.started()
    await served.open()
    assert await due(served) == set()
    served.clock.now += 2 * DAY
    assert await due(served) == {over, aborted}
    assert {outcome.state for outcome in await archive_all(served, 0)} == {"filed"}
    assert await due(served) == set()
    assert await archive_all(served, 5) == []


@pytest.mark.each_store
async def test_a_match_of_a_tournament_stays_until_the_tournament_is_over(archived: Services) -> None:
    served = await archived.begin(archive_after_days=0)
    cup = await hosted(served, 4, policy=TournamentPolicy("SWISS", rounds=1), decks="AFTER_ROUND")
    await cup.start(1)
    await cup.play_round()
    assert await archive_all(served, 1) == []
    await cup.use.finish(cup.organiser, cup.id, served.key())
    await served.app.tournaments.process.look()
    filed = await archive_all(served, 1)
    assert [outcome.state for outcome in filed] == ["filed", "filed"]


async def test_what_strangers_may_not_know_yet_is_not_archived(archived: Services) -> None:
    """Without the times of its events the store could not say how much of a match they may know."""
    served = await archived.begin(archive_after_days=0)
    await finished(served, visibility="open", spectator_delay_ms=600_000)
    assert [outcome.state for outcome in await archive_all(served, 0)] == ["later"]
    served.clock.now += 600_000
    assert [outcome.state for outcome in await archive_all(served, 0)] == ["filed"]


async def test_what_is_not_signed_is_not_archived(archived: Services) -> None:
    served = await archived.begin()
    await finished(served)
    await served.app.projector.catch_up()
    await without_triggers(served.app.store)
    await served.app.store.sql.write(lambda connection: connection.execute(match_signatures.delete()))
    (outcome,) = await archive_all(served)
    assert (outcome.state, outcome.why) == ("later", "it is not signed yet")


async def test_what_was_played_on_meanwhile_keeps_its_rows(archived: Services) -> None:
    """Only what is in the archive to its end leaves with its epoch."""
    served = await archived.begin()
    over, kept = await finished(served), await served.started("owl")
    await archive_all(served)
    assert await drop_rows(served.app.store) == {MATCH_IDS.stream_of(over)}
    await served.play_out(kept, ALICE, BOB)
    later = await archived.begin()
    assert [(await later.app.use_cases.matches.get(ALICE, one)).status for one in (over, kept)] == ["FINISHED"] * 2
    assert [outcome.match for outcome in await archive_all(later)] == [kept]


class Killed(BaseException):
    """The process is gone at that moment."""


@pytest.mark.each_store
@pytest.mark.parametrize("files", [1, 2, 0])
async def test_a_run_that_is_killed_goes_on(archived: Services, files: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first file or both of them; 0: when they were compared, before the row says so."""
    served = await archived.begin()
    for _ in range(2):
        await finished(served)
    whole_put, puts = Objects.put, list[str]()

    async def killing_put(self: Objects, name: str, data: bytes) -> None:
        await whole_put(self, name, data)
        puts.append(name)
        if len(puts) == files:
            raise Killed

    def killing_note(connection: sa.Connection, filed: rows.Filed) -> bool:
        raise Killed

    monkeypatch.setattr(filing, "TOGETHER", 1)
    monkeypatch.setattr(Objects, "put", killing_put)
    monkeypatch.setattr(rows, "note", killing_note)
    with pytest.raises(Killed):
        await archive_all(served)
    monkeypatch.setattr(Objects, "put", whole_put)
    monkeypatch.setattr(rows, "note", NOTE)
    before = archived.files()
    assert (len(before), await noted(served)) == (files or 2, 0)
    assert [outcome.state for outcome in await archive_all(served, 0)] == ["filed", "filed"]
    after = archived.files()
    assert (len(after), await noted(served), await due(served)) == (4, 2, set())
    assert before.items() <= after.items()


async def test_two_runs_at_once_do_the_same(archived: Services) -> None:
    served = await archived.begin()
    for _ in range(3):
        await finished(served)
    await served.app.projector.catch_up()
    served.clock.now += 365 * DAY
    await asyncio.gather(archive_all(served, 0), archive_all(served, 0))
    assert (await noted(served), len(archived.files())) == (3, 6)


def _without_private(stream: UUID) -> sa.Update:
    return events.update().where(events.c.stream_id == stream, events.c.private.is_not(None)).values(private=None)


def _without_an_end(stream: UUID) -> sa.Update:
    last = sa.select(sa.func.max(commands.c.last_version)).where(commands.c.stream_id == stream).scalar_subquery()
    return events.update().where(events.c.stream_id == stream, events.c.version == last).values(batch_end=False)


def _without_a_command(stream: UUID) -> sa.Delete:
    return commands.delete().where(commands.c.stream_id == stream, commands.c.first_version > 2)


@pytest.mark.each_store
@pytest.mark.parametrize("change", [_without_private, _without_an_end, _without_a_command])
async def test_what_was_changed_behind_the_stores_back_is_not_archived(
    archived: Services, change: Callable[[UUID], sa.Executable]
) -> None:
    """A run says so, and goes on with the others."""
    served = await archived.begin()
    bad, good = await finished(served), await finished(served)
    await served.app.projector.catch_up()
    await without_triggers(served.app.store)
    changed = change(MATCH_IDS.stream_of(bad))
    await served.app.store.sql.write(lambda connection: connection.execute(changed))
    later = await archived.begin()
    states = {outcome.match: outcome.state for outcome in await archive_all(later)}
    assert states == {bad: "failed", good: "filed"}
    assert await noted(later) == 1


@pytest.mark.each_store
async def test_a_lost_or_damaged_file_is_never_taken_for_no_match(archived: Services) -> None:
    served = await archived.begin()
    match, other = await finished(served), await finished(served)
    await archive_all(served)
    await drop_rows(served.app.store)
    files = [path for path in archived.files() if match in path.name]
    whole = {path: path.read_bytes() for path in files}
    for damage in (None, b"", b"not gzip", bytes(whole[files[0]][:-20])):
        for path in files:
            path.unlink() if damage is None else path.write_bytes(damage)
        later = await archived.begin()
        matches = later.app.use_cases.matches
        assert await refused(matches.get(ALICE, match)) == ErrorCode.UNAVAILABLE
        assert await refused(matches.events(ALICE, match)) == ErrorCode.UNAVAILABLE
        with pytest.raises(StoreUnavailable):
            await whole_log(later.app.store)
        assert (await matches.get(ALICE, other)).status == "FINISHED"
        wrong = {one async for one, why in later.app.archive.checker.check() if why is not None}
        assert wrong == {match}
    for path, data in whole.items():
        path.write_bytes(data)
    assert (await matches.get(ALICE, match)).status == "FINISHED"


async def test_the_file_of_one_match_does_not_stand_in_for_another(archived: Services) -> None:
    """Somebody who writes to the bucket and to the row, but not to the stream."""
    served = await archived.begin()
    match, other = await finished(served), await finished(served)
    await archive_all(served)
    await drop_rows(served.app.store)

    def swap(connection: sa.Connection) -> None:
        found = rows.find(connection, MATCH_IDS.stream_of(other))
        assert found is not None
        own = archived_streams.c.stream_id == MATCH_IDS.stream_of(match)
        connection.execute(archived_streams.update().where(own).values(object=found.object))

    await served.app.store.sql.write(swap)
    later = await archived.begin()
    assert await refused(later.app.use_cases.matches.get(ALICE, match)) == ErrorCode.UNAVAILABLE


@pytest.mark.each_store
async def test_what_is_remembered_is_of_the_history_that_the_stream_has(archived: Services) -> None:
    """A failover may take its end away, and with it that it was archived; then it ends in another way."""
    served = await archived.begin()
    match = MATCH_IDS.stream_of(await finished(served))
    await archive_all(served)
    await drop_rows(served.app.store)
    assert await served.app.store.read(match)
    other = archived_streams.update().values(object=sa.func.replace(archived_streams.c.object, "mt_", "other_"))
    await served.app.store.sql.write(lambda connection: connection.execute(other))
    with pytest.raises(StoreUnavailable):
        await served.app.store.read(match)


async def test_without_an_archive_what_is_there_is_unavailable(archived: Services) -> None:
    served = await archived.begin()
    match, kept = await finished(served), await served.started()
    await archive_all(served)
    await drop_rows(served.app.store)
    later = await archived.begin(archive_url=None)
    assert await refused(later.app.use_cases.matches.get(ALICE, match)) == ErrorCode.UNAVAILABLE
    assert (await later.app.use_cases.matches.get(ALICE, kept)).status == "RUNNING"
    assert later.app.archive.filing is None


async def test_all_who_ask_at_once_share_one_fetch(archived: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    served = await archived.begin()
    match = await finished(served, visibility="open")
    await archive_all(served)
    await drop_rows(served.app.store)
    later = await archived.begin()
    got, get = [], Objects.get

    async def counted(self: Objects, name: str) -> bytes:
        got.append(name)
        return await get(self, name)

    monkeypatch.setattr(Objects, "get", counted)
    stream = MATCH_IDS.stream_of(match)
    await asyncio.gather(*(later.app.store.read(stream, after) for after in range(20)))
    for caller in (ALICE, BOB, EVE):
        await later.app.use_cases.matches.get(caller, match)
    assert len(got) == 1


def test_an_address_that_makes_no_sense_is_refused_in_one_line() -> None:
    for url in ("nonsense", "ftp://bucket/prefix", "s3://", "http://bucket"):
        with pytest.raises(SettingsError, match="PLAYLEDGER_ARCHIVE_URL"):
            Objects.open(url)


async def test_the_command_line_archives_checks_and_tells(
    archived: Services, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = await archived.begin()
    for story in ("aborted", "conceded"):
        await put(served, STORIES[story]())
    await served.app.projector.catch_up()
    await archived.stop()
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    monkeypatch.setenv("PLAYLEDGER_ARCHIVE_URL", archived.folder.as_uri())

    def ran(*arguments: str, code: int = 0) -> str:
        result = CliRunner().invoke(app, ["archive", *arguments, "--store", url], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result.stdout

    async def run(*arguments: str, code: int = 0) -> str:
        return await asyncio.to_thread(ran, *arguments, code=code)

    assert json.loads(await run("status", "--json")) == {"archived": 0, "bytes": 0, "due": 2}
    for wrong in ("3/2", "0/2", "1", "a/b", "1/65"):
        with pytest.raises(BadInput, match="K/N"):
            await run("run", "--part", wrong)
    assert "archived 1 matches" in await run("run", "--most", "1", "--part", "1/1")
    assert "archived 1 matches" in await run("run")
    assert "archived 0 matches" in await run("run")
    size = sum(len(data) for data in archived.files().values())
    assert json.loads(await run("status", "--json")) == {"archived": 2, "bytes": size, "due": 0}
    assert "checked 2 matches, 0 lost" in await run("check")
    next(iter(archived.files())).unlink()
    assert len(json.loads(await run("check", "--json", code=1))["wrong"]) == 1
