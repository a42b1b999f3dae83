"""Events, commands and streams for the store's tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from uuid import UUID, uuid4

from eventstore import chain
from eventstore.envelope import Appended, Command, Logged, NewEvent, StreamAppend
from eventstore.shards import BEGINNING, Places, shard_of
from eventstore.store import EventStore

T0 = 1_760_000_000_000
"""When the first event of a stream happens, ms since the epoch."""


def command(command_id: str = "c1", content: str = "", caller: str = "ada") -> Command:
    return Command(caller, command_id, sha256(content.encode()).digest())


def events(
    stream_id: UUID,
    count: int = 1,
    *,
    after: int = 0,
    previous: bytes = chain.GENESIS,
    private: bytes | None = None,
    note: str = "",
) -> list[NewEvent]:
    """Well-chained events that follow version `after`; the last one ends the batch."""
    made: list[NewEvent] = []
    for version in range(after + 1, after + count + 1):
        body = chain.body(
            match=str(stream_id),
            v=version,
            type="moved",
            schema=1,
            actor="seat:1",
            command="c",
            at=T0 + version,
            pub={"note": note, "n": version},
            commits={},
        )
        previous = chain.link(previous, body)
        made.append(NewEvent("moved", 1, body, private, T0 + version, previous, version == after + count))
    return made


def creation(
    stream_id: UUID | None = None, *, count: int = 1, key: str = "round", secret: bytes | None = None
) -> StreamAppend:
    """The first append of a new match, or to a given stream."""
    stream_id = stream_id or uuid4()
    return StreamAppend(stream_id, "match", 0, events(stream_id, count), command(key), secret=secret)


class Stream:
    """A stream under test: remembers its version and head hash, and appends well-chained events."""

    def __init__(
        self, store: EventStore, stream_id: UUID | None = None, version: int = 0, head_hash: bytes = chain.GENESIS
    ) -> None:
        self.store = store
        self.id = stream_id or uuid4()
        self.version = version
        self.head_hash = head_hash

    def next(self, count: int = 1) -> Sequence[NewEvent]:
        return events(self.id, count, after=self.version, previous=self.head_hash)

    def following(self, count: int = 1, *, key: str = "round", content: str = "") -> StreamAppend:
        """An append that follows what is known of the stream."""
        return StreamAppend(self.id, "tournament", self.version, self.next(count), command(key, content))

    async def append(self, count: int = 1, *, key: str | None = None, close: bool = False) -> Appended:
        key = key or f"c{self.version + 1}"
        appended = await self.store.append(self.id, "match", self.version, self.next(count), command(key), close=close)
        self.version, self.head_hash = appended.last_version, appended.head_hash
        return appended


async def whole_log(store: EventStore, after: Places = BEGINNING) -> Sequence[Logged]:
    """What the logs have after places, of all shards in order: each event in one place, and counted by its shard."""
    page = await store.read_log(after, limit=1_000_000)
    positions = [entry.position for entry in page.events]
    assert positions == sorted(set(positions))
    counted = Counter(shard_of(entry.event.stream_id) for entry in page.events)
    assert {shard: after[shard].number + counted[shard] for shard in after} == {
        shard: place.number for shard, place in page.places.items()
    }
    return page.events


async def sequence_all(store: EventStore) -> int:
    """Run the sequencer until nothing is left; how many events it numbered."""
    total = 0
    while numbered := await store.sequence():
        total += numbered
    return total
