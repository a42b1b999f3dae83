"""Matches that earlier releases have played are decided again as they were, and their audit finds no fault."""

from __future__ import annotations

import lzma
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from domain.games import discover
from service.history.verify.report import VerifyReport
from tests.history.files import INTACT, report
from tests.kit import released, rules
from tests.kit.lanes import by_lane, sampled
from tests.kit.served import SECRET, sqlite_url
from tests.service.test_cli import ran

KEPT = released.kept()
OTHERWISE: Mapping[tuple[str, str, int], str] = {}
"""Those that today's rules decide otherwise, and why that is to stay so."""
SCP = ("0.1.0", "scp", 8)
"""The shortest of a game whose rulings have changed what happens since."""


def what_to_do(release: str, found: VerifyReport) -> str:
    """About a match that is decided otherwise."""
    said = "; ".join(f"{bad.level} {bad.status}: {bad.message}" for bad in found.bad)
    advice = (
        f"raise rules_version of {found.game} above that of release {release}, and let what has changed ask `goes_by`"
    )
    return f"{said}; {advice} for it (CONTRIBUTING.md, a rule)"


@pytest.mark.parametrize(
    ("release", "game", "place"), sampled(KEPT, keep=by_lane(commit=2, nightly=2) * len(KEPT) // released.MATCHES)
)
def test_a_match_of_an_earlier_release_is_decided_as_it_was(release: str, game: str, place: int) -> None:
    found = report(released.match(release, game, place))
    levels = {level.level: level.status for level in found.levels}
    assert found.verdict != "failed", what_to_do(release, found)
    assert (levels["L2"] == "diverged") == ((release, game, place) in OTHERWISE), what_to_do(release, found)
    assert levels | {"L2": "ok"} == INTACT


@pytest.mark.parametrize("slug", sorted(discover()))
def test_each_release_has_kept_matches_of_the_rules_that_it_gave_out(slug: str) -> None:
    """A release before the game leaves none."""
    releases = {release for release, game, _ in KEPT if game == slug}
    given_out = {one.release: one for one in rules.noted() if one.game == slug and one.release != rules.NONE}
    assert set(given_out) <= releases
    for release in releases:
        pins = msgspec.json.decode(released.stripped_of(release, slug)[0].splitlines()[0])["pins"]
        if release in given_out:
            assert (pins["rules_version"], pins["rules_hash"]) == given_out[release][1:3]


def test_a_store_with_matches_of_an_earlier_release_has_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    file, store = tmp_path / "scp.playledger.ndjson", sqlite_url(tmp_path)
    file.write_bytes(released.match(*SCP))
    assert ran("import", str(file), "--store", store) == f"{file}: imported\n"
    said = ran("audit", "--all", "--store", store)
    assert said == "1 matches, 0 with a fault, 0 decided by another release\n"


def test_a_release_keeps_its_matches_small_and_gets_them_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = discover()["cape_and_cowl"]
    made = list(islice(released.played(game, "9.9.9"), 1))
    monkeypatch.setattr(released, "FOLDER", tmp_path)
    released.keep("9.9.9", game.slug, made)
    (file,) = tmp_path.glob("9.9.9/*.xz")
    assert file.stat().st_size < len(lzma.compress(b"".join(made))) / 3
    assert released.match("9.9.9", game.slug, 0) == made[0]
    pins = msgspec.json.decode(made[0].splitlines()[0])["pins"]
    assert pins["engine_version"] == "9.9.9"
    assert report(made[0]).bad == []


def test_a_match_that_would_not_come_back_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = released.match(*SCP).splitlines(keepends=True)
    monkeypatch.setattr(released, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="not the same"):
        released.keep("9.9.9", "scp", [first.replace(b'"tags":{}', b'"tags":{"round":"1"}') + b"".join(others)])
    assert not list(tmp_path.iterdir())
