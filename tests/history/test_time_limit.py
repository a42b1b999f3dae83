"""The time of a match in its record: decided again with everything else, and what is forged of it is found."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.catalogue.catalogue import GameCatalogue
from service.matches.perspectives import perspectives
from tests.history.conftest import NewService
from tests.history.files import INTACT, REDACTED, all_hold, levels, report
from tests.history.stories import STORIES, put
from tests.history.verifiers import ours, theirs, verdict, written
from tests.kit.recorded import CATALOGUE, Recorded, Scribe
from tests.toy_game import GAME as TOY
from tests.toy_game.loadouts import Options


def limited(catalogue: GameCatalogue = CATALOGUE) -> Scribe:
    return Scribe(TOY.slug, "limited", 2, catalogue=catalogue, options={"time_limit_s": 60}).join_all()


def reports(recorded: Recorded) -> list[int]:
    return [event.version for event in recorded.events if event.type == "time_up"]


@pytest.mark.programs
def test_it_holds_at_every_level_for_everybody_and_in_both_verifiers(tmp_path: Path) -> None:
    recorded = STORIES["time up"]()
    assert len(reports(recorded)) == 1
    assert {"bans_lifted", "sealed"} <= {event.type for event in recorded.events}
    files = {viewer: recorded.file(viewer) for viewer in perspectives(len(recorded.state.seats))}
    assert all_hold(files, REDACTED) == recorded.head.hex()
    said = [verdict(one) for one in theirs(written(tmp_path, list(files.values())))]
    assert said == [ours(data) for data in files.values()]


@pytest.mark.anyio
async def test_an_audit_decides_it_again_while_the_match_goes_on(new_service: NewService) -> None:
    whole = STORIES["time up"]()
    place = next(place for place, batch in enumerate(whole.batches) if batch.state.time_up)
    going_on = whole.until(place + 1)
    assert going_on.state.result is None
    service = await new_service()
    await put(service, going_on)
    audit = await service.app.history.auditor.audit(going_on.match)
    assert {level.level: level.status for level in audit.levels}["L2"] == "ok"
    assert audit.ok


@pytest.mark.parametrize("forgery", ["too early", "twice", "without a limit"])
def test_a_report_that_could_not_be_is_found(forgery: str) -> None:
    scribe = Scribe(TOY.slug, "endless", 2).join_all() if forgery == "without a limit" else limited()
    if forgery == "twice":
        scribe.time_up()
    scribe.state = replace(scribe.state, ends_at=scribe.state.at + 59_000, time_up=False)
    recorded = scribe.time_up().play().recorded
    found = {level.level: level for level in report(recorded.file()).levels}
    assert {name for name, level in found.items() if level.status == "failed"} == {"L2"}
    assert found["L2"].version == reports(recorded)[-1]
    assert "would be refused" in found["L2"].message


def _longer(options: Options) -> int:
    return 90_000


LONGER = dataclasses.replace(TOY, time_limit=_longer)
"""The same rules by name, and more time than the options say."""


def test_another_limit_than_the_options_say_is_found() -> None:
    honest = limited().play().recorded
    assert levels(honest.file()) == INTACT
    recorded = limited(GameCatalogue({TOY.slug: LONGER})).play().recorded
    found = {level.level: level for level in report(recorded.file()).levels}
    assert {name for name, level in found.items() if level.status == "failed"} == {"L2"}
    assert found["L2"].version == next(e.version for e in recorded.events if e.type == "match_started")
