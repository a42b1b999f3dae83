"""The page for people knows no game: no slug, no rule and no zone of one stands in its source."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from domain.games import discover

GAMES = tuple(discover().values())
SOURCE = re.compile(r"^web/(?:src|messages)/.*\.(?:ts|svelte|css|json|graphql|html)$")
SLUGS = "|".join(game.slug for game in GAMES)
PREFIXES = "|".join(game.prefix for game in GAMES)
# the report of the chess federation bears a name of its own
GAME = re.compile(rf"(?<!fide-)\b(?:{SLUGS})\b|\b(?:{PREFIXES})(?:-\d|\b(?=['\"`]))")
QUOTED = re.compile(r"(?<![\w.])(['\"`])(\w+)\1")
COMMON = {"account", "attacks", "center", "cities", "city", "characters", "deck", "discard", "hand", "looking",
          "mission", "moves", "play", "removed", "reserve", "stack"}  # fmt: skip
"""Words of the API, of looks and of the page itself that some game has for a zone too."""


def zones() -> set[str]:
    """The zones of all games that no other thing is called by."""
    return {zone for game in GAMES for zone in game.look.zones} - COMMON


def knowing(texts: Mapping[str, str]) -> Iterator[str]:
    """Each place in the page's source that knows a game."""
    named = zones()
    for name, text in texts.items():
        if not SOURCE.match(name):
            continue
        yield from (f"{name}: {found[0]}" for found in GAME.finditer(text))
        yield from (f"{name}: {found[0]}" for found in QUOTED.finditer(text) if found[2] in named)


def test_the_page_knows_no_game(committed: Mapping[str, str]) -> None:
    assert sum(bool(SOURCE.match(name)) for name in committed) > 50
    assert list(knowing(committed)) == []


@pytest.mark.parametrize("text", ["goto('/g/c4')", "rule TRF-209", "zone('battlegrounds')", 'prefix === "SCP"'])
def test_the_check_finds_what_it_forbids(text: str) -> None:
    assert list(knowing({"web/src/lib/a.svelte": text})) != []


@pytest.mark.parametrize("text", ["/report.fide-trf", "the scope of it", "place === 'hand'", "battlegrounds"])
def test_other_words_are_no_games(text: str) -> None:
    assert list(knowing({"web/src/lib/a.svelte": text})) == []
