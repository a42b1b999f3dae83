"""A match to look through, wherever its events and states come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from api_schema.ports import EventOut, LegalActionSet, StateOut
from domain.kernel.game import Game
from service.bootstrap import Playledger
from service.history.views import perspectives
from service.matches.aggregate import Aggregate
from service.matches.reading import PAGE


class Story(Protocol):
    """What a viewer asks of a match that is over or stands still: versions from 1 to `last`, nothing after them."""

    @property
    def match(self) -> str:
        """Its id."""
        ...

    @property
    def game(self) -> Game: ...

    @property
    def last(self) -> int:
        """The last version to look at."""
        ...

    @property
    def perspectives(self) -> Sequence[str]:
        """Every one that it can be seen from."""
        ...

    async def events(self, perspective: str, after: int, first: int) -> Sequence[EventOut]:
        """At most `first` events with version > `after`, in order; none beyond the last version."""
        ...

    async def state(self, perspective: str, version: int) -> StateOut:
        """The state at a version from 1 to the last."""
        ...

    async def legal(self, number: int, version: int) -> LegalActionSet:
        """What a seat might do there; nothing inside a batch."""
        ...


class StoredStory:
    """A match of a store, as it stood when it was opened. Whoever reads the store needs no permission."""

    def __init__(self, playledger: Playledger, known: Aggregate) -> None:
        self._playledger = playledger
        self._known = known
        self.match = known.match
        self.game = known.game
        self.last = known.version
        self.perspectives = perspectives(len(known.state.seats))

    async def events(self, perspective: str, after: int, first: int) -> Sequence[EventOut]:
        """From the stream."""
        count = min(first, PAGE, self.last - after)
        if count <= 0:
            return ()
        return (await self._playledger.reader.page(self._known, perspective, after, count)).events

    async def state(self, perspective: str, version: int) -> StateOut:
        """Folded, from the nearest version that is still known."""
        return await self._playledger.reader.state(self._known, perspective, version)

    async def legal(self, number: int, version: int) -> LegalActionSet:
        """Computed from that version's state."""
        return self._playledger.legal.of(await self._playledger.reader.at(self._known, version), number)
