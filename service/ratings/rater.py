"""Rates tournaments that have finished, each of them once: in the background, for the ladders of the lease's shards.

It reads from the log what is left to do. A round is one append under a command of its own: a second replica finds it
done, and one that comes after a crash goes on with the next.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

import structlog
from cachetools import LRUCache

from domain.tournament import ladder as ladders
from domain.tournament.ladder import Finished, Ladder, LadderDecision
from eventstore import Command, EventStore, OtherHistory, StoreError, WrongExpectedVersion, chain, shard_of
from service.application.ids import LADDER_IDS, ladder_stream
from service.application.sealing import Cause, seal
from service.leases import Lease
from service.matches.aggregate import row
from service.projections.leaderboard.queries import queued
from service.ratings.rated_tournament import played
from service.streams.broker import Broker
from service.streams.follower import WORK, Follower
from service.times import Clock

log = structlog.get_logger(__name__)
SYSTEM = "system"
"""The actor of ratings, as the chain names it."""
PAGE = 2_000
"""Events that are read at once."""
KEPT = 16
"""Ladders that are remembered."""


@dataclass(frozen=True)
class Waiting:
    """A tournament that has finished and is not rated yet, and the ladder that it counts for."""

    stream: UUID
    tournament: str
    ladder: UUID


@dataclass(frozen=True)
class LadderAggregate:
    """A ladder as it was read, and the hash of its newest event."""

    ladder: Ladder
    head: bytes = chain.GENESIS


class Rater(Follower):
    """Follows the queue of finished tournaments. `tick` rates all that waits now in the shards of the lease."""

    def __init__(
        self,
        store: EventStore,
        broker: Broker,
        clock: Clock,
        *,
        poll: float = 2.0,
        settle: float = 0.5,
        lease: Lease | None = None,
    ) -> None:
        super().__init__(broker, self._tick, poll=poll, settle=settle, words=(WORK,), lease=lease)
        self._store = store
        self._clock = clock
        self._stuck: set[str] = set()
        self._ladders: LRUCache[UUID, LadderAggregate] = LRUCache(KEPT)

    async def tick(self) -> None:
        """Rate what waits, each ladder's tournaments in the order in which they have finished.

        One that can't be rated here (a newer release has written it) holds up its own ladder alone.
        """
        held: set[UUID] = set()
        stuck: set[str] = set()
        for waiting in await self._waiting():
            if waiting.ladder in held or shard_of(waiting.ladder) not in self._lease.shards:
                continue
            try:
                await self.rate(waiting)
            except StoreError:
                raise
            except Exception:
                held.add(waiting.ladder)
                stuck.add(waiting.tournament)
                if waiting.tournament not in self._stuck:
                    log.warning("a tournament can't be rated", tournament=waiting.tournament, exc_info=True)
        self._stuck = stuck

    async def rate(self, waiting: Waiting) -> None:
        """Rate one tournament, or what is left of it. Raises UnreadableEvent, StoreError."""
        known = await self._refreshed(waiting.ladder, self._ladders.get(waiting.ladder, LadderAggregate(Ladder())))
        if waiting.tournament in known.ladder.rated:
            return
        finished = await self._finished(waiting.stream)
        while (number := ladders.next_round(known.ladder, finished)) is not None:
            known = await self._rate_round(waiting.ladder, known, finished, number)
            self._ladders[waiting.ladder] = known

    async def _tick(self) -> None:
        try:
            if self._lease.held:
                await self.tick()
        except StoreError as error:
            log.warning("ratings wait for the store", error=str(error))

    async def _waiting(self) -> list[Waiting]:
        rows = await self._store.sql.read(lambda connection: connection.execute(queued()).all())
        return [Waiting(row.stream_id, row.tournament, ladder_stream(row.game, row.season)) for row in rows]

    async def _rate_round(
        self, stream: UUID, known: LadderAggregate, finished: Finished, number: int
    ) -> LadderAggregate:
        """The ladder with this round, whichever replica has rated it; or as it is now, if another round was due."""
        # a round of many tables takes a while to compute
        decision = await asyncio.to_thread(
            ladders.rate_round, known.ladder, LADDER_IDS.id_of(stream), finished, number, self._clock()
        )
        try:
            return await self._append(stream, known, decision, finished, number)
        except WrongExpectedVersion:
            return await self._refreshed(stream, known)

    async def _append(
        self, stream: UUID, known: LadderAggregate, decision: LadderDecision, finished: Finished, number: int
    ) -> LadderAggregate:
        name, command = LADDER_IDS.id_of(stream), f"rated:{finished.tournament}:{number}"
        before = known.ladder.version
        events = seal(decision, name, b"", known.head, before + 1, Cause(SYSTEM, command))
        fingerprint = sha256(chain.canonical([finished.tournament, finished.version, finished.head, number])).digest()
        appended = await self._store.append(
            stream, LADDER_IDS.kind, before, events, Command(SYSTEM, command, fingerprint)
        )
        if appended.replayed:
            return await self._refreshed(stream, known)
        self._broker.publish(name, appended.last_version)
        return LadderAggregate(decision.state, appended.head_hash)

    async def _refreshed(self, stream: UUID, known: LadderAggregate) -> LadderAggregate:
        """The ladder with all that was appended after what is known."""
        try:
            while tail := await self._store.read(stream, known.ladder.version, PAGE, head=known.head):
                folded = await asyncio.to_thread(ladders.fold, known.ladder.copy(), map(row, tail))
                known = LadderAggregate(folded, tail[-1].hash)
        except OtherHistory:
            log.warning("the store has another history of a ladder than was remembered; it is read anew")
            return await self._refreshed(stream, LadderAggregate(Ladder()))
        self._ladders[stream] = known
        return known

    async def _finished(self, stream: UUID) -> Finished:
        events = await self._store.read(stream)
        return await asyncio.to_thread(played, events)
