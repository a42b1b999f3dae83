"""A match to look through, wherever its events and states come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from api_schema.ports.matches import EventOut, LegalActionSet, StateOut
from domain.kernel.game import CardGame
from service.bootstrap import Playledger
from service.cli.output import BadInput
from service.cli.replay_files import viewer_of
from service.matches.aggregate import Aggregate
from service.matches.perspectives import perspectives
from service.matches.reader import PAGE


class Story(Protocol):
    """A match that is over or stands still, as a viewer reads it: versions from 1 to `last`, nothing after them."""

    @property
    def match(self) -> str:
        """Its id."""
        ...

    @property
    def game(self) -> CardGame: ...

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
        """The legal actions of a seat there; none inside a batch."""
        ...


class StoredStory:
    """A match of a store, as it stood when the command opened it. A reader of the store needs no permission."""

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
        return (await self._playledger.matches.reader.page(self._known, perspective, after, count)).events

    async def state(self, perspective: str, version: int) -> StateOut:
        """Folded, from the nearest version that is still known."""
        return await self._playledger.matches.reader.state(self._known, perspective, version)

    async def legal(self, number: int, version: int) -> LegalActionSet:
        """Computed from that version's state."""
        return self._playledger.matches.legal.of(await self._playledger.matches.reader.at(self._known, version), number)


async def events_and_state(
    playledger: Playledger, match: str, perspective: str | None, at: int | None
) -> tuple[list[EventOut], StateOut]:
    """Every event up to version `at` as the perspective sees it, and the state there. Raises BadInput."""
    story, viewer = await stored_story(playledger, match, perspective)
    last = version_of(story, at, story.last)
    return await _events(story, viewer, last), await story.state(viewer, last)


async def stored_story(playledger: Playledger, match: str, perspective: str | None) -> tuple[Story, str]:
    """A match of the store, and the perspective that it is seen from. Raises BadInput."""
    known = await playledger.matches.repository.current(match)
    return StoredStory(playledger, known), viewer_of(known, perspective)


def version_of(story: Story, wanted: int | None, usual: int) -> int:
    """The wanted version. Raises BadInput."""
    version = usual if wanted is None else wanted
    if not 1 <= version <= story.last:
        raise BadInput(f"--at: the match has versions 1 to {story.last}")
    return version


async def _events(story: Story, viewer: str, last: int) -> list[EventOut]:
    events: list[EventOut] = []
    while len(events) < last:
        events += await story.events(viewer, len(events), last - len(events))
    return events
