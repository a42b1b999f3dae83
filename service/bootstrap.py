"""The only place that builds things and connects them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

from api_schema.ports.use_cases import UseCases
from domain.games import discover
from domain.kernel.game import CardGame
from eventstore import EventStore, Sql
from eventstore.open import open_store
from eventstore.read_models.projections import Projection
from eventstore.revisions import EVENT_STORE, is_current_connection, upgrade_connection
from eventstore.urls import is_sqlite
from service import foundation, spans, times
from service.accounts.directory import Directory
from service.accounts.personal_tokens import PersonalTokens
from service.accounts.usecases import AccountUseCases
from service.api_about import about_of
from service.application.signing import Signer
from service.application.vault import Vault
from service.catalogue.catalogue import GameCatalogue
from service.catalogue.usecases import CatalogueUseCases
from service.clocks import Abandonment, Clocks
from service.decks.usecases import DeckUseCases
from service.foundation import Foundation, jobs_of
from service.health import ServiceHealth
from service.history import parts as history_parts
from service.history.archive import parts as archive_parts
from service.history.archive.archive import Archive
from service.history.archive.parts import ArchiveParts
from service.history.parts import HistoryParts
from service.history.store import ServedStore
from service.inbox.cursors import Cursors
from service.inbox.streams import InboxStreams
from service.inbox.usecases import InboxUseCases
from service.keys import Keys
from service.leases import Job, Lease
from service.leasing.rows import Ask, asking
from service.leasing.shared import SharedLeases
from service.matches import parts as match_parts
from service.matches.house_bots import HouseBots
from service.matches.parts import MatchParts
from service.matches.play import Play
from service.meters import Meters
from service.metrics.page import Metrics
from service.metrics.samples import Sampler
from service.metrics.state import StateCollector
from service.projections.deadlines.fold import DeadlineList
from service.projections.deadlines.queries import DueSoon
from service.projections.house_turns.fold import HouseTurns
from service.projections.house_turns.queries import OpenHouseTurns
from service.projections.inbox.fold import InboxBook
from service.projections.inbox.queries import InboxReader
from service.projections.leaderboard.fold import Leaderboards
from service.projections.match_activity.fold import MatchActivity
from service.projections.match_list.fold import LobbyList
from service.projections.match_list.queries import IdleMatches
from service.projections.match_results.fold import ResultBook
from service.projections.match_signatures.fold import SignatureBook
from service.projections.projector import Projector
from service.projections.record_signatures.fold import RecordSignatureBook
from service.projections.record_signatures.queries import RecordSignatures
from service.projections.tournament_list.fold import TournamentList
from service.projections.tournament_names.fold import TournamentNames
from service.projections.tournament_standings.fold import TournamentStandings
from service.projections.webhook_feed.fold import WebhookFeed
from service.ratings.rater import Rater
from service.ratings.usecases import RatingUseCases
from service.results.usecases import ResultUseCases
from service.settings import Settings, SettingsError
from service.store_clock import StoreClock
from service.streams.broker import Broker
from service.streams.memory import MemoryBroker
from service.tables import REVISIONS
from service.times import Clock
from service.tournaments import parts as tournament_parts
from service.tournaments.parts import TournamentParts
from service.tournaments.rendering import public_json
from service.webhooks import parts as webhook_parts
from service.webhooks.parts import WebhookParts

if TYPE_CHECKING:
    from service.history.archive.objects import Objects
    from service.identity.provider import IdentityProvider

ABANDONED = "abandoned"


@dataclass(frozen=True)
class Playledger:
    """The running parts. `start` before use, `drain` as soon as the process is told to stop, `stop` at the end."""

    use_cases: UseCases
    settings: Settings
    store: EventStore
    broker: Broker
    catalogue: GameCatalogue
    directory: Directory
    vault: Vault
    signer: Signer
    accounts: AccountUseCases
    provider: IdentityProvider | None
    meters: Meters
    metrics: Metrics
    projector: Projector
    clocks: Clocks
    abandonment: Abandonment
    house_bots: HouseBots
    store_clock: StoreClock | None
    leases: SharedLeases | None
    inboxes: InboxStreams
    matches: MatchParts
    history: HistoryParts
    archive: ArchiveParts
    webhooks: WebhookParts
    tournaments: TournamentParts
    rater: Rater
    spans: spans.Spans | None

    async def start(self) -> None:
        """Start all that works in the background."""
        await self.broker.start()
        await self.matches.hub.start()
        await self.matches.delayed_hub.start()
        await self.tournaments.hub.start()
        await self.matches.presence.start()
        await self.inboxes.start()
        if self.leases is not None:
            await self.leases.start()
        await self.projector.start()
        await self.rater.start()
        if self.store_clock is not None:
            await self.store_clock.start()
        if self.settings.house_bots:
            await self.house_bots.start()
        if self.settings.webhooks:
            await self.webhooks.deliverer.start()
        if self.settings.clocks:
            await self.clocks.start()
            await self.abandonment.start()
            await self.tournaments.process.start()

    def drain(self) -> None:
        """Let watchers go; they come back to another replica."""
        self.matches.hub.drain()
        self.matches.delayed_hub.drain()
        self.tournaments.hub.drain()
        self.matches.presence.drain()
        self.inboxes.drain()

    async def stop(self) -> None:
        """Stop in the opposite order and give everything back, also after one that fails to stop."""
        async with AsyncExitStack() as stopping:
            for stop in self._stops():
                stopping.push_async_callback(stop)

    def _stops(self) -> Iterator[Callable[[], Awaitable[None]]]:
        """The functions to call at the end, the last one first."""
        if self.spans is not None:
            yield self.spans.stop
        yield self.store.close
        yield self.matches.repository.flush
        yield self.broker.stop
        if self.provider is not None:
            yield self.provider.stop
        yield self.accounts.stop
        yield self.history.use_cases.stop
        yield self.matches.hub.stop
        yield self.matches.delayed_hub.stop
        yield self.tournaments.hub.stop
        yield self.matches.presence.stop
        yield self.inboxes.stop
        if self.leases is not None:
            yield self.leases.stop
        yield self.projector.stop
        yield self.rater.stop
        if self.store_clock is not None:
            yield self.store_clock.stop
        yield self.webhooks.poster.close
        yield self.webhooks.deliverer.stop
        yield self.house_bots.stop
        yield self.clocks.stop
        yield self.abandonment.stop
        yield self.tournaments.process.stop

    async def __aenter__(self) -> Playledger:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


@dataclass(frozen=True)
class Outside:
    """Everything that a process shares with others. `leases` makes of the store how to ask for them; None: nobody
    shares it.

    `objects` are those of the archive; None: there is none.
    """

    store: EventStore
    broker: Broker
    leases: Callable[[Sql], Ask] | None
    objects: Objects | None


async def outside(settings: Settings) -> Outside:
    """The outside that the settings name. SettingsError, and what opening a store raises."""
    objects = _objects(settings.archive_url) if settings.archive_url else None
    broker, store = _broker(settings.redis_url), await _ready_store(settings)
    return Outside(store, broker, None if is_sqlite(settings.database_url) else asking, objects)


async def bootstrap(
    settings: Settings,
    games: Mapping[str, CardGame] | None = None,
    clock: Clock | None = None,
    shared: Outside | None = None,
) -> Playledger:
    """Build everything. `games` beside those of the installation are known too; `clock` is ms since the epoch, that of
    the store if none is given; `shared` stands for what the settings name.
    """
    keys, provider_of = Keys(settings.secret_keys()), _provider_of(settings)
    signer, meters = Signer(Keys(settings.signing_keys()).derived("signing")), Meters()
    games_known = GameCatalogue({**discover(), **(games or {})})
    around = shared or await outside(settings)
    archive = Archive(around.store, around.objects, settings.archive_cache_mb << 20)
    store: EventStore = ServedStore(around.store, archive, meters)
    sent = spans.begin()
    if sent is not None:
        store = sent.calls(store, "store")
    if clock is None:
        clock = await StoreClock.measured(store, times.now)
    base = foundation.build(settings, clock, keys, store, around.broker, games_known, alone=around.leases is None)
    catalogue = CatalogueUseCases(base.catalogue, base.card_sets)
    decks = DeckUseCases(store, catalogue, base.clock)
    matches = match_parts.build(base, decks.loadout, meters)
    cursors, inbox = Cursors(keys), InboxReader(store)
    inboxes = InboxStreams(inbox, cursors, around.broker)
    projector = _projector(base, signer, inboxes)
    history = history_parts.build(base, matches, signer, projector.catch_up, archive.commands)
    webhooks = webhook_parts.build(base, catalogue)
    signatures = RecordSignatures(store, projector.catch_up)
    tournaments = tournament_parts.build(base, matches, history.use_cases, decks.loadout, signatures)
    provider = None if provider_of is None else provider_of(store, base.clock)
    accounts = AccountUseCases(PersonalTokens(store, base.clock), base.directory, base.tokens, provider)
    return Playledger(
        use_cases=UseCases(
            accounts,
            catalogue,
            matches.use_cases,
            ServiceHealth(store, settings.ready_seconds, base.broker, partial(_ahead, clock), projector.behind),
            history.key_ring,
            history.use_cases,
            InboxUseCases(inbox, inboxes, cursors, matches.repository),
            decks,
            webhooks.use_cases,
            tournaments.use_cases,
            ResultUseCases(store, base.catalogue, base.clock),
            RatingUseCases(store, catalogue, base.directory.names, signatures),
            about_of(settings),
        ),
        settings=settings,
        store=store,
        broker=base.broker,
        catalogue=base.catalogue,
        directory=base.directory,
        vault=base.vault,
        signer=signer,
        accounts=accounts,
        provider=provider,
        meters=meters,
        metrics=_metrics(base, matches, projector, meters, archive.reads),
        projector=projector,
        clocks=_clocks(base, matches),
        house_bots=_house_bots(base, matches),
        store_clock=clock if isinstance(clock, StoreClock) else None,
        leases=None if around.leases is None else SharedLeases(around.leases(store.sql), _leases_of_work(base)),
        abandonment=_abandonment(base, matches.play),
        inboxes=inboxes,
        matches=matches,
        history=history,
        archive=archive_parts.build(base, archive, around.objects, matches.repository, history.exporter),
        webhooks=webhooks,
        tournaments=tournaments,
        rater=Rater(store, base.broker, base.clock, lease=base.leases[Job.RATINGS]),
        spans=sent,
    )


def _ahead(clock: Clock) -> int | None:
    """By how many ms the machine's clock is ahead of the store's; None: the clock is given."""
    return clock.ahead if isinstance(clock, StoreClock) else None


def _projector(base: Foundation, signer: Signer, inboxes: InboxStreams) -> Projector:
    book = InboxBook(base.clock)

    def advanced(name: str, position: int) -> None:
        if name == book.name:
            book.tell(base.broker.publish, position)
        inboxes.advanced(name, position)

    read_models: list[Projection] = [
        LobbyList(),
        MatchActivity(),
        DeadlineList(),
        HouseTurns(),
        SignatureBook(signer, base.clock),
        RecordSignatureBook(signer, base.clock),
        book,
        WebhookFeed(),
        TournamentList(public_json),
        TournamentNames(),
        TournamentStandings(),
        ResultBook(lambda game: base.catalogue.entry(game).codec),
        Leaderboards(),
    ]
    numbering, lease = base.leases[Job.NUMBERING], base.leases[Job.READ_MODELS]
    return Projector(base.store, base.broker, read_models, advanced=advanced, numbering=numbering, lease=lease)


def _leases_of_work(base: Foundation) -> Mapping[str, Lease]:
    """Those of what this process does by itself."""
    jobs = jobs_of(base.settings)
    return {job: lease for job, lease in base.leases.items() if job in jobs}


def _metrics(
    base: Foundation, matches: MatchParts, projector: Projector, meters: Meters, reads: Mapping[str, int]
) -> Metrics:
    versions = {game.slug: game.rules_version for game in base.catalogue.games()}
    hubs = matches.hub, matches.delayed_hub
    leases = _leases_of_work(base).values()
    state = StateCollector(hubs, base.broker, matches.repository, versions, leases, reads, projector.behind)
    names = [projection.name for projection in projector.projections]
    return Metrics(meters.registry, state, Sampler(base.store, names, base.clock, time.monotonic))


def _clocks(base: Foundation, matches: MatchParts) -> Clocks:
    play, lease = matches.play, base.leases[Job.CLOCKS]
    due = DueSoon(base.store, lease)
    return Clocks(base.clock, base.broker, matches.cache.state, due.overdue, play.time_out, play.time_up, lease=lease)


def _house_bots(base: Foundation, matches: MatchParts) -> HouseBots:
    lease = base.leases[Job.HOUSE_BOTS]
    waiting = OpenHouseTurns(base.store, lease).waiting
    return HouseBots(base.clock, base.broker, matches.repository, matches.play, waiting, lease=lease)


def _abandonment(base: Foundation, play: Play) -> Abandonment:
    def abort(match: str, before: int) -> Awaitable[object]:
        return play.abort(match, ABANDONED, before)

    days, lease = base.settings.abandon_after_days, base.leases[Job.CLOCKS]
    return Abandonment(base.clock, IdleMatches(base.store, lease).idle, abort, days=days, lease=lease)


def _provider_of(settings: Settings) -> Callable[[EventStore, Clock], IdentityProvider] | None:
    """The configured identity provider over a store, None without one. Raises SettingsError."""
    if settings.oidc_issuer is None:
        return None
    from service.identity.provider import IdentityProvider, rules_of  # here, because its libraries take long to import

    rules = rules_of(settings, settings.oidc_issuer)
    return lambda store, clock: IdentityProvider(store, rules, settings.oidc_jwks_url, clock)


def _objects(url: str) -> Objects:
    from service.history.archive.objects import Objects  # here, because its library takes room

    return Objects.open(url)


def _broker(url: str | None) -> Broker:
    """The broker, which connects to nothing yet. SettingsError: the URL makes no sense."""
    if url is None:
        return MemoryBroker()
    from service.streams.redis import RedisBroker  # here, because it takes long to import

    try:
        return RedisBroker(url)
    except ValueError as error:
        raise SettingsError(str(error)) from None


async def _ready_store(settings: Settings) -> EventStore:
    """The store with all tables. The embedded one is migrated here, Postgres by `playledger migrate`."""
    url = settings.database_url
    store = await open_store(url, settings.store_limits, settings.replica_url())
    if is_sqlite(url):
        await store.sql.write(lambda connection: upgrade_connection(connection, REVISIONS))
        return store
    try:
        for revisions in (EVENT_STORE, REVISIONS):
            if not await store.sql.read(partial(is_current_connection, revisions=revisions)):
                raise SettingsError("the database is not migrated: run `playledger migrate`")
    except BaseException:
        await store.close()
        raise
    return store
