"""Stores of earlier releases are upgraded: no match of them has a fault, and read models are what the logs make."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import services
from tests.e2e.servers import playledger
from tests.faults.folded import folded_anew
from tests.kit import released_stores
from tests.kit.released_stores import KINDS, kept, restored

NONE = pytest.param("", "", marks=pytest.mark.skip("no release has kept a store: 0.2.0 is the first whose stores stay"))
THERE = "6 matches and 1 tournaments and 1 ladders"


def upgraded(release: str, kind: str) -> None:
    """Whatever today's rules say of its matches, none has a fault."""
    with restored(release, kind) as url:
        playledger(url, "migrate")
        said = playledger(url, "audit", "--all")
        assert said.startswith(f"{THERE}, 0 with a fault"), said
        services.run(folded_anew(url))


@pytest.mark.programs
@pytest.mark.parametrize(("release", "kind"), kept() or [NONE])
def test_a_store_of_an_earlier_release_is_upgraded(release: str, kind: str) -> None:
    upgraded(release, kind)


@pytest.mark.nightly
@pytest.mark.programs
def test_a_release_keeps_a_small_store_of_each_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(released_stores, "FOLDER", tmp_path)
    released_stores.keep("9.9.9")
    assert sorted(kept()) == sorted(("9.9.9", kind) for kind in KINDS)
    for kind in KINDS:
        assert (tmp_path / f"9.9.9/stores/{kind}.xz").stat().st_size < 200_000
        upgraded("9.9.9", kind)
