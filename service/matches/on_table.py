"""The names of the cards on the table as a viewer sees it after a batch, for its events whose sentences tell them."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Mapping, Sequence

from cachetools import LRUCache

from domain.kernel.sentences import NO_THINGS, Things
from domain.kernel.table import names_on
from eventstore import StoredEvent
from service.matches.aggregate import Aggregate, advanced, batches
from service.matches.events import Seen
from service.matches.perspectives import Sight
from service.matches.rendering import table_of
from service.matches.repository import Repository

_STEP = 32
REMEMBERED = 512
"""Batches whose names are kept as a viewer sees them: a table is dear to draw, and they never change."""
Batch = Sequence[Seen]


class OnTable:
    """Finds the names, and folds a match only for events that need them."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._kept: LRUCache[tuple[str, bytes, str, str], Things] = LRUCache(REMEMBERED)

    async def names(self, match: Aggregate, read: Sequence[Seen], sight: Sight) -> Mapping[int, Things]:
        """The names for events from the beginning of a batch on, by the versions of those that tell them."""
        if not any(one.teller.on_table for one in read):
            return {}
        whole = list(batches(read))
        telling = [batch for batch in whole if any(one.teller.on_table for one in batch)]
        named = {_end(batch): self._kept.get(_key(match, batch, sight)) for batch in telling}
        unknown = [batch for batch in telling if named[_end(batch)] is None]
        if unknown == whole[-1:] and unknown and _end(unknown[0]) == match.version:
            names = _names(match, sight.at(match.version))
            if not _unknown(unknown[0], names):
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
                    names = self._kept[_key(match, batch, sight)] = names_around(before, then, batch, sight)
                    named[_end(batch)] = names
                    await sleep(0)
        return named

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


def names_around(before: Aggregate, then: Aggregate, batch: Batch, sight: Sight) -> Things:
    """The names on the table of a match for the events of a batch, from the match before and after it."""
    names = _names(then, sight.at(_end(batch)))
    if _unknown(batch, names):
        return {**_names(before, sight.at(batch[0].event.version - 1)), **names}
    return names


def _names(match: Aggregate, viewer: str) -> Things:
    if match.game.names_on is not None and match.state.board_or_none is not None:
        return match.game.names_on(match.state, viewer)
    table = table_of(match, viewer)
    return NO_THINGS if table is None else names_on(table, match.game.seat_name)


def _unknown(batch: Batch, names: Things) -> bool:
    """Whether a sentence of the batch names what has no name there."""
    telling = (one for one in batch if one.teller.on_table)
    return any(thing not in names for one in telling for thing in one.teller.things(one.typed))


def _end(batch: Batch) -> int:
    return batch[-1].event.version


def _key(match: Aggregate, batch: Batch, sight: Sight) -> tuple[str, bytes, str, str]:
    begin, end = batch[0].event, batch[-1].event
    return match.match, end.hash, sight.at(begin.version - 1), sight.at(end.version)
