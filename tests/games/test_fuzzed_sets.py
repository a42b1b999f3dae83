"""No card of a player can hurt anybody: matches with card sets by chance, in which every word of a game has run.

`python -m tests.kit.fuzzed_matches <game> --seed <n>` plays one of them again.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain

import pytest

from domain.games import discover
from domain.kernel.game import CardGame, takes_sets
from tests.kit.fuzzed_matches import Fuzzed
from tests.kit.fuzzed_texts import unused
from tests.kit.lanes import by_lane

GAMES = {game.slug: game for game in discover().values() if takes_sets(game)}
LEGAL = 0.6
"""The share of sets by chance that a reader takes at least: else too few kinds of texts would be tried."""

MISSED = 3
"""By day one word in so many may never run."""


@pytest.mark.parametrize("slug", GAMES)
def test_matches_with_sets_by_chance_hold_together_and_end(slug: str) -> None:
    game: CardGame = GAMES[slug]
    given, fuzzed = import_module(f"tests.games.{slug}.fuzz"), Fuzzed(game)
    tried = by_lane(commit=given.SAMPLE, nightly=given.NIGHTLY, fast=given.SAMPLE)
    for seed in chain(range(tried), getattr(given, "FOUND", ())):
        try:
            fuzzed.play(seed)
        except Exception as error:
            error.add_note(fuzzed.told(seed))
            raise
    sets = fuzzed.sets
    assert sets.legal >= LEGAL * sets.tried, sets.refused.most_common(5)
    missed = {*unused(sets.vocabulary, sets.ran)} - given.NEVER
    assert len(missed) <= by_lane(commit=len(sets.vocabulary.words) // MISSED, nightly=0), missed
