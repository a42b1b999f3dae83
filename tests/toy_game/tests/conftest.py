"""Every table of a scenario is checked when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.toy_game.tests.table import Table


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    """Makes tables; at the end no card may lie in two places."""
    made: list[Table] = []

    def make(players: int = 2, **options: Any) -> Table:
        made.append(Table(players, **options))
        return made[-1]

    yield make
    for one in made:
        one.check()
