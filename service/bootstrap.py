"""The only place that builds things and connects them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType

import msgspec

from api_schema.ports import UseCases
from domain.games import discover
from domain.kernel.game import Game
from eventstore.migrate import is_current_connection, upgrade_connection
from eventstore.open import open_store
from eventstore.projections import Projection
from eventstore.store import EventStore
from eventstore.urls import is_sqlite
from service import times
from service.accounts.accounts import TokenAccounts
from service.accounts.directory import Directory
from service.accounts.personal import PersonalTokens
from service.catalogue.cardsets import CardSetBook
from service.catalogue.catalogue import GameCatalogue
from service.catalogue.usecases import CatalogueUseCases
from service.clocks import Abandonment, Clocks
from service.decks.usecases import DeckBox
from service.health import ServiceHealth
from service.history.audit import Auditor
from service.history.export import Exporter
from service.history.restore import Importer
from service.history.signatures import KeyRing, Signatures
from service.history.signing import Signer
from service.history.usecases import HistoryUseCases
from service.identity.provider import IdentityProvider, rules_of
from service.inbox.cursors import Cursors
from service.inbox.following import InboxStreams
from service.inbox.reading import InboxReader
from service.inbox.usecases import InboxUseCases
from service.keys import Keys
from service.matches.aggregate import Cache
from service.matches.commands import Commands
from service.matches.delay import Delays
from service.matches.finding import Finder
from service.matches.forking import Forks
from service.matches.identity import stream_of
from service.matches.late import delayed_hub
from service.matches.legal import Legal
from service.matches.lobby import Lobby
from service.matches.play import Play
from service.matches.reading import MatchReader
from service.matches.repository import Repository
from service.matches.ticking import PublicClocks
from service.matches.tokens import Tokens
from service.matches.usecases import MatchUseCases
from service.matches.vault import Vault
from service.matches.watching import Watching
from service.metrics.meters import Meters
from service.metrics.page import Metrics
from service.metrics.play import CountedPlay
from service.metrics.samples import Sampler
from service.metrics.state import StateCollector
from service.metrics.store import MeasuredStore
from service.projections.deadlines import DeadlineList, DueSoon
from service.projections.inbox import InboxBook
from service.projections.leaderboard import Leaderboards
from service.projections.lobby import LobbyList
from service.projections.results import ResultBook
from service.projections.runner import Projector
from service.projections.signatures import SignatureBook
from service.projections.standings import TournamentStandings
from service.projections.tournaments import TournamentList
from service.projections.webhooks import WebhookFeed
from service.ratings.rater import Rater
from service.ratings.usecases import RatingUseCases
from service.results.usecases import ResultDesk
from service.settings import Settings, SettingsError
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.streams.memory import MemoryBroker
from service.streams.presence import Presence
from service.streams.slices import StoreSource
from service.tables import HISTORY
from service.times import Clock
from service.tournaments.building import Tournaments, build
from service.webhooks.addresses import Guard
from service.webhooks.deliverer import Deliverer
from service.webhooks.posting import Poster
from service.webhooks.secrets import SecretBox
from service.webhooks.usecases import WebhookBox

ABANDONED = "abandoned"


@dataclass(frozen=True)
class Playledger:
    """The running parts. `start` before use, `drain` as soon as the process is told to stop, `stop` at the end."""

    use_cases: UseCases
    settings: Settings
    store: EventStore
    broker: Broker
    hub: Hub
    delayed_hub: Hub
    presence: Presence
    inboxes: InboxStreams
    projector: Projector
    clocks: Clocks
    abandonment: Abandonment
    repository: Repository
    play: Play
    reader: MatchReader
    legal: Legal
    accounts: TokenAccounts
    directory: Directory
    provider: IdentityProvider | None
    catalogue: GameCatalogue
    health: ServiceHealth
    exporter: Exporter
    importer: Importer
    auditor: Auditor
    history: HistoryUseCases
    vault: Vault
    signer: Signer
    signatures: Signatures
    meters: Meters
    metrics: Metrics
    guard: Guard
    webhook_secrets: SecretBox
    poster: Poster
    deliverer: Deliverer
    tournaments: Tournaments
    rater: Rater

    async def start(self) -> None:
        """Start all that works in the background."""
        await self.broker.start()
        await self.hub.start()
        await self.delayed_hub.start()
        await self.tournaments.hub.start()
        await self.presence.start()
        await self.inboxes.start()
        await self.projector.start()
        await self.rater.start()
        if self.settings.webhooks:
            await self.deliverer.start()
        if self.settings.clocks:
            await self.clocks.start()
            await self.abandonment.start()
            await self.tournaments.arbiter.start()

    def drain(self) -> None:
        """Let watchers go; they come back to another replica."""
        self.hub.drain()
        self.delayed_hub.drain()
        self.tournaments.hub.drain()
        self.presence.drain()
        self.inboxes.drain()

    async def stop(self) -> None:
        """Stop in the opposite order and give everything back, also after one that fails to stop."""
        async with AsyncExitStack() as stopping:
            for stop in self._stops():
                stopping.push_async_callback(stop)

    def _stops(self) -> Iterator[Callable[[], Awaitable[None]]]:
        """What is to be called at the end, the last one first."""
        yield self.store.close
        yield self.repository.flush
        yield self.broker.stop
        if self.provider is not None:
            yield self.provider.stop
        yield self.accounts.stop
        yield self.history.stop
        yield self.hub.stop
        yield self.delayed_hub.stop
        yield self.tournaments.hub.stop
        yield self.presence.stop
        yield self.inboxes.stop
        yield self.projector.stop
        yield self.rater.stop
        yield self.poster.close
        yield self.deliverer.stop
        yield self.clocks.stop
        yield self.abandonment.stop
        yield self.tournaments.arbiter.stop

    async def __aenter__(self) -> Playledger:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()


async def bootstrap(
    settings: Settings, games: Mapping[str, Game] | None = None, clock: Clock | None = None
) -> Playledger:
    """Build everything. `games` beside those of the installation are known too; `clock` is ms since the epoch."""
    clock = clock or times.now
    keys, rules = Keys(settings.secret_keys()), rules_of(settings)
    signer = Signer(Keys(settings.signing_keys()).derived("signing"))
    catalogue = GameCatalogue({**discover(), **(games or {})})
    meters = Meters()
    store = MeasuredStore(await _ready_store(settings.database_url), meters)
    signatures = Signatures(store)
    broker = _broker(settings.redis_url)
    tokens, vault, legal = Tokens(keys), Vault(keys), Legal(Tokens(keys))
    cache, book = Cache(settings.cached_matches), CardSetBook(store, catalogue, clock)
    broker.subscribe(cache)
    repository = Repository(
        store, catalogue, vault, cache, broker, book, settings.snapshot_every, settings.cached_past_versions
    )
    reader = MatchReader(repository)
    hub = Hub(StoreSource(store, stream_of), broker, clockwork=PublicClocks(repository, clock))
    delays = Delays(repository, clock)
    behind = delayed_hub(store, repository, delays, clock, broker)
    presence = Presence(broker, lambda match, seen: hub.note(match, "PresenceChanged", msgspec.json.encode(seen)))
    directory, commands = Directory(store, clock), Commands(keys)
    games_and_cards = CatalogueUseCases(catalogue, book)
    decks = DeckBox(store, games_and_cards, clock)
    guard, secrets = Guard(allow_private=settings.webhook_allow_private), SecretBox(keys)
    webhooks, poster = WebhookBox(store, games_and_cards, guard, secrets, clock), Poster(guard)
    play = CountedPlay(repository, commands, tokens, legal, clock, meters)
    matches = MatchUseCases(
        repository,
        Lobby(repository, catalogue, book, directory, commands, vault, tokens, decks.loadout, clock),
        Forks(repository, directory, commands, vault, clock, delays),
        play,
        reader,
        legal,
        Finder(store, clock),
        Watching(repository, reader, hub, behind, presence),
        tokens,
        directory.names,
        delays,
    )
    provider = None if rules is None else IdentityProvider(store, rules, settings.oidc_jwks_url, clock)
    accounts = TokenAccounts(PersonalTokens(store, directory, clock), directory, tokens, provider)
    due = DueSoon(store)
    health = ServiceHealth(store, broker)
    cursors, inbox = Cursors(keys), InboxReader(store)
    inboxes = InboxStreams(inbox, cursors)
    books: list[Projection] = [
        LobbyList(),
        DeadlineList(),
        SignatureBook(signer, clock),
        InboxBook(clock),
        WebhookFeed(),
        TournamentList(),
        TournamentStandings(),
        ResultBook(catalogue),
        Leaderboards(),
    ]
    projector = Projector(store, broker, books, advanced=inboxes.advanced)
    versions = {game.slug: game.rules_version for game in catalogue.games()}
    state = StateCollector((hub, behind), broker, repository, versions)
    sampler = Sampler(store, [projection.name for projection in projector.projections], clock, time.monotonic)
    key_ring = KeyRing(store, signer)
    exporter = Exporter(repository, signatures, projector.catch_up)
    auditor = Auditor(store, catalogue, vault, signatures, book)
    results = ResultDesk(store, catalogue, clock)
    own = InboxUseCases(inbox, inboxes, cursors, repository)
    ratings = RatingUseCases(store, games_and_cards, directory.names)
    history = HistoryUseCases(repository, exporter, auditor, catalogue, key_ring, delays)
    tournaments = build(
        store=store,
        broker=broker,
        catalogue=catalogue,
        book=book,
        directory=directory,
        keys=keys,
        vault=vault,
        commands=commands,
        clock=clock,
        repository=repository,
        play=play,
        saved=decks.loadout,
        matches=matches,
        history=history,
    )
    return Playledger(
        use_cases=UseCases(
            accounts,
            games_and_cards,
            matches,
            health,
            key_ring,
            history,
            own,
            decks,
            webhooks,
            tournaments.use_cases,
            results,
            ratings,
        ),
        settings=settings,
        store=store,
        broker=broker,
        hub=hub,
        delayed_hub=behind,
        presence=presence,
        inboxes=inboxes,
        projector=projector,
        clocks=Clocks(clock, broker, cache.state, due.overdue, play.time_out, play.time_up),
        abandonment=Abandonment(
            clock,
            due.idle,
            lambda match, before: play.abort(match, ABANDONED, before),
            days=settings.abandon_after_days,
        ),
        repository=repository,
        play=play,
        reader=reader,
        legal=legal,
        accounts=accounts,
        directory=directory,
        provider=provider,
        catalogue=catalogue,
        health=health,
        exporter=exporter,
        importer=Importer(store, catalogue, signatures, book),
        auditor=auditor,
        history=history,
        vault=vault,
        signer=signer,
        signatures=signatures,
        meters=meters,
        metrics=Metrics(meters.registry, state, sampler),
        guard=guard,
        webhook_secrets=secrets,
        poster=poster,
        deliverer=Deliverer(
            store, broker, secrets, poster.post, clock, disable_after_days=settings.webhook_disable_after_days
        ),
        tournaments=tournaments,
        rater=Rater(store, broker, clock),
    )


def _broker(url: str | None) -> Broker:
    if url is None:
        return MemoryBroker()
    from service.streams.redis import RedisBroker  # here, because it takes long to import

    return RedisBroker(url)


async def _ready_store(url: str) -> EventStore:
    """The store with all tables. The embedded one is migrated here, Postgres by `playledger migrate`."""
    store = await open_store(url)
    if is_sqlite(url):
        await store.sql.write(lambda connection: upgrade_connection(connection, HISTORY))
    elif not await store.sql.read(lambda connection: is_current_connection(connection, HISTORY)):
        await store.close()
        raise SettingsError("the database is not migrated: run `playledger migrate`")
    return store
