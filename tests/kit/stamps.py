"""Stamps that are the same in every run: a position tells which event came first, and no time of day."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NOW = 1_700_000_000_000


@contextmanager
def standing_still() -> Iterator[None]:
    """The clock by which embedded stores number events stands still meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("eventstore.sqlite.sequencer.now_ms", lambda: NOW)
        yield
