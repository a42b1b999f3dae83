"""Seeded matches of every game go as they went when their text was committed."""

from __future__ import annotations

import pytest

from domain.games import discover
from tests.kit import playthrough

GAMES = discover()


@pytest.mark.parametrize("slug", GAMES)
def test_there_are_playthroughs_of_both_bots_at_each_table(slug: str) -> None:
    there = {file.stem for file in playthrough.file_of(GAMES[slug], "any").parent.glob("*.txt")}
    assert there == set(playthrough.names(GAMES[slug]))


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug, game in GAMES.items() for name in playthrough.names(game)]
)
def test_the_match_goes_as_committed(slug: str, name: str) -> None:
    committed = playthrough.file_of(GAMES[slug], name).read_text(encoding="utf-8")
    assert playthrough.render(GAMES[slug], name) == committed, "run: make playthroughs, and read the diff"
