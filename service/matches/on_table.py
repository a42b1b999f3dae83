"""The names of the cards on the table as a viewer sees it after a batch, for its events whose sentences tell them."""

from __future__ import annotations

import re
from asyncio import sleep
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from cachetools import LRUCache

from domain.kernel.sentences import NO_THINGS, Things
from domain.kernel.table import hidden_on, names_on
from eventstore import StoredEvent
from service.matches.aggregate import Aggregate, advanced, batches
from service.matches.events import Seen
from service.matches.perspectives import Sight
from service.matches.rendering import table_of
from service.matches.repository import Repository

_STEP = 32
_APART = re.compile(r"( \d+)?( of .+)?$")
"""A card and its twins differ by this: a number, and the player that they belong to."""
REMEMBERED = 512
"""Batches whose names are kept as a viewer sees them: a table is dear to draw, and they never change."""
Batch = Sequence[Seen]
Drawn = tuple[Things, Collection[str]]
"""The names on a table, and the ids among them that have no name but a place."""
Draw = Callable[[Aggregate, str], Drawn]


class OnTable:
    """Finds the names, and folds a match only for events that need them."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._kept: LRUCache[tuple[str, bytes, str, str], Things] = LRUCache(REMEMBERED)
        self._tables: LRUCache[tuple[str, int, bytes, str], Drawn] = LRUCache(REMEMBERED)

    async def names(self, match: Aggregate, read: Sequence[Seen], sight: Sight) -> Mapping[int, Things]:
        """The names for events from the beginning of a batch on, by the versions of those that tell them."""
        if not any(one.teller.on_table for one in read):
            return {}
        whole = list(batches(read))
        telling = [batch for batch in whole if any(one.teller.on_table for one in batch)]
        named = {_end(batch): self._kept.get(_key(match, batch, sight)) for batch in telling}
        unknown = [batch for batch in telling if named[_end(batch)] is None]
        if unknown == whole[-1:] and unknown and _end(unknown[0]) == match.version:
            names, _ = self._drawn(match, sight.at(match.version))
            if not _unsure(unknown[0], names):
                named[match.version] = self._kept[_key(match, unknown[0], sight)] = names
                unknown = []
        if unknown:
            named |= await self._folded(match, whole[: whole.index(unknown[-1]) + 1], unknown, sight)
        return {one.event.version: named[_end(batch)] or NO_THINGS for batch in telling for one in batch}

    async def _folded(
        self, match: Aggregate, read: Sequence[Batch], unknown: Sequence[Batch], sight: Sight
    ) -> Mapping[int, Things]:
        """By folding what was read from the version before it on: the names for each unknown batch, by its end."""
        then = await self._repository.before(match, read[0][0].event.version)
        named: dict[int, Things] = {}
        with self._repository.releases.readable(match.match):
            for batch in read:
                rest = () if batch[-1].batch_end else await self._rest(match, _end(batch))
                named_here = batch in unknown
                state = then.state.copy() if named_here else then.state  # what is folded is no more what was before
                before, then = then, advanced(then, state, [*(one.event for one in batch), *rest])
                if named_here:
                    names = names_around(before, then, batch, sight, self._drawn)
                    self._kept[_key(match, batch, sight)] = names
                    named[_end(batch)] = names
                    await sleep(0)
        return named

    def _drawn(self, match: Aggregate, viewer: str) -> Drawn:
        """The names on a table, drawn once for the two batches that it lies between."""
        key = match.match, match.version, match.head, viewer
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = _drawn(match, viewer)
        return found

    async def _rest(self, match: Aggregate, version: int) -> Sequence[StoredEvent]:
        """The rest of a batch, behind a version of it."""
        rest: list[StoredEvent] = []
        while not (rest and rest[-1].batch_end):
            more = await self._repository.store.read(match.stream, version + len(rest), _STEP)
            if not more:
                break
            ends = next((place for place, event in enumerate(more, 1) if event.batch_end), len(more))
            rest += more[:ends]
        return rest


def names_around(before: Aggregate, then: Aggregate, batch: Batch, sight: Sight, draw: Draw | None = None) -> Things:
    """The names on the table of a match for the events of a batch, from the match before and after it.

    A card that had a name keeps it until the batch is over, so that a twin is called the same before and after the
    other one has left.
    """
    draw = draw or _drawn
    names, _ = draw(then, sight.at(_end(batch)))
    if not _unsure(batch, names):
        return names
    old, unnamed = draw(before, sight.at(batch[0].event.version - 1))
    return {**old, **names, **{thing: name for thing, name in old.items() if thing not in unnamed}}


def _drawn(match: Aggregate, viewer: str) -> Drawn:
    if match.game.names_on is not None and match.state.board_or_none is not None:
        return match.game.names_on(match.state, viewer), ()
    table = table_of(match, viewer)
    return (NO_THINGS, ()) if table is None else (names_on(table, match.game.seat_name), hidden_on(table))


def _unsure(batch: Batch, names: Things) -> bool:
    """Whether a sentence of the batch names what has no name there, or has or had a twin."""
    told = {thing for one in batch if one.teller.on_table for thing in one.teller.things(one.typed)}
    if not told <= names.keys():
        return True
    kinds = Counter(_APART.sub("", name) for name in names.values())
    return any(kinds[_APART.sub("", names[thing])] > 1 for thing in told)


def _end(batch: Batch) -> int:
    return batch[-1].event.version


def _key(match: Aggregate, batch: Batch, sight: Sight) -> tuple[str, bytes, str, str]:
    begin, end = batch[0].event, batch[-1].event
    return match.match, end.hash, sight.at(begin.version - 1), sight.at(end.version)
