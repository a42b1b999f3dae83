"""The event store on several Postgres databases, each of which has the streams of some shards.

The first one has all else too: read models, how far they are, accounts and leases. No transaction spans two of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from eventstore import levels
from eventstore.databases import Shards
from eventstore.envelope import (
    Appended,
    Command,
    Head,
    Lag,
    LogPage,
    NewEvent,
    Snapshot,
    StoredEvent,
    StreamAppend,
    Types,
)
from eventstore.forwarding import ForwardingStore
from eventstore.shards import BEGINNING, Places, shard_of
from eventstore.store import Database, EventStore, StoreUnavailable, check_appends

T = TypeVar("T")


class RoutedStore(ForwardingStore):
    """See store.EventStore. The first database answers everything that is no stream's."""

    def __init__(self, parts: Sequence[tuple[Shards, EventStore]]) -> None:
        """The stores with the shards of each; together they have all shards."""
        self._stores = [store for _, store in parts]
        super().__init__(self._stores[0])
        self._of_shard: Mapping[int, EventStore] = {shard: store for shards, store in parts for shard in shards}
        self._databases = [Database(shards, store.sql) for shards, store in parts]
        self._level = False

    @property
    def databases(self) -> Sequence[Database]:
        return self._databases

    async def append(
        self,
        stream_id: UUID,
        kind: str,
        expected_version: int,
        events: Sequence[NewEvent],
        command: Command,
        *,
        close: bool = False,
        secret: bytes | None = None,
    ) -> Appended:
        store = self._of(stream_id)
        return await store.append(stream_id, kind, expected_version, events, command, close=close, secret=secret)

    async def append_all(self, appends: Sequence[StreamAppend]) -> list[Appended]:
        check_appends(appends)
        store = self._of(appends[0].stream_id)
        if any(self._of(one.stream_id) is not store for one in appends):
            raise ValueError("streams of several databases can't be appended to together: put them into one shard")
        return await store.append_all(appends)

    async def find_command(self, stream_id: UUID, command: Command) -> Appended | None:
        return await self._of(stream_id).find_command(stream_id, command)

    async def head(self, stream_id: UUID) -> Head | None:
        return await self._of(stream_id).head(stream_id)

    async def read(
        self,
        stream_id: UUID,
        after: int = 0,
        limit: int | None = None,
        *,
        head: bytes | None = None,
        settled: bool = False,
    ) -> list[StoredEvent]:
        return await self._of(stream_id).read(stream_id, after, limit, head=head, settled=settled)

    async def load(
        self, stream_id: UUID, rules_hash: str, schema_hash: str
    ) -> tuple[Snapshot | None, list[StoredEvent]]:
        return await self._of(stream_id).load(stream_id, rules_hash, schema_hash)

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        await self._of(snapshot.stream_id).save_snapshot(snapshot)

    async def secret(self, stream_id: UUID) -> bytes | None:
        return await self._of(stream_id).secret(stream_id)

    async def sequence(self, limit: int = 10_000) -> int:
        """As it says there, each database up to `limit`. Raises StoreUnavailable for the first one only."""
        if not self._level:
            # before anything is numbered: what follows from events of another database gets a later stamp than these
            self._level = await levels.bring_to_one_stamp(self._databases)
        done = await self._all(lambda store: store.sequence(limit))
        if isinstance(done[0], StoreUnavailable):
            raise done[0]
        numbered = sum(one for one in done if not isinstance(one, StoreUnavailable))
        if numbered:
            self._level = await levels.bring_to_one_stamp(self._databases)
        return numbered

    async def lag(self) -> Lag:
        """As it says there, of the databases that answer. Raises StoreUnavailable for the first one only."""
        found = await self._all(lambda store: store.lag())
        if isinstance(found[0], StoreUnavailable):
            raise found[0]
        lags = [lag for lag in found if not isinstance(lag, StoreUnavailable)]
        return Lag(sum(lag.events for lag in lags), max(lag.age_ms for lag in lags))

    async def read_log(
        self, after: Places = BEGINNING, until: int | None = None, limit: int = 1_000, types: Types = None
    ) -> LogPage:
        parts = [(store, own) for store in self._stores if (own := self._own(store, after))]
        if len(parts) == 1:
            return await parts[0][0].read_log(after, until, limit, types)
        pages = await asyncio.gather(*(store.read_log(own, until, limit, types) for store, own in parts))
        end = min(page.until for page in pages)
        # where a page goes on beyond the end, it is read again up to there: an append is never cut
        cut = [
            page if page.until == end else await store.read_log(own, end, limit, types)
            for (store, own), page in zip(parts, pages, strict=True)
        ]
        events = sorted((entry for page in cut for entry in page.events), key=lambda entry: entry.position)
        return LogPage(events, end, {shard: place for page in cut for shard, place in page.places.items()})

    @property
    def losses(self) -> int:
        return sum(store.losses for store in self._stores)

    async def close(self) -> None:
        await asyncio.gather(*(store.close() for store in self._stores))

    def _of(self, stream_id: UUID) -> EventStore:
        return self._of_shard[shard_of(stream_id)]

    def _own(self, store: EventStore, places: Places) -> Places:
        return {shard: place for shard, place in places.items() if self._of_shard[shard] is store}

    async def _all(self, ask: Callable[[EventStore], Awaitable[T]]) -> list[T | StoreUnavailable]:
        """The answers of all databases, or why one does not answer."""

        async def asked(store: EventStore) -> T | StoreUnavailable:
            try:
                return await ask(store)
            except StoreUnavailable as error:
                return error

        return await asyncio.gather(*map(asked, self._stores))
