"""A match in memory: its folded state with what is needed to append to its stream, and the cache of such."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from uuid import UUID
from weakref import WeakValueDictionary

from domain.kernel.game import Game
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from service.catalogue.catalogue import Entry


@dataclass(frozen=True)
class Aggregate:
    """A match as one who sees everything folds it. Never changed: a decision or a tail makes a new one.

    `resolving`: the last event is not the end of a batch. `kept` is the version of the newest snapshot known of.
    `repinned`: the last event is a change of pins that the command brings about which is being decided.
    """

    match: str
    stream: UUID
    entry: Entry
    state: State
    head: bytes
    seed: bytes = field(repr=False)
    resolving: bool = False
    kept: int = 0
    repinned: bool = False

    @property
    def game(self) -> Game:
        """The rules of this match."""
        return self.entry.game

    @property
    def version(self) -> int:
        """The version of its last event."""
        return self.state.version

    @property
    def seen(self) -> int:
        """The version that whoever sent the command can have seen: that before pins change on its account."""
        return self.version - self.repinned


class Cache:
    """The matches used last, and one lock for each match in use, so that a process doesn't race itself."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, Aggregate] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def get(self, match: str) -> Aggregate | None:
        """The match as last known here; the store may have more."""
        known = self._kept.get(match)
        if known is not None:
            self._kept.move_to_end(match)
        return known

    def open_prompts(self, match: str) -> Iterable[Prompt]:
        """The open prompts of a match as last known here; none if it isn't known."""
        known = self.get(match)
        return () if known is None else known.state.prompts.values()

    def put(self, aggregate: Aggregate) -> None:
        """Keep the newer of this one and the known one."""
        known = self._kept.get(aggregate.match)
        if known is None or known.version <= aggregate.version:
            self._kept[aggregate.match] = aggregate
        self._kept.move_to_end(aggregate.match)
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)

    def drop(self, match: str) -> None:
        """Forget a match."""
        self._kept.pop(match, None)

    def lock(self, match: str) -> asyncio.Lock:
        """Held by whoever decides on this match in this process."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock
