"""Every table of a scenario is checked when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.games.capcom_crossovers.table import Table


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    """Makes tables; at the end no card may be missing and nothing broken. Characters of a test are there until then."""
    made: list[Table] = []

    def make(*characters: Any, **options: Any) -> Table:
        made.append(Table(*characters, **options))
        return made[-1]

    yield make
    for one in made:
        one.check()
