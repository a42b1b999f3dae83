"""Slices of a stream, which end where a command's batch ends, and views of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from domain.kernel.match import SecretsRevealed
from eventstore import EventStore, StoredEvent
from eventstore.chain import GENESIS


class SourceHead(NamedTuple):
    """The version and the hash of a match's last event, and whether it is over. `hash` None: not known there."""

    version: int
    hash: bytes | None
    over: bool


class EventSource(Protocol):
    """A source of events. Raises StoreUnavailable while the store is away; streams then wait for it."""

    async def head(self, match_id: str) -> SourceHead:
        """The last event; version 0 for a match that doesn't exist."""
        ...

    async def read(self, match_id: str, after: int, limit: int, head: bytes | None = None) -> Sequence[StoredEvent]:
        """At most `limit` events with version > `after`, in order.

        Raises OtherHistory if the event `after` does not have the hash `head`.
        """
        ...

    @property
    def losses(self) -> int:
        """How often the connection to the store was lost: what was read before may be gone."""
        ...

    def is_last(self, event: StoredEvent) -> bool:
        """Whether nothing can follow this event in its match."""
        ...


NOWHERE = SourceHead(0, GENESIS, over=False)
"""The head of a match that doesn't exist."""


class Clockwork(Protocol):
    """The clocks of matches that run in public."""

    async def running(self, match_id: str, version: int) -> tuple[Hashable, ...] | None:
        """Those of a match that has come to a version; None if that is not known before its events are rendered."""
        ...

    def tick(self, clocks: Any) -> bytes:
        """The tick of these clocks now."""
        ...


class StoreSource:
    """Reads the streams of an event store. `stream_of` gives the stream of a match."""

    def __init__(self, store: EventStore, stream_of: Callable[[str], UUID]) -> None:
        self._store = store
        self._stream_of = stream_of

    async def head(self, match_id: str) -> SourceHead:
        """The head of the match's stream; the stream is closed when the match is over and revealed."""
        head = await self._store.head(self._stream_of(match_id))
        return NOWHERE if head is None else SourceHead(head.version, head.head_hash, head.closed)

    async def read(self, match_id: str, after: int, limit: int, head: bytes | None = None) -> Sequence[StoredEvent]:
        """Events of the match's stream."""
        return await self._store.read(self._stream_of(match_id), after, limit, head=head)

    @property
    def losses(self) -> int:
        """Those of the store."""
        return self._store.losses

    def is_last(self, event: StoredEvent) -> bool:
        """The secrets are revealed after everything else, when a match ends or when a tournament opens them."""
        return event.type == SecretsRevealed.type


@dataclass(frozen=True)
class EventSlice:
    """Whole batches of one match, except that the first may begin inside one, where a reader resumes.

    `revealed`: when it was read the match was over and its secrets were open.
    """

    match_id: str
    events: tuple[StoredEvent, ...]
    revealed: bool

    @property
    def first(self) -> int:
        """The version of its first event."""
        return self.events[0].version

    @property
    def last(self) -> int:
        """The version of its last event."""
        return self.events[-1].version


@dataclass(frozen=True)
class Rendering:
    """How a watcher of a match is told. Watchers with equal keys must see the same bytes: the channel renders them
    once.

    `key` names the perspective and the format: ("rest", "seat:1"), or for GraphQL (document hash, variables without
    ids, perspective). `events` renders a slice, `closed` the message at the end of the match at a version. Where no
    sink is served it may have nothing to say of a slice, b"": its watchers then get nothing, and go on after it.
    `edition` names what it shows beside events, not to sinks: its bytes stay good as long as that is the same.
    """

    key: Hashable
    events: Callable[[EventSlice], Awaitable[bytes]]
    closed: Callable[[str, int], Awaitable[bytes]]
    edition: Callable[[], Hashable] = lambda: None


async def read_batches(
    source: EventSource, match_id: str, after: int, page: int, head: bytes | None = None
) -> tuple[StoredEvent, ...]:
    """About `page` events after a version, cut at the end of a batch; none if there is nothing new.

    Raises OtherHistory if the event `after` does not have the hash `head`.
    """
    events: list[StoredEvent] = []
    while True:
        read = await source.read(match_id, after, page, head)
        events += read
        if read:
            after, head = read[-1].version, read[-1].hash
        end = next((n for n in range(len(events), 0, -1) if events[n - 1].batch_end), 0)
        if end or len(read) < page:
            return tuple(events[:end])
