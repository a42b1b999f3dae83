"""The face of the event store: the protocol, the one way to SQL beside it, and the values that both speak of."""

from __future__ import annotations

from eventstore.envelope import (
    Appended,
    Command,
    Head,
    Lag,
    Logged,
    LogPage,
    NewEvent,
    ReplicaReads,
    Snapshot,
    StoredEvent,
    StreamAppend,
    Types,
    is_gone,
)
from eventstore.shards import BEGINNING, SHARDS, Places, beside, events_in, least_stamp, resolved, shard_of, within
from eventstore.store import (
    Archived,
    EventStore,
    KeyReused,
    OtherHistory,
    OutOfRoom,
    Sql,
    StoreError,
    StoreUnavailable,
    StreamClosed,
    WrongExpectedVersion,
)
