"""The names of the cards on the table as a viewer sees it after a batch, for its events whose sentences tell them."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Mapping, Sequence

from cachetools import LRUCache

from domain.kernel.audience import SPECTATOR
from domain.kernel.codec import SEALED
from domain.kernel.sentences import NO_THINGS, Things
from domain.kernel.table import names_on
from eventstore import StoredEvent
from service.application.redaction import shown
from service.matches import texts
from service.matches.aggregate import Aggregate, advanced, batches
from service.matches.events import decoded
from service.matches.perspectives import Sight
from service.matches.rendering import table_of
from service.matches.repository import Repository

_STEP = 32
REMEMBERED = 512
"""Batches whose names are kept as a viewer sees them: a table is dear to draw, and they never change."""
Batch = Sequence[StoredEvent]


class OnTable:
    """Finds the names, and folds a match only for events that need them."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._kept: LRUCache[tuple[str, bytes, str, str], Things] = LRUCache(REMEMBERED)

    async def names(self, match: Aggregate, read: Sequence[StoredEvent], sight: Sight) -> Mapping[int, Things]:
        """The names for events from the beginning of a batch on, by the versions of those that tell them."""
        told = texts.told_on_table(match.game)
        if not any(_type(event, sight) in told for event in read):
            return {}
        whole = list(batches(read))
        telling = [batch for batch in whole if any(_type(event, sight) in told for event in batch)]
        named = {batch[-1].version: self._kept.get(_key(match, batch, sight)) for batch in telling}
        unknown = [batch for batch in telling if named[batch[-1].version] is None]
        if unknown == whole[-1:] and unknown[0][-1].version == match.version:
            names = _names(match, match.version, sight)
            if not _unknown(match, unknown[0], names, sight):
                named[match.version] = self._kept[_key(match, unknown[0], sight)] = names
                unknown = []
        if unknown:
            named |= await self._folded(match, whole[: whole.index(unknown[-1]) + 1], unknown, sight)
        return {event.version: named[batch[-1].version] or NO_THINGS for batch in telling for event in batch}

    async def _folded(
        self, match: Aggregate, read: Sequence[Batch], unknown: Sequence[Batch], sight: Sight
    ) -> Mapping[int, Things]:
        """By folding what was read from the version before it on: the names for each unknown batch, by its end."""
        then = await self._repository.before(match, read[0][0].version)
        named: dict[int, Things] = {}
        with self._repository.releases.readable(match.match):
            for batch in read:
                rest = () if batch[-1].batch_end else await self._rest(match, batch[-1].version)
                named_here = batch in unknown
                state = then.state.copy() if named_here else then.state  # what is folded is no more what was before
                before, then = then, advanced(then, state, [*batch, *rest])
                if named_here:
                    names = self._kept[_key(match, batch, sight)] = names_around(before, then, batch, sight)
                    named[batch[-1].version] = names
                    await sleep(0)
        return named

    async def _rest(self, match: Aggregate, version: int) -> Batch:
        """The rest of a batch, behind a version of it."""
        rest: list[StoredEvent] = []
        while not (rest and rest[-1].batch_end):
            more = await self._repository.store.read(match.stream, version + len(rest), _STEP)
            if not more:
                break
            ends = next((place for place, event in enumerate(more, 1) if event.batch_end), len(more))
            rest += more[:ends]
        return rest


def _type(event: StoredEvent, sight: Sight) -> str:
    return shown(event, _viewer(event.version, sight)).type if event.type == SEALED else event.type


def _viewer(version: int, sight: Sight) -> str:
    return sight.viewer if version >= sight.since else SPECTATOR


def names_around(before: Aggregate, then: Aggregate, batch: Batch, sight: Sight) -> Things:
    """The names on the table of a match for the events of a batch, from the match before and after it."""
    names = _names(then, batch[-1].version, sight)
    if _unknown(then, batch, names, sight):
        return {**_names(before, batch[0].version - 1, sight), **names}
    return names


def _names(match: Aggregate, version: int, sight: Sight) -> Things:
    table = table_of(match, _viewer(version, sight))
    return NO_THINGS if table is None else names_on(table, match.game.seat_name)


def _unknown(match: Aggregate, batch: Batch, names: Things, sight: Sight) -> bool:
    """Whether a sentence of the batch names what has no name there."""
    told = texts.told_on_table(match.game)
    telling = (event for event in batch if _type(event, sight) in told)
    seen = (decoded(match.entry, event, _viewer(event.version, sight)) for event in telling)
    return any(thing not in names for event in seen for thing in texts.named(match.game, event).things)


def _key(match: Aggregate, batch: Batch, sight: Sight) -> tuple[str, bytes, str, str]:
    before, after = _viewer(batch[0].version - 1, sight), _viewer(batch[-1].version, sight)
    return match.match, batch[-1].hash, before, after
