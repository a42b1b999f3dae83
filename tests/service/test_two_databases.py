"""A service whose streams lie in two databases: what is played, what follows from it, and a database that is away."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest
from sqlalchemy import Table

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.matches import MatchFilter
from api_schema.ports.tournaments import TournamentPolicy
from api_schema.ports.webhooks import CreateWebhook
from eventstore.shards import shard_of
from eventstore.store import StoreUnsuited
from service.application.ids import MATCH_IDS
from service.cli.store_checks import audited
from tests.kit.kept import held
from tests.kit.served import ALICE, BOB, EVE, Served, serve
from tests.kit.shard_databases import Second, second
from tests.kit.tournament_desk import hosted
from tests.kit.waiting import PATIENCE, until
from tests.ratings.given import rate

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]


@pytest.fixture
def away(shard_databases: str) -> Iterator[Second]:
    with second(shard_databases) as found:
        yield found


@pytest.fixture
async def served(service_database_url: str, away: Second) -> AsyncIterator[Served]:
    service = await serve(service_database_url, database_shards=away.setting, webhook_allow_private=True)
    yield service
    await service.app.stop()


async def contents(served: Served) -> dict[str, list[tuple[Any, ...]]]:
    tables: list[Table] = [table for book in served.app.projector.projections for table in book.tables]
    return await held(served.app.store, tables)


def is_there(match: str) -> bool:
    """Whether a match lies in the second database."""
    return shard_of(MATCH_IDS.stream_of(match)) >= 32


async def started(served: Served, *, there: bool) -> str:
    """A running match in one of the databases."""
    while is_there(match := await served.open(visibility="open")) != there:
        pass
    for caller in (ALICE, BOB):
        await served.sit(caller, match)
    return match


async def played_in_both(served: Served) -> None:
    """Matches in both databases, two tournaments in each at least, one of them over and rated."""
    for there in (False, True):
        await served.play_out(await started(served, there=there), ALICE, BOB)
        await started(served, there=there)
    cup = await hosted(served, 4, policy=TournamentPolicy("SWISS", rounds=2), decks="AFTER_ROUND")
    for number in (1, 2):
        await cup.start(number)
        await cup.play_round()
    await cup.use.finish(cup.organiser, cup.id, served.key())
    await rate(served)
    for _ in range(4):
        await (await hosted(served, 3)).start(1)


async def test_what_is_played_in_two_databases_is_one_service(served: Served, service_database_url: str) -> None:
    """Read models are what a rebuild makes of both logs, every chain holds, and each event is where it belongs."""
    await played_in_both(served)
    await served.app.projector.catch_up()
    before = await contents(served)
    assert {is_there(MATCH_IDS.id_of(row[0])) for row in before["match_list"]} == {False, True}
    assert {is_there(MATCH_IDS.id_of(row[0])) for row in before["tournament_list"]} == {False, True}
    assert before["leaderboard"]
    later = await serve(service_database_url, database_shards=served.app.settings.database_shards)
    for book in later.app.projector.projections:
        await later.app.projector.rebuild(book)
    assert await contents(later) == before
    reports, lost = await audited(later.app, None, None)
    assert lost == 0
    assert len(reports) > len(before["match_list"])
    assert {name: report for name, report in reports.items() if not report.ok} == {}
    await later.app.stop()


async def test_a_webhook_begins_at_the_end_of_both_logs(served: Served) -> None:
    """It follows a tournament wherever that lies, and is told of what comes in either database."""
    await served.play_out(await started(served, there=True), ALICE, BOB)
    await served.app.projector.catch_up()
    caller, _ = await served.account("Ada")
    manager = msgspec.structs.replace(caller, scopes=caller.scopes | {"webhook:manage"})
    cups = [(await hosted(served, 3)).id for _ in range(4)]
    for tournament in (None, *cups):
        request = CreateWebhook("http://127.0.0.1:9/", ("match.finished",), None, tournament, "PUBLIC")
        made = await served.app.use_cases.webhooks.create(manager, request)
        assert made.webhook.status == "ACTIVE"


async def test_a_database_that_is_away_takes_its_own_streams_alone(served: Served, away: Second) -> None:
    """The others go on, with their read models. What was acknowledged is there when it is back, and nothing twice."""
    here, there = await started(served, there=False), await started(served, there=True)
    await served.app.start()
    try:
        await until_listed(served, {here, there}, "RUNNING")
        away.link.cut()
        with pytest.raises(ApiError) as refused:
            await served.play_out(there, ALICE, BOB)
        assert refused.value.code is ErrorCode.UNAVAILABLE
        await served.play_out(here, ALICE, BOB)
        await until_listed(served, {here}, "FINISHED")
        await until_ready(served, "degraded")
        ready = await served.app.use_cases.health.ready()
        assert "shards 32-63" in ready.store.says
        assert await metric(served, "playledger_shards_away") == 32
        away.link.flow()
        await served.play_out(there, ALICE, BOB)
        await until_listed(served, {here, there}, "FINISHED")
        await until_ready(served, "ok")
        served.app.metrics._sampler._taken = None
        assert await metric(served, "playledger_shards_away") == 0
    finally:
        await served.app.projector.stop()
    await served.app.projector.catch_up()
    before = await contents(served)
    for book in served.app.projector.projections:
        await served.app.projector.rebuild(book)
    assert await contents(served) == before


async def until_listed(served: Served, matches: set[str], status: Literal["RUNNING", "FINISHED"]) -> None:
    async def listed() -> bool:
        found = await served.app.use_cases.matches.find(EVE, first=100, wanted=MatchFilter(status=(status,)))
        return matches <= {match.id for match in found.matches}

    await until(listed)


async def metric(served: Served, name: str) -> float:
    lines = (await served.app.metrics.text()).decode().splitlines()
    (line,) = [line for line in lines if line.startswith(f"{name} ")]
    return float(line.split()[1])


async def until_ready(served: Served, status: str) -> None:
    async def said() -> bool:
        return (await served.app.use_cases.health.ready()).store.status == status

    await until(said)


async def test_other_shards_than_before_are_refused(served: Served, service_database_url: str) -> None:
    for setting in ("", served.app.settings.database_shards.replace("32-63", "33-63")):
        with pytest.raises(StoreUnsuited, match="has the shards"):
            await serve(service_database_url, database_shards=setting)


@pytest.mark.programs
@pytest.mark.parametrize(
    ("url", "shards", "why"),
    [
        ("sqlite:///store.db", "32-63=postgresql://b/c", "needs a Postgres in PLAYLEDGER_DATABASE_URL"),
        ("postgresql://a/b", "32-64=postgresql://b/c", "PLAYLEDGER_DATABASE_SHARDS: there are no shards 32-64"),
    ],
)
def test_a_setting_that_makes_no_sense_is_one_line(url: str, shards: str, why: str, tmp_path: Path) -> None:
    changes = {"PLAYLEDGER_DATABASE_URL": url, "PLAYLEDGER_DATABASE_SHARDS": shards, "PLAYLEDGER_SECRET_KEY": "s" * 32}
    told = subprocess.run(
        [sys.executable, "-m", "service", "serve", "--port", "0"],
        cwd=tmp_path, env=os.environ | changes | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (told.returncode, why in told.stderr.splitlines()[-1]) == (2, True)
