"""Matches that began with an earlier version of the cards: they go on with it, fold and verify as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games import discover
from domain.kernel.audience import FULL
from domain.kernel.game import CardGame
from domain.kernel.match import State
from service.bots.bots import BOTS
from service.history.lines import ReplayEvent
from service.history.verify.checker import numbered
from service.history.verify.folds import FoldedState
from service.history.verify.levels import header_of, library_of, verify_file
from service.history.verify.sources import FileSource
from tests.kit.play import moves, waited_for
from tests.kit.recorded import CATALOGUE
from tests.kit.samples import SAMPLES, SUFFIX


def pinned(path: Path) -> str:
    return str(header_of(FileSource(path)).pins["card_set_hash"])


def before(game: CardGame) -> Path | None:
    """A short match of a game that began with other cards than those of today."""
    path = SAMPLES / game.slug / (FULL + SUFFIX)
    return None if pinned(path) == game.card_set_hash() else path


BEFORE = {slug: path for slug, game in discover().items() if (path := before(game)) is not None}


def test_a_game_has_had_other_cards() -> None:
    assert BEFORE


@pytest.mark.parametrize("slug", BEFORE)
def test_it_is_decided_again_as_it_was_by_the_cards_of_then(slug: str) -> None:
    report = verify_file(BEFORE[slug], CATALOGUE)
    assert {one.level: one.status for one in report.levels if one.level != "L4"} == dict.fromkeys(
        ("L0", "L1", "L2", "L3"), "ok"
    )


@pytest.mark.parametrize("slug", BEFORE)
def test_it_goes_on_to_its_end_with_the_cards_of_then(slug: str) -> None:
    """Given the first half of it, when bots play on, then it ends, and no card of today has taken part."""
    entry, path = CATALOGUE.entry(slug), BEFORE[slug]
    game = entry.game
    library = library_of(entry, header_of(FileSource(path)))
    folded = FoldedState(entry, FULL, library)
    lines = [line for _, line in numbered(FileSource(path)) if isinstance(line, ReplayEvent)]
    half = next(line.v for line in lines[len(lines) // 2 :] if line.end)
    for line in lines[:half]:
        folded.event(line)
    state: State = folded.state
    assert state.status == "running"
    for step in moves(game, state, 1, concede=0, late=0, asked=waited_for, bot=BOTS["greedy"]):
        state = step.state
    assert state.status == "finished"
    assert state.cards == library.core(pinned(path)).cards != game.core().cards
