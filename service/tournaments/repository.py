"""Loads tournaments from the store and appends decisions to them, with the matches that a decision makes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import structlog

from api_schema.errors import ApiError, ErrorCode
from domain.tournament.batch import TournamentDecision
from domain.tournament.events import TournamentCreated
from domain.tournament.tournament import TournamentState
from eventstore import Appended, Command, EventStore, OtherHistory, StreamAppend, WrongExpectedVersion, chain
from service.application.ids import TOURNAMENT_IDS
from service.application.refusals import store_errors
from service.application.sealing import Cause, seal
from service.application.vault import SeedLost, Vault
from service.matches.aggregate import Locks
from service.streams.broker import Broker
from service.tournaments.aggregate import TournamentAggregate, TournamentCache, advanced

log = structlog.get_logger(__name__)
CACHED = 64
TRIES = 50
"""The most tries of a decision that others overtake."""
PAUSE = 0.05
"""Seconds at most before it is: so two of them don't meet again and again."""


@dataclass(frozen=True)
class TournamentProposal:
    """A decision, who caused it, and the streams of matches that begin with it: all are written, or nothing is."""

    decision: TournamentDecision
    cause: Cause
    matches: Sequence[StreamAppend] = field(default=(), repr=False)


@dataclass(frozen=True)
class CommittedTournament:
    """The tournament after a stored decision. A replayed one is the first answer to its command."""

    tournament: TournamentAggregate
    appended: Appended


Decide = Callable[[TournamentAggregate], Awaitable[TournamentProposal]]
"""Decides on a tournament as it stands; raises ApiError to refuse."""


class TournamentRepository:
    """The tournaments of one store."""

    def __init__(self, store: EventStore, vault: Vault, broker: Broker, patience: float, cached: int = CACHED) -> None:
        self.store = store
        self._vault = vault
        self._broker = broker
        self._cache = TournamentCache(cached, patience)
        self._loading = Locks()

    async def current(self, tournament: str) -> TournamentAggregate:
        """The tournament as the store has it now. NOT_FOUND. Callers who come while it is read from the start share
        that.
        """
        known = self._cache.get(tournament)
        if known is None:
            async with self._loading.of(tournament):
                known = self._cache.get(tournament)
                if known is None:
                    return await self._load(tournament)
        return await self._refreshed(known)

    def here(self, tournament: str) -> TournamentAggregate | None:
        """The tournament as this process knows it, perhaps behind the store; None if it doesn't."""
        return self._cache.get(tournament)

    def seed(self, known: TournamentAggregate) -> bytes:
        """The open seed, to decide with and then to forget. SeedLost."""
        if known.secret is None:
            raise SeedLost
        return self._vault.open(known.secret)

    async def create(
        self, stream: UUID, tournament: str, seed: bytes, decision: TournamentDecision, cause: Cause, command: Command
    ) -> CommittedTournament:
        """Append the first decision on a new tournament."""
        events = seal(decision, tournament, seed, chain.GENESIS, 1, cause)
        with store_errors():
            appended = await self.store.append(
                stream, TOURNAMENT_IDS.kind, 0, events, command, secret=self._vault.close(seed)
            )
            self._broker.publish(tournament, appended.last_version)
            return CommittedTournament(await self.current(tournament), appended)

    async def transact(self, tournament: str, command: Command, decide: Decide) -> CommittedTournament:
        """Append what `decide` says, or answer a repeated command as the first time. Nothing to say is no event.

        A lost race is decided again. UNAVAILABLE if all of them are lost.
        """
        with store_errors():
            async with self._cache.lock(tournament):
                return await self._transact(await self.current(tournament), command, decide)

    async def _transact(self, known: TournamentAggregate, command: Command, decide: Decide) -> CommittedTournament:
        for _ in range(TRIES):
            # who overtook this may have been the same command in another replica
            first = await self.store.find_command(known.stream, command)
            if first is not None:
                return CommittedTournament(known, first)
            proposal = await decide(known)
            try:
                return await self._commit(known, proposal, command)
            except WrongExpectedVersion:
                await asyncio.sleep(random.uniform(0, PAUSE))
                known = await self._overtaken(known)
        message = f"others changed this tournament first, {TRIES} times in a row; try again with the same key"
        raise ApiError(ErrorCode.UNAVAILABLE, message)

    async def _commit(
        self, before: TournamentAggregate, proposal: TournamentProposal, command: Command
    ) -> CommittedTournament:
        decision = proposal.decision
        if not decision.facts:
            return CommittedTournament(before, Appended(before.version, before.version, before.head, replayed=False))
        events = seal(decision, before.id, self.seed(before), before.head, before.version + 1, proposal.cause)
        own = StreamAppend(
            before.stream, TOURNAMENT_IDS.kind, before.version, events, command, close=decision.state.over
        )
        appended = (await self.store.append_all([own, *proposal.matches]))[0]
        if appended.replayed:
            return CommittedTournament(await self.current(before.id), appended)
        after = replace(before, state=decision.state, head=appended.head_hash)
        self._cache.put(after)
        self._broker.publish(before.id, after.version)
        return CommittedTournament(after, appended)

    async def _overtaken(self, known: TournamentAggregate) -> TournamentAggregate:
        """The tournament after an append that expected the wrong version."""
        fresh = await self._refreshed(known)
        return await self._reread(known) if fresh is known else fresh

    async def _refreshed(self, known: TournamentAggregate) -> TournamentAggregate:
        try:
            tail = await self.store.read(known.stream, known.version, head=known.head)
        except OtherHistory:
            return await self._reread(known)
        return self._cached(advanced(known, tail)) if tail else known

    async def _reread(self, known: TournamentAggregate) -> TournamentAggregate:
        """The tournament as the store has it, and nothing of what was remembered."""
        message = "the store has another history of a tournament than was remembered; it is read anew"
        log.warning(message, tournament=known.id)
        self._cache.drop(known.id)
        return await self._load(known.id)

    async def _load(self, tournament: str) -> TournamentAggregate:
        stream = TOURNAMENT_IDS.stream_of(tournament)
        events = await self.store.read(stream)
        if not events or events[0].type != TournamentCreated.type:
            raise TOURNAMENT_IDS.not_found(tournament)
        empty = TournamentAggregate(
            tournament, stream, TournamentState(), chain.GENESIS, await self.store.secret(stream)
        )
        # in a thread: a large tournament takes long, and others must get their turn
        return self._cached(await asyncio.to_thread(advanced, empty, events))

    def _cached(self, found: TournamentAggregate) -> TournamentAggregate:
        self._cache.put(found)
        return found
