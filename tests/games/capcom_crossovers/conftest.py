"""Every table of a scenario is checked when the test ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.games.capcom_crossovers import GAME
from domain.kernel.cardsets import OwnSet
from domain.kernel.game import reader_of
from tests.games.capcom_crossovers.own_sets import TEXT
from tests.games.capcom_crossovers.table import MakeTable


@pytest.fixture
def table() -> Iterator[MakeTable]:
    """Makes tables; at the end no card may be missing and nothing broken."""
    make = MakeTable()
    yield make
    for one in make.made:
        one.check()


@pytest.fixture
def own(table: MakeTable) -> OwnSet[Any]:
    """The set of the kitchen, whose characters may come to the tables."""
    made = reader_of(GAME).read_own(GAME.core(), TEXT)
    table.cards |= {**made.cards, **made.others}
    return made
