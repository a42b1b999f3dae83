"""Reading a match: its state, its events, what may be done, each as one perspective sees it."""

from __future__ import annotations

from collections.abc import Sequence

from cachetools import LRUCache

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.matches import EventOut, EventPage, StateOut
from domain.kernel.facts import Fact
from eventstore import StoredEvent, StoreUnavailable
from service.matches import events
from service.matches.aggregate import Aggregate
from service.matches.on_table import OnTable
from service.matches.perspectives import perspective_on, view_hash
from service.matches.rendering import state_out, view_of
from service.matches.repository import Repository

PAGE = 256
"""The most events that one page holds."""
_STEP = 32
REMEMBERED = 512
"""States kept as they went out: what a viewer may see of a match whose chain ends in this hash."""
_Seen = tuple[str, bytes, str]


class MatchReader:
    """Reads matches for callers whose perspective has been checked."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._on_table = OnTable(repository)
        self._states: LRUCache[_Seen, StateOut] = LRUCache(REMEMBERED)

    async def state(self, match: Aggregate, viewer: str, version: int | None) -> StateOut:
        """The state now, or as it was at a version. One that was read before isn't rendered again: it never changes."""
        then = await self.at(match, version)
        key = then.match, then.head, viewer
        found = self._states.get(key)
        if found is None:
            found = self._states[key] = state_out(then, viewer)
        return found

    async def page(self, match: Aggregate, viewer: str, after: int, first: int) -> EventPage:
        """Events with version > `after`."""
        read = await self._from_batch_start(match, after, first)
        rendered = await self.render(match, [event for event in read if event.version <= match.version], viewer)
        shown = tuple(event for event in rendered if event.version > after)
        last = shown[-1].version if shown else after
        return EventPage(shown, last >= match.version, match.version)

    async def render(
        self, match: Aggregate, read: Sequence[StoredEvent], viewer: str, facts: Sequence[Fact] = ()
    ) -> list[EventOut]:
        """Events from the beginning of a batch on, as a viewer of this match sees them. `facts`: what they were made
        of, if they were decided just now.
        """
        sight = perspective_on(match.state, viewer)
        with self._repository.releases.readable(match.match):
            seen = events.seen(match.entry, read, sight, facts)
        names = await self._on_table.names(match, seen, sight)
        return events.render(match.entry, match.state.cards, match.match, seen, names)

    async def hash_at(self, match: Aggregate, viewer: str, version: int) -> str:
        """The state hash of a perspective at a version."""
        return view_hash(view_of(await self.at(match, version), viewer))

    async def head_at(self, match: Aggregate, version: int) -> bytes:
        """The hash of the event at a version, which needs no folding."""
        if version == match.version:
            return match.head
        read = await self._repository.store.read(match.stream, version - 1, 1)
        if not read:
            raise StoreUnavailable(f"{match.match} has lost version {version}")
        return read[0].hash

    async def read(self, match: str, after: int, first: int, viewer: str) -> list[EventOut]:
        """Events with version > `after` as they go out, for streams."""
        known = await self._repository.current(match)
        return list((await self.page(known, viewer, after, first)).events)

    async def at(self, match: Aggregate, version: int | None) -> Aggregate:
        """The match now, or as it was at a version. The caller shows no more of it than its own caller may see."""
        if version is None or version == match.version:
            return match
        # what was given may be less than there is by now: no more of it is shown
        then = await self._repository.at(match.match, version) if version <= match.version else None
        if then is None:
            raise ApiError(ErrorCode.NOT_FOUND, f"the match has no version {version} yet", path=("atVersion",))
        return then

    async def _from_batch_start(self, match: Aggregate, after: int, first: int) -> list[StoredEvent]:
        """The events asked for, and before them those of their batch that came earlier."""
        start = max(0, after - 1)
        settled = match.state.revealed
        read = await self._repository.store.read(match.stream, start, first + after - start, settled=settled)
        while start > 0 and read and not read[0].batch_end:
            step = min(_STEP, start)
            earlier = await self._repository.store.read(match.stream, start - step, step, settled=settled)
            ends = [place for place, event in enumerate(earlier) if event.batch_end]
            if ends:
                return earlier[ends[-1] + 1 :] + read
            start, read = start - step, earlier + read
        return read[1:] if start > 0 and read and read[0].batch_end else read
