"""Stored matches are read, folded and decided again as on the day they were written down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import discover
from domain.kernel.audience import FULL
from domain.kernel.game import CardGame
from domain.kernel.prompts import Template
from service.catalogue.catalogue import GameCatalogue
from service.cli import app, file_checks
from service.history.importer import ImportRefused
from service.history.lines import ReplayEvent, ReplayHeader
from service.history.redaction import redaction_of
from service.history.verify.checker import numbered
from service.history.verify.folds import FoldedState
from service.history.verify.levels import verify
from service.history.verify.report import Level
from service.history.verify.sources import BytesSource, FileSource
from service.matches.perspectives import perspectives
from tests.history.files import exported, levels
from tests.kit import samples
from tests.kit.lanes import by_lane, sampled
from tests.kit.recorded import CATALOGUE, SIGNER, Scribe
from tests.kit.served import serve, sqlite_url
from tests.service.test_cli import runner
from tests.toy_game import GAME as TOY
from tests.toy_game import actions as act
from tests.toy_game.frames import Reveal
from tests.toy_game.match import Batch
from tests.toy_game.releases import WITH_A_RULING, lowest_scores

STORED = samples.stored()
FULL_RECORDS = sorted({samples.full_of(path) for path in STORED})


def name_of(path: Path) -> str:
    return samples.key(path)


@pytest.mark.parametrize("path", STORED, ids=name_of)
def test_a_stored_match_is_what_it_was(path: Path) -> None:
    """If the rules have changed on purpose: `make samples ARGS=--accept`, and read the diff."""
    assert samples.fingerprint(path) == samples.index()[samples.key(path)]


def test_every_game_has_its_stored_matches_and_the_index_names_them_all() -> None:
    """Those of earlier releases are kept beside those that this one would write."""
    assert set(STORED) >= {path for path, _ in samples.planned()}
    assert set(samples.index()) == {samples.key(path) for path in STORED}
    assert {path.parent.name for path in STORED} == set(discover())


def test_samples_are_small_and_plain() -> None:
    for path in samples.SAMPLES.rglob("*.ndjson"):
        data = path.read_bytes()
        assert len(data) < 300_000
        assert data.startswith(b'{"clock":')


def test_stored_matches_hold_what_they_are_kept_for() -> None:
    seen: dict[str, set[str]] = {}
    for path in FULL_RECORDS:
        kinds, (header, events) = seen.setdefault(path.name.partition(".")[0], set()), read(path)
        kinds.update(line.type for line in events)
        entry = CATALOGUE.entry(header.game)
        whole = FoldedState(entry, FULL, entry.game.library())
        for line in events:
            whole.event(line)
        kinds.add(whole.state.status)
    assert {"seat_left", "seed_added", "sealed", "finished"} <= seen["full"]
    assert {"conceded", "finished"} <= seen["concession"]
    assert {"match_ended", "aborted"} <= seen["aborted"]
    late = samples.MATCHES / "c4" / "time-out.playledger.ndjson.gz"
    assert b'"default":true' in b"".join(FileSource(late).lines())


@pytest.mark.programs
@pytest.mark.parametrize("seed", sampled(["1", "2"], keep=1))
def test_they_are_made_alike_in_every_process(seed: str) -> None:
    every = by_lane(commit=4, nightly=1)
    program = (
        "import hashlib, itertools; from tests.kit import samples\n"
        f"for path, make in itertools.islice(samples.planned(), 0, None, {every}):"
        " print(samples.key(path), hashlib.sha256(make()).hexdigest())"
    )
    made = subprocess.run(
        [sys.executable, "-c", program],
        cwd=samples.ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    planned = islice(samples.planned(), 0, None, every)
    assert made == "".join(f"{samples.key(path)} {sha256(make()).hexdigest()}\n" for path, make in planned)


def test_the_command_leaves_what_is_there_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for name, place in (("ROOT", "."), ("SAMPLES", "s"), ("MATCHES", "m"), ("INDEX", "index.json")):
        monkeypatch.setattr(samples, name, tmp_path / place)
    planned = list(islice(samples.planned(), 4))
    monkeypatch.setattr(samples, "planned", lambda: planned)
    monkeypatch.setattr(sys, "argv", ["samples"])
    samples.main()
    files = samples.stored()
    assert capsys.readouterr().out.count("wrote") == len(files) == len(list(samples.planned()))
    first, *rest = files
    first.unlink()
    samples.write(rest[0], b"".join(FileSource(rest[1]).lines()))
    before, known = rest[0].read_bytes(), samples.index()
    samples.main()
    assert capsys.readouterr().out == f"wrote {samples.key(first)}\n"
    assert rest[0].read_bytes() == before
    assert samples.index() == known
    assert samples.fingerprint(rest[0]) != known[samples.key(rest[0])]
    monkeypatch.setattr(sys, "argv", ["samples", "--anew"])
    samples.main()
    assert samples.index() == known
    assert samples.fingerprint(rest[0]) == known[samples.key(rest[0])]


def read(path: Path) -> tuple[ReplayHeader, list[ReplayEvent]]:
    """The header and the events of a stored match."""
    (_, header), *lines = numbered(FileSource(path))
    assert isinstance(header, ReplayHeader)
    return header, [line for _, line in lines if isinstance(line, ReplayEvent)]


def folded(path: Path) -> Iterator[tuple[int, FoldedState, dict[str, FoldedState]]]:
    """(version, the whole, what each viewer folds of what is left for them) after each event."""
    header, lines = read(path)
    entry = CATALOGUE.entry(header.game)
    library = entry.game.library()
    end = FoldedState(entry, FULL, library)
    for line in lines:
        end.event(line)
    viewers = [viewer for viewer in perspectives(len(end.state.seats)) if viewer != FULL]
    redactions = {viewer: redaction_of(viewer, end.state) for viewer in viewers}
    whole, seen = FoldedState(entry, FULL, library), {viewer: FoldedState(entry, viewer, library) for viewer in viewers}
    for line in lines:
        whole.event(line)
        for viewer, redaction in redactions.items():
            seen[viewer].event(redaction.event(line))
        yield line.v, whole, seen


@pytest.mark.parametrize("path", sampled(FULL_RECORDS, keep=9), ids=name_of)
def test_the_law_of_redaction_at_every_version_of_stored_matches(path: Path) -> None:
    compared = 0
    for version, whole, seen in folded(path):
        for viewer, own in seen.items():
            assert own.hash(viewer) == whole.hash(viewer), (version, viewer)
            compared += whole.state.board_or_none is not None
    assert compared


@pytest.mark.anyio
@pytest.mark.parametrize("path", sampled(FULL_RECORDS, keep=9), ids=name_of)
async def test_a_stored_match_is_imported_and_every_perspective_of_it_holds(path: Path, tmp_path: Path) -> None:
    service = await serve(sqlite_url(tmp_path))
    async with service.app:
        if diverges(path):
            with pytest.raises(ImportRefused, match="name the key that vouches for it"):
                await service.app.history.importer.file(path)
        assert await service.app.history.importer.file(path, [SIGNER.current.id]) == "imported"
        header, _ = read(path)
        files = await exported(service.app, header.match)
    full = b"".join(FileSource(path).lines())
    written, views = files.pop(FULL), CATALOGUE.entry(header.game).views_hash
    if header.views == views:
        assert written == full
    else:
        assert of_any_release(written) == of_any_release(full)
    for viewer, data in files.items():
        assert levels(data, written) == {"L0": "ok", "L1": "ok", "L2": "skipped", "L3": "ok", "L4": "ok"}, viewer


def of_any_release(data: bytes) -> list[Any]:
    """The lines of a file without what follows from the shape of views that its writer knew."""
    lines = [json.loads(line) for line in data.splitlines()]
    shaped = {"h": {"views", "sum"}, "c": {"state", "sum"}, "f": {"state", "sum"}}
    return [{name: value for name, value in line.items() if name not in shaped.get(line["k"], ())} for line in lines]


def diverges(path: Path) -> bool:
    """Whether it was decided by other rules than today's; its file is true, and can be no more than vouched for."""
    return "diverged" in json.dumps(samples.index()[samples.key(path)]["levels"])


CHANGED = replace(TOY, rules_version="2")
"""The rules of a later day, told by their version."""


def _broken(batch: Batch, seat: int, action: act.Send) -> None:
    raise LookupError("no such card any more")


def _nobody(state: Any, seat: int) -> list[Template]:
    return []


def _asking(**changed: Any) -> Any:
    """The questions, of which the one for an envoy is another."""
    sends = {frame: replace(row, **changed) for frame, row in TOY.questions["send"].items()}
    return {**TOY.questions, "send": sends}


LOWEST_SCORES = replace(CHANGED, steps={**TOY.steps, Reveal: lowest_scores})
"""Another event comes of an old action."""
NOBODY_SENDS = replace(CHANGED, questions=_asking(options=_nobody))
"""An old action is refused."""
BROKEN = replace(CHANGED, questions=_asking(answers={act.Send: _broken}))
"""The new rules can't cope with what the old ones have made."""
SAME_HASH = replace(LOWEST_SCORES, rules_version=TOY.rules_version)
"""The same change, smuggled in under the old pins."""
CHANGES = {LOWEST_SCORES: "point_scored", NOBODY_SENDS: "action_taken", BROKEN: "action_taken"}


def toy() -> tuple[bytes, list[ReplayEvent]]:
    data = Scribe(TOY.slug, "rules", 2).join_all().play().recorded.file()
    return data, [
        line for _, line in numbered(BytesSource(data, len(data), len(data))) if isinstance(line, ReplayEvent)
    ]


def verified(game: CardGame, data: bytes) -> dict[str, Level]:
    report = verify(BytesSource(data, len(data), len(data)), GameCatalogue({game.slug: game}))
    return {level.level: level for level in report.levels}


@pytest.mark.parametrize("rules", CHANGES)
def test_a_change_of_the_rules_that_alters_an_old_decision_shows_as_diverged(rules: CardGame) -> None:
    data, lines = toy()
    found = verified(rules, data)
    first_send = next(line for line in lines if line.type == "action_taken" and b'"send"' in line_text(line))
    version = {line.type: line.v for line in reversed(lines)}["point_scored"]
    expected = version if CHANGES[rules] == "point_scored" else first_send.v
    assert (found["L2"].status, found["L2"].version) == ("diverged", expected)
    assert f"DIVERGED at version {expected}" in found["L2"].message
    assert "played by rules 1, decided again by 2" in found["L2"].message
    assert [found[level].status for level in ("L0", "L1", "L3", "L4")] == ["ok"] * 4


def test_a_ruling_with_a_first_version_decides_no_match_before_it() -> None:
    """Both versions are decided by one release, each as it was played; the ruling is what sets them apart."""
    later = GameCatalogue({TOY.slug: WITH_A_RULING})
    played = [Scribe(TOY.slug, "ruling", 2, catalogue=one).join_all().play().recorded for one in (CATALOGUE, later)]
    scored = [next(line for line in match.events if line.type == "point_scored").body for match in played]
    assert scored[0] != scored[1]
    assert [match.state.pins and match.state.pins.rules_version for match in played] == ["1", "1.1"]
    assert [verified(WITH_A_RULING, match.file())["L2"].status for match in played] == ["ok", "ok"]
    assert verified(TOY, played[1].file())["L2"].status == "diverged"


def test_rules_of_one_version_are_told_apart_by_their_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = toy()
    monkeypatch.setattr("service.catalogue.rules.hash_of", lambda text: "f" * 64)
    pinned = CATALOGUE.entry(TOY.slug).rules_hash[:12]
    told = verified(SAME_HASH, data)["L2"]
    assert told.status == "diverged"
    assert f"played by rules 1 ({pinned}), decided again by 1 (ffffffffffff); release " in told.message


def test_the_same_difference_under_unchanged_pins_is_a_fault() -> None:
    data, lines = toy()
    found = verified(SAME_HASH, data)["L2"]
    version = {line.type: line.v for line in reversed(lines)}["point_scored"]
    assert (found.status, found.version) == ("failed", version)
    assert "DIVERGED" not in found.message


def test_a_change_of_the_rules_that_alters_nothing_diverges_nowhere() -> None:
    data, _ = toy()
    assert verified(CHANGED, data)["L2"].status == "ok"


def test_the_command_says_that_a_match_diverges_and_exits_3(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, _ = toy()
    file = tmp_path / "toy.playledger.ndjson"
    file.write_bytes(data)
    for game, code, word in ((TOY, 4, "commands decided again"), (LOWEST_SCORES, 3, "DIVERGED at version")):
        monkeypatch.setattr(file_checks, "catalogue", lambda game=game: GameCatalogue({game.slug: game}))
        result = runner.invoke(app, ["verify", str(file)], catch_exceptions=False)
        assert result.exit_code == code, result.output
        assert word in result.stdout


def line_text(line: ReplayEvent) -> bytes:
    """Everything that a full line says."""
    return bytes(line.pub) + b"".join(bytes(part.data) for part in line.prv if isinstance(part.data, msgspec.Raw))


@pytest.mark.anyio
async def test_trusted_keys_vouch_for_what_diverges_and_for_nothing_that_fails(tmp_path: Path) -> None:
    data, _ = toy()
    file, key = tmp_path / "toy.playledger.ndjson", [SIGNER.current.id]
    file.write_bytes(data)
    for rules, advice in ((LOWEST_SCORES, "--keys"), (SAME_HASH, "L2 failed")):
        service = await serve("sqlite:///:memory:", {TOY.slug: rules})
        async with service.app:
            with pytest.raises(ImportRefused, match=advice):
                await service.app.history.importer.file(file)
            if rules.rules_version == TOY.rules_version:
                with pytest.raises(ImportRefused, match=advice):
                    await service.app.history.importer.file(file, key)
            else:
                assert await service.app.history.importer.file(file, key) == "imported"
