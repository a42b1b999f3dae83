"""Audits and uploads over HTTP: what holds and what doesn't, told without what is hidden."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import AsyncIterator, Collection, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_schema.ports.history import UPLOAD_LIMIT
from domain.kernel.game import CardGame
from service.catalogue.catalogue import GameCatalogue
from service.history import uploads
from service.history.audit_cache import RETRY_MS
from service.history.disclosure import BROKEN, HOLDS, LATER
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.report import VerifyReport
from service.history.verify.sources import BytesSource
from service.history.verify_worker import LINES, UNPACKED
from tests.api.records import GAMES, House, bearer, housed
from tests.kit.bombs import bomb
from tests.kit.lanes import sampled
from tests.kit.records import Forge, forged

pytestmark = pytest.mark.anyio
LEVELS = ["store", "L0", "L1", "L2", "L3", "L4"]
VERIFY = "/v1/replays/verify"
NDJSON = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path) as found:
        yield found


def told(report: Any) -> list[tuple[str, str, str]]:
    return [(level["level"], level["status"], level["message"]) for level in report["levels"]]


GUARDED = [(level, "SKIPPED" if level == "L2" else "OK", LATER if level == "L2" else HOLDS) for level in LEVELS]
"""What everybody is told of a record that holds and isn't open."""


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_an_audit_tells_nothing_hidden_while_the_match_goes_on(house: House, game: str) -> None:
    table = await house.table(game)
    await table.play(12)
    match = await table.match()
    for token in (None, *table.tokens):
        report = await table.audit(token)
        assert told(report) == GUARDED
        assert {(level["line"], level["version"]) for level in report["levels"]} == {(None, None)}
        assert (report["ok"], report["match"], report["status"]) == (True, table.id, "RUNNING")
        assert (report["version"], report["head"]) == (match["version"], match["headHash"])
    await table.end()
    over = await table.audit()
    assert [(level, status) for level, status, _ in told(over)] == [(level, "OK") for level in LEVELS]
    assert "commands decided again" in told(over)[3][2]
    assert "draws" in told(over)[4][2]


async def test_a_record_revealed_to_its_players_stays_guarded_for_others(house: House) -> None:
    table = await house.table("envoys", reveal="PARTICIPANTS")
    await table.end()
    assert told(await table.audit()) == GUARDED
    assert "draws" in told(await table.audit(table.tokens[1]))[4][2]


async def test_who_may_not_see_a_match_may_not_ask_for_its_audit(house: House) -> None:
    table = await house.table("envoys", visibility="INVITE")
    for path, token, status, code in (
        (table.id, None, 403, "FORBIDDEN"),
        (table.id, "st_nonsense", 401, "UNAUTHENTICATED"),
        ("mt_nothing", None, 404, "NOT_FOUND"),
    ):
        answer = await house.http.get(f"/v1/matches/{path}/audit", headers=bearer(token))
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert (await table.audit(table.tokens[0]))["ok"]


async def test_a_row_that_was_changed_is_found_and_the_place_is_public(house: House, tmp_path: Path) -> None:
    table = await house.table("envoys")
    tamper(tmp_path, "update events set hash = zeroblob(32) where version = 4")
    report = await table.audit()
    assert (report["ok"], report["verdict"]) == (False, "FAILED")
    assert told(report)[0] == ("store", "FAILED", BROKEN)
    assert report["levels"][0]["version"] == 4
    assert set(told(report)) <= {(level, status, say) for level in LEVELS for status, say in SAID}


SAID = [("OK", HOLDS), ("FAILED", BROKEN), ("SKIPPED", LATER)]


def tamper(folder: Path, statement: str) -> None:
    """What somebody does who has the store's file in hand."""
    connection = sqlite3.connect(folder / "test.db")
    guards = connection.execute("select name from sqlite_master where type = 'trigger' and tbl_name = 'events'")
    for (name,) in guards.fetchall():
        connection.execute(f"drop trigger {name}")
    changed = connection.execute(statement).rowcount
    connection.commit()
    connection.close()
    assert changed > 0


async def test_the_audit_over_graphql_is_the_same(house: House) -> None:
    table = await house.table("envoys")
    query = """query($id: ID!) { match(id: $id) { audit { ok verdict match perspective { kind } version head
      signedBy pinned levels { level status message line version } } } }"""

    async def asked(token: str | None = None) -> Any:
        body = {"query": query, "variables": {"id": table.id}}
        return (await house.http.post("/graphql", json=body, headers=bearer(token))).json()

    audit = (await asked())["data"]["match"]["audit"]
    rest = await table.audit()
    assert audit["perspective"] == {"kind": "FULL"}
    for name in ("ok", "verdict", "match", "version", "head", "signedBy", "pinned", "levels"):
        assert audit[name] == rest[name]
    private = await house.table("envoys", visibility="INVITE")
    table = private
    (error,) = (await asked())["errors"]
    assert error["extensions"]["code"] == "FORBIDDEN"
    assert (await asked(private.tokens[0]))["data"]["match"]["audit"]["ok"]


class Here:
    """A stand-in for the process that verifies: to start one takes longer than to verify a file that does no harm."""

    def __init__(self, games: Sequence[CardGame], vouched: Collection[str], seconds: float) -> None:
        self._games, self._vouched = GameCatalogue({game.slug: game for game in games}), vouched

    def verify(self, data: bytes) -> VerifyReport:
        return verify(BytesSource(data, UNPACKED, LINES), self._games, VerifyRequest(vouched=self._vouched))

    def kill(self) -> None:
        """There is nothing to end."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "VerifyProcess", Here)


async def upload(house: House, content: bytes, **headers: str) -> httpx.Response:
    return await house.http.post(VERIFY, content=content, headers={**NDJSON, **headers})


@pytest.mark.programs
@pytest.mark.parametrize("game", sampled(sorted(GAMES, reverse=True), keep=1))
async def test_a_file_that_is_sent_is_checked_on_every_level(house: House, game: str) -> None:
    table = await house.table(game)
    await table.end()
    file = await table.file(perspective="full")
    match = await table.match()
    for content, headers in (
        (file, {}),
        (gzip.compress(file), {"Content-Type": "application/gzip"}),
        (gzip.compress(file), {"Content-Encoding": "gzip"}),
    ):
        answer = await upload(house, content, **headers)
        assert answer.status_code == 200, answer.text
        report = answer.json()
        assert [(level, status) for level, status, _ in told(report)] == [(level, "OK") for level in LEVELS[1:]]
        assert (report["ok"], report["match"], report["status"]) == (True, table.id, "FINISHED")
        assert (report["version"], report["head"], report["pinned"]) == (match["version"], match["headHash"], True)
    assert answer.headers["cache-control"] == "no-store, no-transform"
    own = (await upload(house, await table.file(table.tokens[0], perspective="seat:0"))).json()
    assert (own["ok"], own["perspective"]) == (True, "seat:0")


@pytest.mark.usefixtures("here")
async def test_a_file_that_was_changed_gets_a_report_that_says_where(house: House) -> None:
    table = await house.table("envoys")
    await table.end()
    file = await table.file(perspective="full")
    lines = file.splitlines(keepends=True)
    for damaged, line, what in (
        (b"".join([*lines[:6], lines[6].replace(b'"at":1', b'"at":2'), *lines[7:]]), 7, "the sum is not that"),
        (b"".join([*lines[:6], *lines[7:]]), 7, "version 7 follows version 5"),
        (file[:-9], len(lines), "the line is cut off"),
        (b"".join(lines[:-1]), len(lines), "ends without a footer"),
    ):
        answer = await upload(house, damaged)
        assert answer.status_code == 200, answer.text
        report = answer.json()
        assert (report["ok"], report["version"], report["head"], report["status"]) == (False, None, None, None)
        level, status, message = told(report)[0]
        assert (level, status, report["levels"][0]["line"]) == ("L0", "FAILED", line)
        assert what in message
        assert {status for _, status, _ in told(report)[1:]} == {"SKIPPED"}


@pytest.mark.usefixtures("here")
async def test_what_is_no_replay_file_is_refused_with_its_line(house: House) -> None:
    table = await house.table("envoys")
    file = await table.file()
    for content, detail, details in (
        (b"", "it is empty", {}),
        (b"\x00\xff\n", "line 1: not a line of this format", {"line": 1}),
        (b'{"k":"f"}\n', "line 1: not a line of this format", {"line": 1}),
        (b"[" * 100_000 + b"\n", "line 1", {"line": 1}),
        (file.partition(b"\n")[2], "line 1: no header", {"line": 1}),
        (file.replace(b'"formatVersion":1', b'"formatVersion":9'), "this release reads version 1", {"line": 1}),
        (gzip.compress(file)[:200], "the gzip data is broken", {"line": 1}),
    ):
        answer = await upload(house, content)
        assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_INPUT"), answer.text
        assert detail in answer.json()["detail"]
        assert answer.json()["details"] == details


@pytest.mark.usefixtures("here")
async def test_too_much_of_a_file_is_refused(house: House) -> None:
    answer = await upload(house, b" " * (UPLOAD_LIMIT + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "INVALID_INPUT")
    assert answer.json()["detail"] == f"the file is larger than {UPLOAD_LIMIT} bytes as it was sent."
    packed = bomb(2 * UNPACKED >> 20)
    assert len(packed) < UPLOAD_LIMIT // 100
    endless = await upload(house, packed)
    assert (endless.status_code, endless.json()["details"]) == (400, {"line": 1})
    assert "line 1 is longer than" in endless.json()["detail"]


async def test_other_bodies_are_not_taken(house: House) -> None:
    for headers, said in (
        ({"Content-Type": "application/json"}, "application/gzip"),
        ({"Content-Encoding": "br"}, "gzip only"),
    ):
        answer = await upload(house, b"{}", **headers)
        assert (answer.status_code, answer.json()["code"]) == (415, "INVALID_INPUT")
        assert said in answer.json()["detail"]


def crowd(type_: str, data: dict[str, Any]) -> None:
    if type_ == "match_created":
        data["seats"] = 10**12


def endless_draw(type_: str, data: dict[str, Any]) -> None:
    data.update({"draws": [[*draw[:2], 10**12, draw[3]] for draw in data["draws"]]} if "draws" in data else {})


def endless_deck(type_: str, data: dict[str, Any]) -> None:
    data.update({"deck_size": 2**50} if "deck_size" in data else {})


def no_result(type_: str, data: dict[str, Any]) -> None:
    if type_ == "match_ended":
        data.clear()


def no_such_seat(type_: str, data: dict[str, Any]) -> None:
    if type_ == "card_drawn" and "seat" in data:
        data["seat"] = 70


def nothing(type_: str, data: dict[str, Any]) -> None:
    """The file as it is, without its signature."""


async def failures(house: House, file: bytes, change: Forge) -> list[str]:
    """The levels at which a forged file fails."""
    forgery = (await upload(house, forged(file, change))).json()
    failed = [name for name, status, _ in told(forgery) if status == "FAILED"]
    assert (forgery["ok"], forgery["pinned"]) == (not failed, False)
    return failed


@pytest.mark.usefixtures("here")
async def test_who_forges_a_chain_is_found_above_it(house: House) -> None:
    """The hashes of a forged file hold, since they are computed anew: what it claims doesn't."""
    table = await house.table("envoys")
    await table.end()
    file = await table.file(perspective="full")
    assert await failures(house, file, nothing) == []
    assert await failures(house, file, no_result) == ["L0"]
    assert await failures(house, file, no_such_seat) == ["L1"]


@pytest.mark.programs
async def test_a_file_that_is_made_to_exhaust_its_reader_is_stopped(house: House) -> None:
    table, toys = await house.table("c4"), await house.table("envoys")
    await table.end()
    report = (await upload(house, forged(await table.file(), endless_deck))).json()
    assert told(report)[1] == ("L1", "FAILED", "player_set_up can't be folded: MemoryError()")
    await toys.end()
    file = await toys.file(perspective="full")
    assert await failures(house, file, crowd) == ["L0"]
    assert await failures(house, file, endless_draw) == ["L2", "L3"]


async def test_who_comes_while_too_many_wait_is_told_when_to_come_back(house: House) -> None:
    house.service.app.history.use_cases.uploads._waiting = 0
    answer = await upload(house, b"")
    assert (answer.status_code, answer.json()["code"]) == (503, "UNAVAILABLE")
    assert answer.headers["retry-after"] == str(RETRY_MS // 1000)
