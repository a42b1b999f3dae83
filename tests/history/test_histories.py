"""Every simulated match is exported in all perspectives and passes every level; `make history` does it with many."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import discover
from scripts import node
from tests.kit.histories import Summary, check
from tests.kit.modes import in_each_mode
from tests.kit.served import SECRET

MATCHES = 2
"""Of one game; its modes share them."""


BY_COMMIT = ("cape_and_cowl", "scp")
"""Those whose matches are short; the others are checked in nightly runs."""
STORES = [
    pytest.param(("sqlite", "postgres")[place % 2], game, marks=[] if game in BY_COMMIT else [pytest.mark.nightly])
    for place, game in enumerate(discover())
]
"""Every game, on one of the stores in turn: what differs between games has nothing to do with them."""


@pytest.mark.programs
@pytest.mark.parametrize(("store_urls", "game"), STORES, indirect=["store_urls"])
def test_every_simulated_match_passes_every_level_in_every_perspective(
    store_urls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    folder = tmp_path / "files"
    modes = len(in_each_mode([discover()[game]]))
    each = max(1, MATCHES // modes)
    summary = check(game, each, "six", store_urls[0], folder)
    files = len(list(folder.iterdir()))
    matches = each * modes
    assert summary == Summary(files, files if node.available() else 0, matches)
    # full, spectator, and two seats or more
    assert files >= 4 * matches


@pytest.mark.programs
def test_a_file_that_fails_is_named(store_urls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check itself can fail."""
    monkeypatch.setenv("PLAYLEDGER_SECRET_KEY", SECRET)
    folder = tmp_path / "files"
    folder.mkdir()
    broken = folder / "mt_left.full.playledger.ndjson"
    sample = Path(__file__).parents[2] / "docs/replay/samples/c4/full.playledger.ndjson"
    broken.write_bytes(sample.read_bytes()[:-2])
    faults = check("c4", 1, "one", store_urls[0], folder).faults
    assert faults[0] == "2 full files of 1 matches"
    assert all(str(broken) in fault for fault in faults[1:])
    assert len(faults) > 1
