"""The parts of tournaments, built and connected."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.history import MatchHistory
from domain.kernel.audience import FULL
from service.foundation import Foundation
from service.leases import Job
from service.matches.lobby import SavedLoadout
from service.matches.parts import MatchParts
from service.projections.record_signatures.queries import RecordSignatures
from service.streams.hub import Hub
from service.tournaments.commands import TournamentCommands
from service.tournaments.entrant_commands import EntrantCommands
from service.tournaments.exporter import TournamentExporter
from service.tournaments.finder import TournamentFinder
from service.tournaments.match_factory import MatchFactory
from service.tournaments.match_setups import MatchSetups
from service.tournaments.organiser_commands import OrganiserCommands
from service.tournaments.process import TournamentProcess
from service.tournaments.rankings import Rankings
from service.tournaments.reader import TournamentReader
from service.tournaments.repository import TournamentRepository
from service.tournaments.result_commands import ResultCommands
from service.tournaments.updates import TournamentUpdates, tournament_hub
from service.tournaments.usecases import TournamentUseCases


@dataclass(frozen=True)
class TournamentParts:
    """The running parts of tournaments."""

    use_cases: TournamentUseCases
    repository: TournamentRepository
    hub: Hub
    process: TournamentProcess


def build(
    base: Foundation, matches: MatchParts, history: MatchHistory, saved: SavedLoadout, signatures: RecordSignatures
) -> TournamentParts:
    """Build them."""
    tournaments = TournamentRepository(base.store, base.vault, base.broker, base.settings.store_append_seconds)
    commands, names = _commands(base, tournaments), base.directory.names
    reader = TournamentReader(tournaments, Rankings(base.store), names, base.catalogue.member_names)
    hub = tournament_hub(base.store, base.broker)
    use_cases = TournamentUseCases(
        OrganiserCommands(commands, base.directory, base.keys, base.vault),
        EntrantCommands(commands, base.directory, base.keys, saved),
        ResultCommands(commands),
        reader,
        TournamentFinder(base.store, names, base.catalogue.member_names),
        TournamentExporter(reader, names, matches.use_cases, partial(_replay, history), signatures),
        TournamentUpdates(reader, names, base.directory.edition, hub),
    )
    process = TournamentProcess(commands, matches.repository, matches.play, base.broker, base.leases[Job.TOURNAMENTS])
    return TournamentParts(use_cases, tournaments, hub, process)


def _commands(base: Foundation, tournaments: TournamentRepository) -> TournamentCommands:
    setups = MatchSetups(base.catalogue, base.card_sets)
    factory = MatchFactory(setups, base.directory, base.vault)
    return TournamentCommands(tournaments, setups, factory, base.command_names, base.clock)


async def _replay(history: MatchHistory, caller: Caller, match: str) -> bytes:
    """The full record if the caller may see it, else what the caller sees."""
    try:
        file = await history.replay(caller, match, perspective=FULL)
    except ApiError as error:
        if error.code != ErrorCode.FORBIDDEN:
            raise
        file = await history.replay(caller, match)
    return b"".join([line async for line in file.lines])
