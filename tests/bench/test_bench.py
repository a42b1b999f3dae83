"""The benchmarks run, with sizes that tell nothing: what is promised is measured by `make bench`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bench import (
    archive,
    attacked,
    fanout,
    filling,
    growth,
    http,
    kept,
    laptop,
    read_models,
    soak,
    standby,
    steady,
    store,
    tournament,
    web,
)
from bench.__main__ import PARTS
from bench.figures import Figure, table
from bench.servers import Running
from service.history.verify.report import VerifyReport
from tests import services
from tests.kit.process import ROOT


def names(figures: list[Figure]) -> list[str]:
    assert all(figure.value > 0 and (figure.against is None or figure.against > 0) for figure in figures), figures
    assert len(table(figures).splitlines()) == len(figures) + 2
    return [figure.name for figure in figures]


def test_requests_and_watchers_are_held_against_bare_routes(servers: Running) -> None:
    requests = asyncio.run(http.measure(servers, matches=2, rounds=1))
    watchers = asyncio.run(fanout.measure(servers, watchers=3, rounds=1, burst=2, seconds=0.3))
    told = names([*http.figures(requests), *fanout.figures(watchers, 3)])
    assert {"accepted C4 action over REST", "read: state of spectators", "3 watchers on one worker"} <= set(told)
    assert (requests["bare"].units, requests["rest on two"].units) == (4, 2)
    assert watchers.latencies
    assert len(watchers.latencies) % 3 == 0, "every action reaches each; a busy machine makes fewer"


def test_appends_are_held_against_the_same_rows(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "SECONDS", 0.1)
    monkeypatch.setattr(store, "ROUNDS", 1)
    monkeypatch.setattr(store, "LONG", 120)
    monkeypatch.setattr(store, "SAMPLES", 2)
    assert names(store.figures(url)) == ["append, 5 events, 8 writers", "act at version 120 of one match"]


def test_rounds_of_a_tournament_are_held_against_the_library() -> None:
    told = names(tournament.figures(entrants=12, rounds=2))
    assert told[2] == "Swiss of 12, 2 rounds: all pairings"


def test_a_kept_tournament_is_held_against_a_smaller_one(url: str) -> None:
    told = names(kept.figures(url, small=4, large=8, rounds=2, asked=2))
    assert told[0] == "kept Swiss of 8, 2 rounds: slowest start of a round, with its matches"
    assert len(told) == len(kept.FILES) * 2 + 6


def test_read_models_are_held_against_what_a_replica_accepts(url: str) -> None:
    measured = asyncio.run(read_models.measure(url, matches=10, actions=20, rounds=2))
    assert measured.actions == 40
    assert measured.events > measured.actions
    (first, *_) = read_models.figures(measured, accepted=1.0)
    assert (first.baseline, first.against) == ("accepted C4 action over REST", 1.0)
    assert len(names(read_models.figures(measured))) == 6


def test_a_large_store_is_held_against_a_small_one(
    url: str, postgres_server: str, service_template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"ACTIONS": 20, "ROUNDS": 2, "TIMES": 2, "FILLED": 4}.items():
        monkeypatch.setattr(growth, name, value)
    with services.database(postgres_server, service_template) as large:
        measured = asyncio.run(growth.measure(url, large, matches=5))
    few, many = measured
    assert many >= 2 * few
    assert len(names(growth.figures(measured))) == 3


def test_a_database_is_filled_with_matches_that_an_audit_accepts(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "SHARES", {"c4": 1})
    numbers = [number for share in (4, 10, 50, 99) for number in range(100) if number * 37 % 100 == share]
    found = asyncio.run(_filled(url, numbers))
    assert sorted(report.ok for report in found) == [True] * 4
    assert sorted(str(report.status) for report in found) == ["finished"] * 3 + ["running"]
    assert sum(bool(report.signed_by) for report in found) == 3


async def _filled(url: str, numbers: Sequence[int]) -> list[VerifyReport]:
    app = await read_models.replica(url)
    try:
        await filling.fill(app, numbers)
        await app.projector.catch_up()
        auditor = app.history.auditor
        return [await auditor.audit(match) async for match in auditor.matches()]
    finally:
        await app.stop()


@pytest.mark.nightly
@pytest.mark.programs
def test_what_was_archived_is_held_against_what_it_was(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "SAMPLE", 3)
    monkeypatch.setattr(archive, "EXPORTED", 1)
    run = archive.Run(url, tmp_path)
    run.all(20)
    assert archive.differences(run.told) == []
    assert names(archive.figures(run.told))[0] == "20 matches, 17 archived: the database"
    run.told.answers["after"].popitem()
    run.told.models["rebuilt"]["match_list"] = "another"
    assert len(archive.differences(run.told)) == 2


def test_a_process_is_watched_for_long(servers: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady, "LIVE", 2)
    found = asyncio.run(steady.measure(servers, actions=20, paced=10))
    assert (len(found.waits), sorted(found.memory)) == (10, list(range(2, 21, 2)))
    assert max(found.sent) - min(found.sent) > 8 / steady.PACE
    assert names(steady.figures(found))[-1] == f"memory of a process after 20 actions of {found.matches} matches"


@pytest.mark.nightly
@pytest.mark.programs
@pytest.mark.skipif(web.missing() is not None, reason=str(web.missing()))
def test_the_page_is_measured_in_a_browser() -> None:
    scale = web.Scale(events=1_000, cards=40, changed=3, tables=2, seconds=2, clicks=2, moves=5, runs=1)
    measured = web.measure(scale)
    assert measured.made.long.last >= 1_000
    assert measured.made.wide.after > measured.made.wide.before
    assert len(measured.samples["click"]) >= 2
    assert len(web.figures(measured)) == len(web.NAMES) + len(measured.samples)


@pytest.mark.programs
def test_reads_of_a_standby_are_held_against_those_of_the_primary() -> None:
    measured = standby.measure(matches=2, rounds=1, reads=16)
    assert [cost.reads for costs in measured.costs.values() for cost in costs] == [16] * 4
    assert all(helped.standby > 0 for _, helped in measured.costs.values())
    assert len(names(standby.figures(measured))) == 7


@pytest.mark.programs
def test_the_start_on_a_laptop_is_held_against_one_that_does_nothing() -> None:
    bare = laptop.Start(elapsed=0.5, cpu=0.25, memory=2**20)
    rows = laptop.figures(laptop.Measured([bare._replace(cpu=1.0)], [bare], [bare]))
    assert [row.ratio for row in rows] == [1.0, 4.0, 1.0, 1.0, 1.0, 1.0]
    found = laptop.started(ROOT, {}, laptop.bare)
    assert found.cpu > 0.05
    assert found.memory > 2**20


@pytest.mark.programs
def test_what_comes_and_goes_leaves_the_memory_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "TOGETHER", 2)
    told = names(soak.figures(soak.measure(sockets=200, documents=100)))
    assert told == ["soak: memory after 200 short sockets", "soak: memory after 100 refused documents"]


@pytest.mark.nightly
def test_attacks_are_measured() -> None:
    figures = attacked.figures(attacked.measure(seconds=1.0))
    names(figures)
    assert all(figure.kept for figure in figures), table(figures)


def test_all_parts_can_be_chosen() -> None:
    assert list(PARTS) == ["games", "tournament", "kept", "store", "service", "steady", "standby", "web", "laptop"]
