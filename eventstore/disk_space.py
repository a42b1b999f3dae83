"""The store's memory of the last append: whether there was room for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from eventstore.store import OutOfRoom


class DiskSpace:
    """`lacks` from an append that was OutOfRoom until a write that needs room succeeds."""

    lacks = False

    @contextmanager
    def needed(self) -> Iterator[None]:
        """Take note of how a write ends that needs room. One that fails for another reason says nothing of it."""
        try:
            yield
        except OutOfRoom:
            self.lacks = True
            raise
        self.lacks = False
