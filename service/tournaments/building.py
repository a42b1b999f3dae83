"""The parts of tournaments, built and connected."""

from __future__ import annotations

from dataclasses import dataclass

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, History
from domain.kernel.audience import FULL
from eventstore.store import EventStore
from service.accounts.directory import Directory
from service.catalogue.cardsets import CardSetBook
from service.catalogue.catalogue import GameCatalogue
from service.keys import Keys
from service.matches.commands import Commands
from service.matches.lobby import SavedLoadout
from service.matches.play import Play
from service.matches.repository import Repository
from service.matches.usecases import MatchUseCases
from service.matches.vault import Vault
from service.streams.broker import Broker
from service.streams.hub import Hub
from service.times import Clock
from service.tournaments.arbiter import Arbiter
from service.tournaments.desk import Desk
from service.tournaments.entering import Entering
from service.tournaments.exporting import TournamentExporter
from service.tournaments.finding import TournamentFinder
from service.tournaments.halls import Halls
from service.tournaments.making import Making
from service.tournaments.ranking import Rankings
from service.tournaments.reading import TournamentReader
from service.tournaments.repository import TournamentRepository
from service.tournaments.ruling import RulingDesk
from service.tournaments.running import Running
from service.tournaments.usecases import TournamentUseCases
from service.tournaments.watching import TournamentWatching, tournament_hub


@dataclass(frozen=True)
class Tournaments:
    """The running parts of tournaments."""

    use_cases: TournamentUseCases
    repository: TournamentRepository
    hub: Hub
    arbiter: Arbiter


def build(
    *,
    store: EventStore,
    broker: Broker,
    catalogue: GameCatalogue,
    book: CardSetBook,
    directory: Directory,
    keys: Keys,
    vault: Vault,
    commands: Commands,
    clock: Clock,
    repository: Repository,
    play: Play,
    saved: SavedLoadout,
    matches: MatchUseCases,
    history: History,
) -> Tournaments:
    """Build them from what matches are built from."""
    tournaments = TournamentRepository(store, vault, broker)
    halls = Halls(catalogue, book)
    desk = Desk(tournaments, halls, Making(halls, directory, vault), commands, clock)
    reader = TournamentReader(tournaments, Rankings(store), directory.names)
    hub = tournament_hub(store, broker)

    async def replay(caller: Caller, match: str) -> bytes:
        try:
            file = await history.replay(caller, match, perspective=FULL)
        except ApiError as error:
            if error.code != ErrorCode.FORBIDDEN:
                raise
            file = await history.replay(caller, match)
        return b"".join([line async for line in file.lines])

    use_cases = TournamentUseCases(
        Running(desk, directory, keys, vault),
        Entering(desk, directory, keys, saved),
        RulingDesk(desk),
        reader,
        TournamentFinder(store, directory.names),
        TournamentExporter(reader, directory.names, matches, replay),
        TournamentWatching(reader, directory.names, directory.edition, hub),
    )
    return Tournaments(use_cases, tournaments, hub, Arbiter(desk, repository, play, broker))
