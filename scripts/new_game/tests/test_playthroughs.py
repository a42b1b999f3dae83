"""Seeded matches go as they went when their text was committed."""

from __future__ import annotations

import pytest

from scripts.new_game.game import GAME
from tests.kit import playthrough


@pytest.mark.parametrize("name", playthrough.names(GAME))
def test_the_match_goes_as_committed(name: str) -> None:
    committed = playthrough.file_of(GAME, name).read_text(encoding="utf-8")
    assert playthrough.render(GAME, name) == committed, "run: make playthroughs, and read the diff"
