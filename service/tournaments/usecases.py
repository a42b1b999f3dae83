"""ports.Tournaments: every use case of a tournament, from a caller's request to what the caller may see of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from api_schema.ports.base import Caller
from api_schema.ports.matches import Update
from api_schema.ports.tournaments import (
    ALL_ENTRANTS,
    BracketOut,
    CreateTournament,
    DeckOrder,
    EntrantFilter,
    EntrantPage,
    EntrantRecordOut,
    ExportFile,
    ExportName,
    PairingPage,
    RankPage,
    RegisterEntrant,
    ReportResult,
    RoundOut,
    RulePairing,
    StandingPage,
    StartRound,
    TournamentCodes,
    TournamentEventPage,
    TournamentFilter,
    TournamentMade,
    TournamentOut,
    TournamentPage,
)
from domain.kernel.audience import FULL
from service.application.inputs import bounded
from service.tournaments.entrant_commands import EntrantCommands
from service.tournaments.exporter import TournamentExporter
from service.tournaments.finder import TournamentFinder
from service.tournaments.organiser_commands import OrganiserCommands
from service.tournaments.reader import PAGE, VERSIONS, TournamentReader
from service.tournaments.rendering import viewer_of
from service.tournaments.repository import CommittedTournament
from service.tournaments.result_commands import ResultCommands
from service.tournaments.updates import TournamentUpdates


class TournamentUseCases:
    """The parts behind one port."""

    def __init__(
        self,
        running: OrganiserCommands,
        entering: EntrantCommands,
        ruling: ResultCommands,
        reader: TournamentReader,
        finder: TournamentFinder,
        exporter: TournamentExporter,
        watching: TournamentUpdates,
    ) -> None:
        self._running = running
        self._entering = entering
        self._ruling = ruling
        self._reader = reader
        self._finder = finder
        self._exporter = exporter
        self._watching = watching

    async def create(self, caller: Caller, key: str, request: CreateTournament) -> TournamentMade:
        return await self._made(caller, await self._running.create(caller, key, request))

    async def codes(self, caller: Caller, tournament_id: str) -> TournamentCodes:
        known = await self._reader.known(tournament_id)
        return await self._running.codes(known, caller, self._entering.code(tournament_id))

    async def join_staff(self, caller: Caller, tournament_id: str, key: str, code: str) -> TournamentMade:
        return await self._made(caller, await self._running.join_staff(caller, tournament_id, key, code))

    async def dismiss(self, caller: Caller, tournament_id: str, key: str, staff: str) -> TournamentMade:
        return await self._made(caller, await self._running.dismiss(caller, tournament_id, key, staff))

    async def register(self, caller: Caller, tournament_id: str, key: str, request: RegisterEntrant) -> TournamentMade:
        return await self._made(caller, await self._entering.register(caller, tournament_id, key, request))

    async def change_deck(self, caller: Caller, tournament_id: str, key: str, request: DeckOrder) -> TournamentMade:
        return await self._made(caller, await self._entering.change_deck(caller, tournament_id, key, request))

    async def check_in(self, caller: Caller, tournament_id: str, key: str, entrant: str | None) -> TournamentMade:
        return await self._made(caller, await self._entering.check_in(caller, tournament_id, key, entrant))

    async def drop(self, caller: Caller, tournament_id: str, key: str, entrant: str | None) -> TournamentMade:
        return await self._made(caller, await self._entering.drop(caller, tournament_id, key, entrant))

    async def start_round(self, caller: Caller, tournament_id: str, key: str, request: StartRound) -> TournamentMade:
        return await self._made(caller, await self._running.start_round(caller, tournament_id, key, request))

    async def report(self, caller: Caller, tournament_id: str, key: str, request: ReportResult) -> TournamentMade:
        return await self._made(caller, await self._ruling.report(caller, tournament_id, key, request))

    async def rule(self, caller: Caller, tournament_id: str, key: str, request: RulePairing) -> TournamentMade:
        return await self._made(caller, await self._ruling.rule(caller, tournament_id, key, request))

    async def pause(self, caller: Caller, tournament_id: str, key: str, reason: str) -> TournamentMade:
        return await self._made(caller, await self._running.pause(caller, tournament_id, key, reason))

    async def resume(self, caller: Caller, tournament_id: str, key: str) -> TournamentMade:
        return await self._made(caller, await self._running.resume(caller, tournament_id, key))

    async def cancel(self, caller: Caller, tournament_id: str, key: str, reason: str) -> TournamentMade:
        return await self._made(caller, await self._running.cancel(caller, tournament_id, key, reason))

    async def finish(self, caller: Caller, tournament_id: str, key: str) -> TournamentMade:
        return await self._made(caller, await self._running.finish(caller, tournament_id, key))

    async def get(self, caller: Caller, tournament_id: str) -> TournamentOut:
        return await self._reader.shown(caller, await self._reader.known(tournament_id))

    async def find(
        self, caller: Caller, *, first: int, after: str | None = None, wanted: TournamentFilter
    ) -> TournamentPage:
        return await self._finder.find(caller, first, after, wanted)

    async def entrants(
        self,
        caller: Caller,
        tournament_id: str,
        *,
        first: int,
        after: str | None = None,
        wanted: EntrantFilter = ALL_ENTRANTS,
    ) -> EntrantPage:
        return await self._reader.entrants(caller, tournament_id, first, after, wanted)

    async def rounds(self, caller: Caller, tournament_id: str) -> tuple[RoundOut, ...]:
        return await self._reader.rounds(tournament_id)

    async def pairings(
        self, caller: Caller, tournament_id: str, *, round_number: int | None, first: int, after: str | None = None
    ) -> PairingPage:
        return await self._reader.pairings(tournament_id, round_number, first, after)

    async def entrant_record(
        self, caller: Caller, tournament_id: str, *, entrant: str | None = None
    ) -> EntrantRecordOut:
        return await self._reader.entrant_record(caller, tournament_id, entrant)

    async def bracket(self, caller: Caller, tournament_id: str) -> BracketOut:
        return await self._reader.bracket(tournament_id)

    async def standings(
        self,
        caller: Caller,
        tournament_id: str,
        *,
        after_round: int | None = None,
        bracket: bool = False,
        first: int,
        after: str | None = None,
    ) -> StandingPage:
        return await self._reader.standings(tournament_id, after_round, bracket, first, after)

    async def ranks(self, caller: Caller, tournament_id: str, *, first: int, after: str | None = None) -> RankPage:
        return await self._reader.ranks(tournament_id, first, after)

    async def events(
        self, caller: Caller, tournament_id: str, *, after: int = 0, first: int = 256
    ) -> TournamentEventPage:
        return await self._reader.events(caller, tournament_id, after, first)

    async def round_file(self, caller: Caller, tournament_id: str, round_number: int) -> bytes:
        return await self._reader.round_file(tournament_id, round_number)

    async def export(self, caller: Caller, tournament_id: str, name: ExportName) -> ExportFile:
        return await self._exporter.export(caller, tournament_id, name)

    async def matches_file(self, caller: Caller, tournament_id: str) -> ExportFile:
        return await self._exporter.matches(caller, tournament_id)

    async def replays_file(self, caller: Caller, tournament_id: str) -> ExportFile:
        return await self._exporter.replays(caller, tournament_id)

    async def updates(self, caller: Caller, tournament_id: str, *, after: int = 0) -> AsyncGenerator[Update]:
        bounded(after, 0, VERSIONS, "after")
        while True:
            viewer = await self._viewer(caller, tournament_id)
            async with aclosing(self._watching.updates(tournament_id, viewer, after)) as updates:
                async for update in updates:
                    if viewer == FULL and await self._viewer(caller, tournament_id) != FULL:
                        break  # no longer staff, or entered: it goes on as the caller may see it now
                    after = update.version
                    yield update
                else:
                    return

    async def _viewer(self, caller: Caller, tournament: str) -> str:
        return viewer_of(caller, (await self._reader.known(tournament)).state)

    async def pairings_updates(
        self, caller: Caller, tournament_id: str, *, round_number: int | None = None, after: int = 0
    ) -> AsyncGenerator[Update]:
        bounded(after, 0, VERSIONS, "after")
        async with aclosing(self._watching.pairings(tournament_id, round_number, after)) as updates:
            async for update in updates:
                yield update

    async def standings_updates(
        self, caller: Caller, tournament_id: str, *, first: int = PAGE, after: int = 0
    ) -> AsyncGenerator[Update]:
        bounded(after, 0, VERSIONS, "after")
        bounded(first, 1, PAGE, "first")
        async with aclosing(self._watching.standings(tournament_id, first, after)) as updates:
            async for update in updates:
                yield update

    async def _made(self, caller: Caller, done: CommittedTournament) -> TournamentMade:
        shown = await self._reader.shown(caller, done.tournament)
        return TournamentMade(shown, done.appended.last_version, done.appended.replayed)
