"""A replay file brings along the card sets that its match was played with, and they are checked like all else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.c4 import GAME
from domain.kernel.audience import FULL, SPECTATOR
from service.history.importer import ImportRefused
from service.history.lines import encode, typed
from service.history.uploads import Uploads
from service.tables import card_sets
from tests.games.c4.own_sets import KITCHEN
from tests.history.conftest import NewService
from tests.history.files import REDACTED, all_hold, exported, report, rows
from tests.history.test_node_verifier import SCHEMA
from tests.history.verifiers import UNREADABLE, ours, theirs, verdict, written
from tests.kit.own_cards import opened, play_out, uploaded
from tests.kit.recorded import CATALOGUE
from tests.kit.served import EVE, Served, serve, sqlite_url

pytestmark = pytest.mark.anyio
OTHER = KITCHEN.replace("Eat.", "Drink.")
Change = Callable[[dict[str, Any]], None]


async def finished(served: Served, seed: int = 1) -> tuple[str, str]:
    """(set, match that was played with it)."""
    digest = await uploaded(served)
    match = await opened(served, digest)
    await play_out(served, match, seed)
    await served.app.projector.catch_up()
    return digest, match


async def imported(served: Served, folder: Path, data: bytes) -> str:
    file = folder / "full.playledger.ndjson"
    file.write_bytes(data)
    return await served.app.history.importer.file(file)


def changed(data: bytes, change: Change) -> bytes:
    """The file with another header, whose sum is right."""
    first, rest = data.split(b"\n", 1)
    header = msgspec.json.decode(first)
    change(header)
    plain = msgspec.json.encode(header, order="sorted")
    return encode(typed(1, plain)) + b"\n" + rest


@pytest.mark.programs
async def test_files_hold_wherever_they_are_read(new_service: NewService, tmp_path: Path) -> None:
    first, second = await new_service(), await new_service()
    digest, match = await finished(first)
    files = await exported(first.app, match)
    for data in files.values():
        assert rows(data)[0]["cardSets"] == [{"hash": digest, "text": KITCHEN}]
        assert SCHEMA.is_valid(rows(data)[0])
    all_hold(files, REDACTED)
    told = theirs(written(tmp_path, list(files.values())))
    assert [(found["ok"], verdict(found)) for found in told] == [(True, ours(data)) for data in files.values()]
    assert await imported(second, tmp_path, files[FULL]) == "imported"
    assert await imported(second, tmp_path, files[FULL]) == "known"
    assert await exported(second.app, match, files) == files
    assert (await second.app.use_cases.catalogue.card_set(digest)).text == KITCHEN
    audit = await second.app.history.auditor.audit(match)
    assert [level.status for level in audit.levels] == ["ok"] * 6, audit.bad
    assert (await second.app.use_cases.matches.get(EVE, match)).options["cardSets"] == (digest,)


def _text(header: dict[str, Any]) -> None:
    header["cardSets"][0]["text"] = OTHER


def _hash(header: dict[str, Any]) -> None:
    header["cardSets"][0]["hash"] = "0" * 64


def _none(header: dict[str, Any]) -> None:
    del header["cardSets"]


def _two(header: dict[str, Any]) -> None:
    header["cardSets"] *= 2


def _unnamed(header: dict[str, Any]) -> None:
    del header["options"]["card_sets"]


def _lines(header: dict[str, Any]) -> None:
    header["cardSets"][0]["text"] = KITCHEN.replace("\n", "\r\n")


@pytest.mark.programs
async def test_another_text_is_found_by_every_verifier(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        _, match = await finished(served)
        file = (await exported(served.app, match, [FULL]))[FULL]
        damaged = [changed(file, change) for change in (_text, _hash, _none, _two, _unnamed, _lines)]
        for data in damaged:
            (bad,) = report(data).bad
            assert (bad.level, bad.line) == ("L0", 1)
            assert "card set" in bad.message
        (tmp_path / "node").mkdir()
        told = theirs(written(tmp_path / "node", damaged))
        assert [verdict(found) for found in told] == [ours(data) for data in damaged]
        sent = await Uploads(CATALOGUE.games()).verify(_sent(damaged[0]), ())
        assert [(level.level, level.line) for level in sent.bad] == [("L0", 1)]
        assert (await Uploads(CATALOGUE.games()).verify(_sent(file), ())).ok
        with pytest.raises(
            ImportRefused, match=r"L0 failed, line 1: the text of the card set [0-9a-f]{64} has another hash"
        ):
            await imported(served, tmp_path, damaged[0])


async def _sent(data: bytes) -> Any:
    yield data


@pytest.mark.programs
async def test_both_verifiers_want_the_same_form(tmp_path: Path) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        match = await served.started()
        file = (await exported(served.app, match, [SPECTATOR]))[SPECTATOR]
    values = ("null", "[]", "{}", '[{"hash":"0","text":""}]', '[{"text":""}]', "1")
    made = [file.replace(b'"clock":', f'"cardSets":{value},"clock":'.encode(), 1) for value in values]
    for value, data, found in zip(values, made, theirs(written(tmp_path, made)), strict=True):
        assert (ours(data), verdict(found)) == (UNREADABLE, UNREADABLE), value


async def test_a_file_whose_set_would_take_the_place_of_another_is_not_imported(
    new_service: NewService, tmp_path: Path
) -> None:
    first, second = await new_service(), await new_service()
    digest, match = await finished(first)
    data = (await exported(first.app, match, [FULL]))[FULL]
    await uploaded(second, OTHER)
    taken = card_sets.update().values(prefix=digest[:12])
    await second.app.store.sql.write(lambda connection: connection.execute(taken))
    with pytest.raises(ImportRefused, match="another set has the same first 12 characters"):
        await imported(second, tmp_path, data)


async def test_a_set_that_these_rules_cannot_read_is_no_crash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served = await serve(sqlite_url(tmp_path))
    async with served.app:
        _, match = await finished(served)
        data = (await exported(served.app, match, [FULL]))[FULL]
    monkeypatch.setattr("domain.kernel.cardfile.CARDS", 4)
    found = report(data)
    assert [(level.level, level.status) for level in found.levels][1:] == [
        ("L1", "failed"),
        ("L2", "skipped"),
        ("L3", "ok"),
        ("L4", "skipped"),
    ]
    assert "at most 4 cards" in found.bad[0].message
    monkeypatch.setitem(GAME.__dict__, "rules_version", "9.99")
    told = report(data).bad[0]
    assert (told.level, told.status, told.line) == ("L1", "diverged", 1)
