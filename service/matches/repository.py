"""Loads matches from the store, begins them there, and remembers what was appended."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import msgspec
import structlog

from api_schema.errors import ApiError
from domain.kernel import snapshots
from domain.kernel.decide import Decision
from domain.kernel.facts import Fact
from domain.kernel.lineage import RulesRepinned
from domain.kernel.match import MatchCreated, State
from domain.kernel.upcasters import UnreadableEvent
from eventstore import (
    Appended,
    Command,
    EventStore,
    NewEvent,
    OtherHistory,
    Snapshot,
    StoredEvent,
    StoreError,
    StoreUnavailable,
    chain,
)
from service.application.ids import MATCH_IDS
from service.application.refusals import match_over
from service.application.sealing import Cause, seal
from service.application.vault import SeedLost, Vault
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import CatalogueEntry, GameCatalogue
from service.matches.aggregate import Aggregate, MatchCache, advanced
from service.matches.releases import Releases
from service.matches.version_cache import VersionCache
from service.streams.broker import Broker

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Committed:
    """A stored decision: the match after it, its events, and the facts that they were made of if it was made just now.
    A replayed one is the first answer to its command.
    """

    aggregate: Aggregate
    appended: Appended
    events: Sequence[StoredEvent]
    facts: Sequence[Fact] = ()


class Repository:
    """The matches of one store."""

    def __init__(
        self,
        store: EventStore,
        catalogue: GameCatalogue,
        vault: Vault,
        cache: MatchCache,
        broker: Broker,
        book: CardSetBook,
        snapshot_every: int = 200,
        past_versions: int = 256,
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.cache = cache
        self._vault = vault
        self._broker = broker
        self._book = book
        self._snapshot_every = snapshot_every
        self._versions = VersionCache(store, past_versions)
        self.releases = Releases()
        self._saving: set[asyncio.Task[None]] = set()
        self._lost: set[str] = set()

    @property
    def past_versions(self) -> int:
        """The number of past versions in memory."""
        return len(self._versions)

    async def known(self, match: str) -> Aggregate:
        """The match as this process knows it, perhaps behind the store. NOT_FOUND, RELEASE_MISMATCH; so below."""
        known = self.cache.get(match)
        return await self._load(match) if known is None else self.releases.served(known)

    async def likely(self, match: str) -> Aggregate:
        """The match as this process knows it, read on if a hint told of more: to decide in vain costs more."""
        known = await self.known(match)
        return await self.refreshed(known) if self.cache.is_outdated(known) else known

    async def current(self, match: str) -> Aggregate:
        """The match as the store has it now: what is known plus the tail of its stream."""
        known = self.cache.get(match)
        return await self._load(match) if known is None else await self.refreshed(known)

    async def refreshed(self, known: Aggregate) -> Aggregate:
        """The match with all that was appended after what is known; read anew if the store knows another history.

        A store that lost its last commits (a failover, a restore) is not where this process remembers it to be.
        """
        try:
            tail = await self.store.read(known.stream, known.version, head=known.head)
            # other cards may be pinned, which are not at hand here
            return await self._load(known.match) if is_repinned(tail) else self.followed(known, tail)
        except OtherHistory:
            return await self.reread(known.match)

    async def reread(self, match: str) -> Aggregate:
        """The match as the store has it, and nothing of what was remembered."""
        log.warning("the store has another history of a match than was remembered; it is read anew", match=match)
        self.cache.drop(match)
        self._versions.drop(match)
        return await self._load(match)

    def followed(self, known: Aggregate, tail: Sequence[StoredEvent]) -> Aggregate:
        """The match with what follows in its stream, as it was read. Raises OtherHistory."""
        if not tail:
            return self.releases.served(known)
        with self.releases.readable(known.match):
            fresh = advanced(known, known.state.copy(), tail)
        self.cache.put(fresh)
        return self.releases.served(fresh)

    async def at(self, match: str, version: int) -> Aggregate | None:
        """The match as it was at a version from 1 on, also between two facts of one batch; None if it isn't there."""
        now = await self.current(match)
        if not 1 <= version <= now.version:
            return None
        if version == now.version:
            return now
        with self.releases.readable(match):
            return await self._versions.at(now, version)

    async def before(self, match: Aggregate, version: int) -> Aggregate:
        """The match before a version that it has, in a state of the caller's own to go on from. StoreUnavailable if
        the store has lost it meanwhile.
        """
        if version <= 1:
            return replace(match, state=State().use(match.library), head=chain.GENESIS, resolving=False)
        then = await self.at(match.match, version - 1)
        if then is None:
            raise StoreUnavailable(f"version {version - 1} of {match.match} is not there")
        return replace(then, state=then.state.copy())

    def seed(self, known: Aggregate) -> bytes:
        """The open seed, to decide and to seal with. SeedLost; MATCH_OVER where nothing needs it any more."""
        kept = self.cache.seed(known.match)
        return self._opened(known) if kept is None else kept

    def _opened(self, known: Aggregate) -> bytes:
        try:
            if known.secret is None:
                raise SeedLost
            seed = self._vault.open(known.secret)
            self.cache.keep_seed(known.match, seed)
            return seed
        except SeedLost:
            if known.state.result is not None and not known.state.withheld:
                raise match_over() from None
            self._tell_lost(known.match)
            raise

    async def create(
        self, aggregate: Aggregate, seed: bytes, decision: Decision, cause: Cause, command: Command
    ) -> Appended:
        """Append the first decision on a new match."""
        events = seal(decision, aggregate.match, seed, chain.GENESIS, 1, cause)
        return await self.begin(aggregate, seed, events, command)

    async def begin(self, aggregate: Aggregate, seed: bytes, events: Sequence[NewEvent], command: Command) -> Appended:
        """Append the first events of a new stream, with its seed under the newest key. A match whose secrets are
        revealed by them is closed.
        """
        secret, close = self._vault.close(seed), aggregate.state.revealed
        stream, kind = aggregate.stream, MATCH_IDS.kind
        appended = await self.store.append(stream, kind, 0, events, command, close=close, secret=secret)
        self._broker.publish(aggregate.match, appended.last_version)
        return appended

    def committed(
        self, before: Aggregate, decision: Decision, appended: Appended, events: Sequence[NewEvent]
    ) -> Committed:
        """The match after a decision that was just appended: remembered here, and told to others."""
        state, kept = decision.state, before.kept
        after = Aggregate(
            before.match, before.stream, before.entry, state, appended.head_hash, before.secret, kept=kept
        )
        self.cache.put(after)
        self._broker.publish(after.match, after.version)
        snapped = self._snapshot_if_due(after, state.result is not None)
        return Committed(snapped, appended, stored(before, events), decision.facts)

    async def replayed(self, known: Aggregate, appended: Appended) -> Committed:
        """The first answer to a command, once more."""
        first, last = appended.first_version, appended.last_version
        events = await self.store.read(known.stream, first - 1, last - first + 1)
        fresh = await self.refreshed(known)
        # the replica that appended it may have died, or lost the connection, before the hint
        self._broker.publish(known.match, fresh.version)
        return Committed(fresh, appended, events)

    async def overtaken(self, known: Aggregate) -> Aggregate:
        """The match after an append that the store refused for its version or its history."""
        fresh = await self.refreshed(known)
        fresh = await self.reread(known.match) if fresh is known else fresh
        self.cache.share(known.match)
        return fresh

    async def flush(self) -> None:
        """Wait until all snapshots on their way are kept."""
        await asyncio.gather(*self._saving)

    def _tell_lost(self, match: str) -> None:
        # the stored seed may be under another key by now
        self.cache.drop(match)
        if match not in self._lost:
            self._lost.add(match)
            log.error("no configured key opens the seed of a match; it can't go on", match=match)

    async def _load(self, match: str) -> Aggregate:
        stream = MATCH_IDS.stream_of(match)
        first = await self.store.read(stream, 0, 1)
        if not first or first[0].type != MatchCreated.type:
            raise MATCH_IDS.not_found(match)
        secret = await self.store.secret(stream)
        with self.releases.readable(match):
            entry = self._entry_of(first[0])
        state, head, tail = await self._state_and_tail(stream, entry)
        with self.releases.readable(match):
            pinned = {*pinned_in([*first, *tail]), *([] if state.pins is None else [state.pins.card_set_hash])}
            state.use(await self._book.of_match(entry.game, pinned, named_in(first[0])))
        loaded = Aggregate(match, stream, entry, state, head, secret=secret, kept=state.version)
        if tail:
            with self.releases.readable(match):
                loaded = advanced(loaded, state, tail)
        self.cache.put(loaded)
        return self.releases.served(loaded)

    def _entry_of(self, first: StoredEvent) -> CatalogueEntry:
        game = _game_of(first)
        try:
            return self.catalogue.entry(game)
        except ApiError as error:
            raise UnreadableEvent(f"there is no game {game!r} here", f"event 1 ({first.type})") from error

    async def _state_and_tail(self, stream: UUID, entry: CatalogueEntry) -> tuple[State, bytes, list[StoredEvent]]:
        """A state of the match, the hash of its last event, and all events after it. A snapshot ends a batch."""
        snapshot, tail = await self.store.load(stream, entry.rules_hash, entry.schema_hash)
        if snapshot is None:
            return State(), chain.GENESIS, tail
        try:
            state = snapshots.load(entry.codec.typing, snapshot.state)
            if state.version != snapshot.version:
                raise ValueError(f"it is a state of version {state.version}, not {snapshot.version}")
        except (ValueError, LookupError) as error:
            log.warning("snapshot dropped; the match is folded from its events", stream=str(stream), error=str(error))
            return State(), chain.GENESIS, await self.store.read(stream)
        return state, snapshot.head_hash, tail

    def _snapshot_if_due(self, after: Aggregate, over: bool) -> Aggregate:
        if after.version - after.kept < self._snapshot_every and not over:
            return after
        kept = replace(after, kept=after.version)
        self.cache.put(kept)
        task = asyncio.create_task(self._save(kept))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)
        return kept

    async def _save(self, kept: Aggregate) -> None:
        entry = kept.entry
        state = snapshots.dump(kept.state)
        snapshot = Snapshot(kept.stream, kept.version, kept.head, entry.rules_hash, entry.schema_hash, state)
        try:
            await self.store.save_snapshot(snapshot)
        except StoreError as error:
            log.warning("snapshot not kept; the next one will be", match=kept.match, error=str(error))


def stored(before: Aggregate, events: Sequence[NewEvent]) -> list[StoredEvent]:
    """Just appended events as the store gives them back."""
    return [
        StoredEvent(
            before.stream, version, new.type, new.schema, new.body, new.private, new.at, new.hash, new.batch_end
        )
        for version, new in enumerate(events, before.version + 1)
    ]


def _game_of(first: StoredEvent) -> str:
    body: dict[str, Any] = msgspec.json.decode(first.body)
    return str(body["pub"]["game"])


def is_repinned(events: Iterable[StoredEvent]) -> bool:
    """Whether a match has been pinned to another release meanwhile."""
    return any(event.type == RulesRepinned.type for event in events)


def pinned_in(events: Iterable[StoredEvent]) -> set[str]:
    """The hashes of the card sets that these events pin a match to."""
    created, repinned = MatchCreated.type, RulesRepinned.type
    bodies = [msgspec.json.decode(event.body)["pub"] for event in events if event.type in (created, repinned)]
    return {str(pub.get("pins", pub)["card_set_hash"]) for pub in bodies}


def named_in(first: StoredEvent) -> list[str]:
    """The card sets of players that the first event of a match names."""
    body: dict[str, Any] = msgspec.json.decode(first.body)
    return list(body["pub"]["options"].get("card_sets", ()))
