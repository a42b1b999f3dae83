"""Files of a tournament to take along: whole, named, at one version, and no faster than the budget allows."""

from __future__ import annotations

import csv
import io
import json
import tarfile
from collections.abc import AsyncGenerator, AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from api_schema.limiting import meter
from api_schema.limiting.budgets import Budget, Budgets
from api_schema.limiting.client import NOBODY
from api_schema.limiting.meter import Meter
from api_schema.ports.tournaments import ExportFile
from api_schema.rest import limits
from api_schema.rest.tournaments_files import sent
from tests.api.limiting.test_surface import Passing
from tests.api.rest.club import Club, club

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def hall(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Club]:
    async with club(tmp_path_factory.mktemp("club")) as found:
        yield found


@pytest.fixture(scope="module")
async def played(hall: Club) -> str:
    """A tournament of one round whose matches are over."""
    tournament = await hall.running(policy={"format": "SWISS", "rounds": 1})
    await hall.play(tournament)
    await hall.told("POST", f"{tournament}/finish", hall.organiser)
    return tournament


FILES = {
    "export.json": "application/json",
    "record.ndjson": "application/x-ndjson",
    "standings.csv": "text/csv; charset=utf-8",
    "pairings.csv": "text/csv; charset=utf-8",
    "results.csv": "text/csv; charset=utf-8",
    "report.fide-trf": "text/plain; charset=utf-8",
    "matches.ndjson": "application/x-ndjson",
    "replays.tar": "application/x-tar",
}


@pytest.mark.parametrize("name", FILES)
async def test_a_file_says_what_it_is_and_which_version_it_shows(hall: Club, played: str, name: str) -> None:
    version = str((await hall.told("GET", played))["version"])
    answer = await hall.ask("GET", f"{played}/{name}")
    assert answer.headers["content-type"] == FILES[name]
    assert answer.headers["x-as-of-version"] == version
    own = played.rpartition("/")[2]
    assert answer.headers["content-disposition"] == f'attachment; filename="{own}-{name}"'
    assert "content-length" not in answer.headers, "it is written while it is read"
    head = await hall.ask("HEAD", f"{played}/{name}")
    assert (head.status_code, head.content, head.headers["content-type"]) == (200, b"", FILES[name])


async def test_the_json_has_all(hall: Club, played: str) -> None:
    found = (await hall.ask("GET", f"{played}/export.json")).json()
    assert found["tournament"]["status"] == "FINISHED"
    assert len(found["standings"]) == 4
    assert [len(one["pairings"]) for one in found["rounds"]] == [2]


async def test_the_tables_have_a_line_for_each_seat(hall: Club, played: str) -> None:
    entrants = {row["id"] for row in (await hall.told("GET", f"{played}/entrants"))["entrants"]}
    for name in ("standings.csv", "pairings.csv", "results.csv"):
        rows = list(csv.DictReader(io.StringIO((await hall.ask("GET", f"{played}/{name}")).text)))
        assert {row["entrant"] for row in rows} == entrants
        assert len(rows) == 4
    assert (await hall.ask("GET", f"{played}/report.fide-trf")).text.startswith("012 Friday")


async def test_the_record_has_every_event(hall: Club, played: str) -> None:
    header, *lines = (await hall.ask("GET", f"{played}/record.ndjson")).text.splitlines()
    over = await hall.told("GET", played)
    assert over["headHash"] in header
    assert sum("body" in json.loads(line) for line in lines) == over["version"], "the others are signatures"


async def test_all_matches_and_their_replays(hall: Club, played: str) -> None:
    lines = (await hall.ask("GET", f"{played}/matches.ndjson")).text.splitlines()
    matches = [json.loads(line)["id"] for line in lines]
    tables = (await hall.told("GET", f"{played}/pairings"))["pairings"]
    assert matches == [game["matchId"] for row in tables for game in row["games"]]
    archive = await hall.ask("GET", f"{played}/replays.tar")
    with tarfile.open(fileobj=io.BytesIO(archive.content)) as tar:
        names = tar.getnames()
        assert [name.rpartition("/")[2] for name in names] == [f"{one}.playledger.ndjson" for one in matches]
        file: Any = tar.extractfile(names[0])
        assert json.loads(file.readline())["match"] == matches[0]


async def test_a_file_says_whether_it_is_final_as_its_list_does(hall: Club, played: str) -> None:
    running = await hall.running()
    for tournament, over in ((running, "false"), (played, "true")):
        for name, mark, query in (("ranks", "x-final", ""), ("standings", "x-round-over", "?afterRound=1")):
            listed = await hall.ask("GET", f"{tournament}/{name}{query}", Accept="text/csv")
            file = await hall.ask("GET", f"{tournament}/{name}.csv")
            assert (file.text, file.headers[mark], listed.headers[mark]) == (listed.text, over, over)
    other = (await hall.ask("GET", f"{running}/results.csv")).headers
    assert not {"x-final", "x-round-over"} & set(other)


async def test_a_file_is_slowed_down_by_its_rows_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROWS", 4)
    time = Passing()
    monkeypatch.setattr(meter, "_monotonic", time)
    monkeypatch.setattr(limits, "sleep", time.sleep)
    closed: list[bool] = []

    async def chunks() -> AsyncGenerator[bytes, None]:
        try:
            for _ in range(5):
                yield b"a\nb\nc\n"
            yield b"no line at all"
        finally:
            closed.append(True)

    counted = Meter(Budgets(export_rows=Budget(token=6, anonymous=6)), time)
    path = SimpleNamespace(id="tn_x")
    call: Any = SimpleNamespace(method="GET", has_token=False, meter=counted, client=NOBODY, path=path)
    response: Any = sent(call, ExportFile("results.csv", "text/csv", 3, chunks()))
    found = b"".join([piece async for piece in response.body_iterator])
    assert found == b"a\nb\nc\n" * 5 + b"no line at all"
    # 16 rows and the one for asking, of 6 a minute, charged 4 at a time
    assert sum(time.slept) >= 60 * (16 + 1 - 6) / 6
    assert closed == [True]
