"""Seeded matches go as they went when their text was committed."""

from __future__ import annotations

import pytest

from domain.games.trf import GAME
from tests.kit import playthrough


def test_there_are_playthroughs_of_both_bots() -> None:
    there = {file.stem for file in playthrough.file_of(GAME, "any").parent.glob("*.txt")}
    tables = ("duel", "free_for_all-3", "free_for_all-4")
    assert (
        there == set(playthrough.names(GAME)) == {f"{table}-{bot}" for table in tables for bot in ("greedy", "random")}
    )


@pytest.mark.parametrize("name", playthrough.names(GAME))
def test_the_match_goes_as_committed(name: str) -> None:
    committed = playthrough.file_of(GAME, name).read_text(encoding="utf-8")
    assert playthrough.render(GAME, name) == committed, "run: make playthroughs, and read the diff"
