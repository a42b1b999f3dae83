"""A stored match as it would have been if cards that a viewer can't see were others: batch by batch decided again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec

from api_schema.ports.matches import EventOut
from domain.kernel.audience import FULL
from domain.kernel.decide import Decision
from domain.kernel.match import State
from eventstore.envelope import StoredEvent
from service.application.ids import MATCH_IDS
from service.application.redaction import shown
from service.application.sealing import Cause, seal
from service.bootstrap import Playledger
from service.history.verify.decisions import _AGAIN
from service.matches import events
from service.matches.aggregate import Aggregate, advanced, batches, row
from service.matches.on_table import names_around
from service.matches.perspectives import Sight
from service.matches.repository import stored
from tests.kit.noninterference import disguises

DISGUISES = disguises()


class Twin:
    """Of a match, `read` from the store; `first` is it before its first event."""

    def __init__(self, now: Aggregate, first: Aggregate, read: Sequence[StoredEvent], seed: bytes) -> None:
        self.now = now
        self.read = read
        self._seed = seed
        self._steps: list[tuple[Aggregate, Sequence[StoredEvent]]] = []
        for batch in batches(read):
            self._steps.append((first, batch))
            first = advanced(first, first.state.copy(), batch)
        self._step = cache(self._disguised)

    @classmethod
    async def of(cls, app: Playledger, match: str) -> Twin | None:
        """None: there is no such match, nobody knows its seed, or how its cards are exchanged."""
        read = await app.store.read(MATCH_IDS.stream_of(match))
        if not read:
            return None
        repository = app.matches.repository
        if (now := await repository.current(match)).secret is None or now.game.slug not in DISGUISES:
            return None
        return cls(now, await repository.before(now, 1), read, repository.seed(now))

    def at(self, version: int, sight: Sight) -> Aggregate:
        """The twin at a version."""
        place = next(place for place, (_, batch) in enumerate(self._steps) if version <= batch[-1].version)
        before, rows = self._step(place, sight)
        then = advanced(before, before.state.copy(), rows[: version - before.version])
        return replace(then, head=self.read[version - 1].hash)

    def events(self, first: int, last: int, sight: Sight) -> Iterator[EventOut]:
        """The events of the twin from one version to another, with the hashes that the match has."""
        for place, (begun, batch) in enumerate(self._steps):
            if batch[-1].version < first or last <= begun.version:
                continue
            before, rows = self._step(place, sight)
            seen = events.seen(before.entry, rows, sight)
            names = names_around(before, advanced(before, before.state.copy(), rows), seen, sight)
            things = {one.version: names for one in rows}
            told = events.render(before.entry, self.now.state.cards, before.match, seen, things)
            for one, event in zip(told, batch, strict=True):
                if first <= one.version <= last:
                    yield msgspec.structs.replace(one, hash=event.hash.hex())

    def _disguised(self, place: int, sight: Sight) -> tuple[Aggregate, Sequence[StoredEvent]]:
        """The match before a batch with other cards, and the batch as it would be there."""
        before, batch = self._steps[place]
        state = before.state
        if state.board_or_none is not None:
            random, disguise = Random(f"{self.now.match} {place} {sight}"), DISGUISES[self.now.game.slug]
            state = disguise.disguised(state, self._again(place, state), sight.viewer, random)
        cause = Cause(shown(batch[0], FULL).actor, "")
        new = seal(self._again(place, state), before.match, self._seed, before.head, before.version + 1, cause)
        return replace(before, state=state), stored(before, new)

    def _again(self, place: int, state: State) -> Decision:
        before, batch = self._steps[place]
        facts: Any = [before.entry.codec.decode(*row(event)[:4], FULL) for event in batch]
        decision = _AGAIN[type(facts[0])](before.game, state, facts, batch[0].at, self._seed)
        assert isinstance(decision, Decision), decision
        return decision
