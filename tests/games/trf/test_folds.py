"""What a stored match folds to goes by its facts: no card has a say in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.games.trf import GAME
from domain.games.trf.definitions import Definition
from domain.kernel.audience import FULL
from domain.kernel.cardsets import Library
from service.history.lines import ReplayEvent
from service.history.verify.checker import numbered
from service.history.verify.folds import FoldedState
from service.history.verify.sources import FileSource
from tests.kit.recorded import CATALOGUE
from tests.kit.samples import full_of, stored

RECORDS = sorted({full_of(path) for path in stored() if path.parent.name == GAME.slug})
FIGURES = ("cost", "combat", "capture", "meters", "words", "capture_value", "homeworld_value")


def edited(card: Definition) -> Definition:
    """The card with every figure another one, and Unique or not as it was not."""
    return replace(card, unique=not card.unique, **{name: getattr(card, name) + 1 for name in FIGURES})


EDITED = Library(replace(GAME.core(), cards={cid: edited(card) for cid, card in GAME.core().cards.items()}))


@pytest.mark.rule("TRF-335", "TRF-521")
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_a_stored_match_folds_alike_after_every_card_was_edited(path: Path) -> None:
    """Given a stored match, when all figures of its cards are changed, then after each fact the board is the same."""
    entry = CATALOGUE.entry(GAME.slug)
    written, changed = FoldedState(entry, FULL, GAME.library()), FoldedState(entry, FULL, EDITED)
    compared = 0
    for _, line in numbered(FileSource(path)):
        if isinstance(line, ReplayEvent):
            written.event(line)
            changed.event(line)
            assert written.state.board_or_none == changed.state.board_or_none, (line.v, line.type)
            compared += 1
    assert compared
    assert written.state.cards != changed.state.cards
