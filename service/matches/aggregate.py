"""A match in memory: its folded state with what is needed to append to its stream, and the cache of such."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from domain.kernel.cardsets import Library
from domain.kernel.codec import Row
from domain.kernel.game import CardGame
from domain.kernel.match import State
from eventstore import NewEvent, OtherHistory, StoredEvent, StoreUnavailable, chain
from eventstore.limits import DEFAULT
from service.catalogue.catalogue import CatalogueEntry
from service.streams.broker import Unsubscribe


@dataclass(frozen=True)
class Aggregate:
    """A match as a reader who sees everything folds it. It never changes: a decision or a tail makes a new one.

    `secret` is the seed as it is stored, encrypted; None where this store never had it. `resolving`: the last event is
    not the end of a batch. `kept` is the version of the newest snapshot known of. `repinned`: the last event is a
    change of pins, caused by the command under decision.
    """

    match: str
    stream: UUID
    entry: CatalogueEntry
    state: State
    head: bytes
    secret: bytes | None = field(default=None, repr=False)
    resolving: bool = False
    kept: int = 0
    repinned: bool = False

    @property
    def game(self) -> CardGame:
        """The rules of this match."""
        return self.entry.game

    @property
    def library(self) -> Library:
        """Where its cards are looked up."""
        library = self.state.library
        assert library is not None
        return library

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.state.version

    @property
    def seen(self) -> int:
        """The version that the sender of the command can have seen: the one before a change of pins for it."""
        return self.version - self.repinned


def advanced(known: Aggregate, state: State, tail: Sequence[StoredEvent]) -> Aggregate:
    """The match with this state and these events after it. The state is folded in place.

    Raises OtherHistory for events that do not follow from the known head.
    """
    check_follows(known.version, known.head, tail)
    known.entry.codec.fold(state, (row(event) for event in tail))
    return replace(known, state=state, head=tail[-1].hash, resolving=not tail[-1].batch_end, repinned=False)


class InBatch(Protocol):
    """An event, in whatever form."""

    @property
    def batch_end(self) -> bool: ...


InBatchT = TypeVar("InBatchT", bound=InBatch)


def batches(read: Iterable[InBatchT]) -> Iterator[list[InBatchT]]:
    """The events batch by batch; the last one may go on behind them."""
    begun: list[InBatchT] = []
    for event in read:
        begun.append(event)
        if event.batch_end:
            yield begun
            begun = []
    if begun:
        yield begun


def check_follows(version: int, head: bytes, tail: Sequence[StoredEvent]) -> None:
    """Raises OtherHistory for events that don't come after the one with this version and hash."""
    if not chain.follows(tail[0], head):
        raise OtherHistory(version)


def row(event: StoredEvent | NewEvent) -> Row:
    """An event as the codec reads it."""
    return event.type, event.schema, event.body, event.private, event.at


class Locks:
    """One lock for each match in use, so that a process doesn't race itself."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, match: str) -> asyncio.Lock:
        """The lock of a match; keep a reference to it while it matters."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def held(self, match: str, seconds: float) -> AsyncIterator[None]:
        """The lock, taken and given back. StoreUnavailable if those before hold it for longer than this: they wait for
        a store that doesn't answer, and nobody waits for it longer because others do.
        """
        lock = self.of(match)
        try:
            if lock.locked():
                async with asyncio.timeout(seconds):
                    await lock.acquire()
            else:
                await lock.acquire()
        except TimeoutError as error:
            raise StoreUnavailable(f"others have waited for {seconds:g} s to change {match}") from error
        try:
            yield
        finally:
            lock.release()


Follow = Callable[[str], Unsubscribe]


class MatchCache:
    """The matches used last, and a lock for each, which a decision on it holds in this process: others wait for it for
    `patience` seconds.

    It listens to the broker: a match is out of date if a hint names a newer version than the kept one. It follows the
    matches on which other processes decide too.

    Beside a match it keeps the open seed, from the first decision here until the match is over or dropped.
    """

    def __init__(self, size: int, patience: float = DEFAULT.append, follow: Follow | None = None) -> None:
        self._size = size
        self._follow = follow
        self._unfollow: dict[str, Unsubscribe] = {}
        self._patience = patience
        self._matches: OrderedDict[str, Aggregate] = OrderedDict()
        self._hinted: dict[str, int] = {}
        self._locks = Locks()
        self._seeds: dict[str, bytes] = {}
        self.hits = self.misses = 0

    def __len__(self) -> int:
        return len(self._matches)

    def get(self, match: str) -> Aggregate | None:
        """The match as last known here; the store may have more."""
        known = self._used(match)
        if known is None:
            self.misses += 1
        else:
            self.hits += 1
        return known

    def state(self, match: str) -> State | None:
        """The state of a match as last known here; None if it isn't known."""
        known = self._used(match)
        return None if known is None else known.state

    def game_of(self, match: str) -> str | None:
        """The game of a match that is known here. It doesn't count as a use."""
        known = self._matches.get(match)
        return None if known is None else known.game.slug

    def put(self, aggregate: Aggregate) -> None:
        """Keep the newer of this one and the known one."""
        known = self._matches.get(aggregate.match)
        if known is None or known.version <= aggregate.version:
            self._matches[aggregate.match] = aggregate
            if self._hinted.get(aggregate.match, 0) <= aggregate.version:
                self._hinted.pop(aggregate.match, None)
        self._matches.move_to_end(aggregate.match)
        if aggregate.state.result is not None:
            self._seeds.pop(aggregate.match, None)
        while len(self._matches) > self._size:
            self.drop(next(iter(self._matches)))

    def seed(self, match: str) -> bytes | None:
        """The open seed of a match, if it is kept."""
        return self._seeds.get(match)

    def keep_seed(self, match: str, seed: bytes) -> None:
        """Keep the open seed of a match that goes on and is kept itself, for as long as both hold."""
        known = self._matches.get(match)
        if known is not None and known.state.result is None:
            self._seeds[match] = seed

    def drop(self, match: str) -> None:
        """Forget a match."""
        self._matches.pop(match, None)
        self._seeds.pop(match, None)
        self._hinted.pop(match, None)
        if unfollow := self._unfollow.pop(match, None):
            unfollow()

    def share(self, match: str) -> None:
        """Another process was quicker to decide on a match: hear of it as long as it is kept, so as to decide on an old
        state no more.
        """
        if self._follow is not None and match in self._matches and match not in self._unfollow:
            self._unfollow[match] = self._follow(match)

    def hinted(self, match_id: str, version: int) -> None:
        """A match has reached a version."""
        known = self._matches.get(match_id)
        if known is not None and known.version < version:
            self._hinted[match_id] = version

    def missed(self, keys: Collection[str] | None = None) -> None:
        """Do nothing: a decision on an old state finds out from the store."""

    def is_outdated(self, known: Aggregate) -> bool:
        """Whether a hint told of something newer than this."""
        return known.version < self._hinted.get(known.match, 0)

    def lock(self, match: str) -> AbstractAsyncContextManager[None]:
        """The lock that a decision on this match holds in this process. Raises StoreUnavailable: see `Locks.held`."""
        return self._locks.held(match, self._patience)

    def _used(self, match: str) -> Aggregate | None:
        known = self._matches.get(match)
        if known is not None:
            self._matches.move_to_end(match)
        return known
