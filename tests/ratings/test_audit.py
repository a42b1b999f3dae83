"""Ladders are audited where they are stored: what was changed behind the service is found, by its first fault."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api_schema.errors import ApiError
from domain.tournament.ladder import CountedGame, Finished, Ladder, rate_round
from eventstore.chain import GENESIS
from eventstore.envelope import Command
from service.application.ids import LADDER_IDS, ladder_stream
from service.application.sealing import Cause, seal
from service.cli import app as cli
from service.history.ladder_audit import LadderAuditor
from tests.kit.rated import Tournament
from tests.kit.served import SECRET, Served, serve
from tests.ratings.given import board, rate
from tests.toy_game import GAME

pytestmark = pytest.mark.anyio
FOUR = ("ana", "ben", "cem", "dea")


async def test_a_ladder_as_it_was_written_holds(served: Served) -> None:
    await Tournament(served.app.store, "one").held(*FOUR)
    await Tournament(served.app.store, "two").held(*FOUR)
    await rate(served)
    auditor = LadderAuditor(served.app.store)
    ladder = (await board(served.app)).ladder
    assert ladder is not None
    assert [one async for one in auditor.ladders()] == [ladder.id]
    report = await auditor.audit(ladder.id)
    assert (report.faults, report.tournaments, report.games) == ((), 2, ladder.games)
    for unknown in ("lb_x", "lb_" + "a" * 26, LADDER_IDS.id_of(ladder_stream(GAME.slug, "1999"))):
        with pytest.raises(ApiError, match="there is no ladder"):
            await auditor.audit(unknown)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("UPDATE events SET body = replace(body, '\"round\":1', '\"round\":2') WHERE version = 3", "HASH_DIFFERS"),
        ("UPDATE events SET body = replace(body, '\"pub\"', 'pub') WHERE version = 3", "UNREADABLE"),
        ("UPDATE events SET type = 'gift' WHERE version = 1", "LADDER_DIFFERS"),
        ("UPDATE events SET schema = 2 WHERE version = 3", "HASH_DIFFERS"),
        ("UPDATE events SET body = replace(body, '\"v\":3', '\"v\":4') WHERE version = 3", "ROW_DIFFERS"),
        ("DELETE FROM events WHERE version = 3", "VERSION_GAP"),
    ],
)
async def test_what_was_changed_in_the_store_is_found(
    served: Served, url: str, tmp_path: Path, change: str, code: str
) -> None:
    await Tournament(served.app.store, "one").held(*FOUR)
    await rate(served)
    name, stream = LADDER_IDS.id_of(ladder_stream(GAME.slug, "2026")), ladder_stream(GAME.slug, "2026")
    with closing(sqlite3.connect(tmp_path / "test.db")) as database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        done = database.execute(f"{change} AND stream_id = ?", (stream.hex,))
        assert done.rowcount == 1
        database.commit()
    again = await serve(url)
    report = await LadderAuditor(again.app.store).audit(name)
    await again.app.stop()
    assert [fault.code for fault in report.faults] == [code]


async def test_a_ladder_that_rates_other_games_than_were_played_is_found(served: Served) -> None:
    """It is sound in itself: only the tournament tells otherwise."""
    played = await Tournament(served.app.store, "one").held(*FOUR)
    for number, name in enumerate([played.id, "tn_nothing"]):
        season = f"made up {number}"
        game = CountedGame(1, 1, 1, "mt_made_up", (("ld_dea",), ("ld_ana",)))
        finished = Finished(name, GAME.slug, season, played.state.version, played.head.hex(), 1, (game,))
        stream = ladder_stream(GAME.slug, season)
        decision = rate_round(Ladder(), LADDER_IDS.id_of(stream), finished, 1, 5)
        events = seal(decision, LADDER_IDS.id_of(stream), b"", GENESIS, 1, Cause("system", "made up"))
        await served.app.store.append(stream, LADDER_IDS.kind, 0, events, Command("test", "made up", b""))
        report = await LadderAuditor(served.app.store).audit(LADDER_IDS.id_of(stream))
        assert [(fault.code, fault.path) for fault in report.faults] == [("TOURNAMENT_DIFFERS", ("3",))]


async def test_the_command_audits_a_ladder_and_everything(served: Served, url: str) -> None:
    await Tournament(served.app.store, "one").held(*FOUR)
    await rate(served)
    name = LADDER_IDS.id_of(ladder_stream(GAME.slug, "2026"))

    async def audited(*words: str) -> Any:
        key = {"PLAYLEDGER_SECRET_KEY": SECRET}
        run = partial(CliRunner().invoke, cli, ["audit", *words, "--store", url], env=key)
        return await asyncio.to_thread(run)

    told = await audited(name)
    assert (told.exit_code, "every rating follows" in told.output) == (0, True)
    told = await audited("--all")
    assert "0 matches and 1 tournaments and 1 ladders" in told.output
