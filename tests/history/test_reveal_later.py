"""Files of matches of tournaments: finished and kept, and revealed later, to both verifiers."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs
import msgspec
import pytest

from domain.kernel.audience import FULL, SPECTATOR
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact
from domain.kernel.match import Reveal, SecretsRevealed
from service.history.importer import ImportRefused
from service.history.verify.levels import VerifyRequest, verify
from service.history.verify.sources import BytesSource
from service.matches.perspectives import perspectives
from tests.history.conftest import NewService
from tests.history.files import GOING_ON, INTACT, LIMIT, REDACTED, all_hold, events, exported, levels, report, rows
from tests.history.stories import STORIES, put
from tests.history.verifiers import VERIFIER, theirs, written
from tests.kit.recorded import CATALOGUE, SIGNER, Recorded, Scribe
from tests.toy_game import GAME as TOY

pytestmark = pytest.mark.anyio
TAGS = {"event": "tn_spring", "round": "3", "table": "12"}


def revealed() -> Recorded:
    return STORIES["revealed later"]()


def kept() -> Recorded:
    """The same before the reveal."""
    whole = revealed()
    return whole.until(len(whole.batches) - 1)


def files_of(recorded: Recorded) -> dict[str, bytes]:
    return {viewer: recorded.file(viewer) for viewer in perspectives(len(recorded.state.seats))}


def test_a_kept_match_verifies_without_seed_and_signature() -> None:
    files = files_of(kept())
    assert all_hold(files, GOING_ON) == kept().head.hex()
    for data in files.values():
        footer = rows(data)[-1]
        assert (footer["status"], footer["seed"], footer["signature"]) == ("finished", None, None)
        assert events(data)[-1]["type"] == "match_ended"
        assert kept().seed.hex().encode() not in data
        assert report(data).signed_by is None


def test_once_it_is_revealed_every_level_holds_and_the_reveal_is_decided_again() -> None:
    whole = revealed()
    files = files_of(whole)
    all_hold(files, REDACTED)
    assert levels(files[FULL]) == INTACT
    last = events(files[SPECTATOR])[-1]
    assert (last["type"], last["actor"], last["end"]) == ("secrets_revealed", "system", True)
    assert rows(files[SPECTATOR])[-1]["seed"] == whole.seed.hex()


@pytest.mark.parametrize("reveal", ["later", "all"])
def test_a_reveal_that_is_not_due_is_refused_when_it_is_decided_again(reveal: Reveal) -> None:
    """While the match runs, whatever the server has written."""
    scribe = Scribe(TOY.slug, "hasty", 2, reveal=reveal).join_all().play(2)
    state = msgspec.structs.replace(scribe.state.copy(), version=scribe.state.version + 1)
    opened = Fact(SecretsRevealed(seed=scribe.recorded.seed.hex()))
    scribe.take("system", Decision((opened,), state, state.at), "reveal")
    found = {level.level: level for level in report(scribe.recorded.file()).levels}
    assert (found["L0"].status, found["L2"].status) == ("ok", "failed")
    assert "secrets_revealed would be refused" in found["L2"].message


def test_the_header_says_which_table_of_which_round_it_was() -> None:
    for recorded in (kept(), revealed()):
        for data in files_of(recorded).values():
            assert rows(data)[0]["tags"] == TAGS
            assert events(data)[0]["pub"]["tournament"] == {
                "tournament": "tn_spring",
                "round": 3,
                "table": 12,
                "game": 2,
            }
    assert rows(STORIES["toy"]().file())[0]["tags"] == {}


def test_who_pins_keys_is_told_that_a_kept_match_is_not_signed() -> None:
    key = SIGNER.current.id
    for recorded, holds in ((kept(), False), (revealed(), True)):
        source = BytesSource(recorded.file(SPECTATOR), LIMIT, LIMIT)
        assert verify(source, CATALOGUE, VerifyRequest(keys=[key])).ok is holds


@pytest.mark.programs
def test_the_other_verifier_and_the_schema_agree(tmp_path: Path) -> None:
    schema = jsonschema_rs.validator_for(json.loads((VERIFIER.parent / "replay.schema.json").read_text()))
    for recorded, fair in ((kept(), "skipped"), (revealed(), "ok")):
        files = list(files_of(recorded).values())
        assert [row for data in files for row in rows(data) if not schema.is_valid(row)] == []
        for said in theirs(written(tmp_path, files)):
            assert said["ok"]
            assert [level["status"] for level in said["levels"]] == ["ok", "skipped", "skipped", fair, "skipped"]


async def test_the_store_holds_it_open_until_the_reveal(new_service: NewService, tmp_path: Path) -> None:
    service = await new_service()
    await put(service, kept())
    await service.app.projector.catch_up()
    match = kept().match
    for keys in (None, [SIGNER.current.id]):
        audit = await service.app.history.auditor.audit(match, keys)
        assert (audit.ok, audit.signed_by) == (True, None)
    files = await exported(service.app, match)
    assert files == files_of(kept())
    path = tmp_path / "full.playledger.ndjson"
    path.write_bytes(files[FULL])
    with pytest.raises(ImportRefused, match="without its seed"):
        await service.app.history.importer.file(path)
    done = await service.app.matches.play.reveal(match)
    assert done.appended.last_version == kept().state.version + 1
    await service.app.projector.catch_up()
    audit = await service.app.history.auditor.audit(match, [service.app.signer.current.id])
    assert (audit.ok, audit.pinned) == (True, True)
    assert [level.status for level in audit.levels] == ["ok"] * 6
    again = await exported(service.app, match)
    assert [levels(data, again[FULL])["L0"] for data in again.values()] == ["ok"] * len(again)
