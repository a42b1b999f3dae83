"""Tournaments as files, written while they are read."""

from __future__ import annotations

import asyncio
import tarfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain, islice

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports.base import Caller
from api_schema.ports.matches import MatchOut
from api_schema.ports.tournaments import ExportFile, ExportName
from domain.kernel.match import ClockPolicy
from domain.tournament import csv, fide
from domain.tournament.course import Course
from domain.tournament.tournament import TableGame, TournamentState
from eventstore import StoredEvent
from service.accounts.directory import NamesOf
from service.application.signing import Signature
from service.matches.usecases import MatchUseCases
from service.projections.record_signatures.queries import RecordSignatures
from service.tournaments.aggregate import TournamentAggregate
from service.tournaments.reader import TournamentReader
from service.tournaments.record_lines import event_parts, header_line, signature_line
from service.tournaments.rendering import pairing_out, rank_out, round_out, standing_out

JSON, CSV, FIDE = "application/json", "text/csv; charset=utf-8", "text/plain; charset=utf-8"
MATCHES, REPLAYS = "matches.ndjson", "replays.tar"
NDJSON = "application/x-ndjson"
CHUNK = 64 << 10
TOGETHER = 64
"""Matches, or events, that are read in one go."""
GetReplay = Callable[[Caller, str], Awaitable[bytes]]


class TournamentExporter:
    """Files of one tournament, as of the version at which they were asked for."""

    def __init__(
        self,
        reader: TournamentReader,
        names: NamesOf,
        matches: MatchUseCases,
        replay: GetReplay,
        signatures: RecordSignatures,
    ) -> None:
        self._signatures = signatures
        self._reader = reader
        self._names = names
        self._matches = matches
        self._replay = replay

    async def export(self, caller: Caller, tournament: str, name: ExportName) -> ExportFile:
        """One of the files that are made of the tournament alone."""
        known = await self._reader.known(tournament)
        parts: AsyncIterator[bytes]
        media = {"export.json": JSON, "report.fide-trf": FIDE, "record.ndjson": NDJSON}.get(name, CSV)
        if name == "export.json":
            parts = self._json(caller, known)
        elif name == "report.fide-trf":
            parts = await self._fide(known)
        elif name == "record.ndjson":
            parts = self._record(known)
        else:
            parts = await self._csv(known, name)
        state = known.state
        over = len(state.rounds) <= state.done if name == "standings.csv" else None
        final = state.status == "finished" if name == "ranks.csv" else None
        return ExportFile(name, media, known.version, parts, over, final)

    async def matches(self, caller: Caller, tournament: str) -> ExportFile:
        """All matches, a line each."""
        known = await self._reader.known(tournament)

        async def lines() -> AsyncIterator[bytes]:
            games = games_of(known.state)
            while some := list(islice(games, TOGETHER)):
                yield b"".join([msgspec.json.encode(match) + b"\n" for match in await self._some(caller, some)])

        return ExportFile(MATCHES, NDJSON, known.version, lines())

    async def _some(self, caller: Caller, games: list[TableGame]) -> list[MatchOut]:
        """The matches of some games as the list has them, which may be a moment late; others are read one by one."""
        ids = [game.match for game in games]
        listed = await self._matches.listed(caller, ids)
        return [listed[match] if match in listed else await self._matches.get(caller, match) for match in ids]

    async def replays(self, caller: Caller, tournament: str) -> ExportFile:
        """All replay files as one archive: full ones of the matches that are open to the caller by now."""
        known = await self._reader.known(tournament)

        async def archive() -> AsyncIterator[bytes]:
            for game in games_of(known.state):
                text = await self._replay(caller, game.match)
                yield _member(f"{known.id}/{game.match}.playledger.ndjson", text, known.state.at)
            yield bytes(2 * tarfile.BLOCKSIZE)

        return ExportFile(REPLAYS, "application/x-tar", known.version, archive())

    async def _record(self, known: TournamentAggregate) -> AsyncIterator[bytes]:
        """Its events up to this version."""
        yield header_line(known.id, known.version, known.head)
        signatures = await self._signatures.upto(known.stream, known.version, due=known.state.over)
        read = 0
        while read < known.version:
            events = await self._reader.stored(known, read, TOGETHER)
            read = events[-1].version
            async for part in _gathered(chain.from_iterable(_record_parts(one, signatures) for one in events)):
                yield part

    async def _json(self, caller: Caller, known: TournamentAggregate) -> AsyncIterator[bytes]:
        """One object: tournament, rounds with their pairings, standings, those of the bracket, ranks of everybody."""
        names = await self._names(known.state.entries)
        yield b'{"tournament":' + msgspec.json.encode(await self._reader.shown(caller, known)) + b',"rounds":['
        async for part in _gathered(_rounds(known.state, names)):
            yield part
        for title, bracket in ((b"standings", False), (b"bracket", True)):
            yield b'],"' + title + b'":['
            rows = await self._reader.ranking(known, len(known.state.rounds), bracket=bracket)
            async for part in _gathered(_listed(standing_out(row, names) for row in rows)):
                yield part
        yield b'],"ranks":['
        async for part in _gathered(_listed(rank_out(row, names) for row in await self._reader.final_ranking(known))):
            yield part
        yield b"]}\n"

    async def _csv(self, known: TournamentAggregate, name: ExportName) -> AsyncIterator[bytes]:
        state, names = known.state, await self._names(known.state.entries)
        if name == "ranks.csv":
            lines = csv.ranks(await self._reader.final_ranking(known), names)
        elif name == "standings.csv":
            rows = await self._reader.ranking(known, len(state.rounds), bracket=False)
            lines = csv.standing_lines(state.policy.tie_breaks, rows, names)
        elif name == "pairings.csv":
            lines = csv.pairing_lines(state.rounds, names)
        else:
            lines = csv.result_lines(state.rounds, names, state.tables)
        return _gathered(line.encode() for line in lines)

    async def _fide(self, known: TournamentAggregate) -> AsyncIterator[bytes]:
        """The report of the rounds before a cut, or of an elimination, with the final ranks. INVALID_INPUT where no
        duels are played.
        """
        state = known.state
        if state.policy.format not in fide.KINDS:
            message = "the FIDE report is for tournaments of duels"
            raise ApiError(ErrorCode.INVALID_INPUT, message, path=("name",))
        if state.course is None:
            raise ApiError(ErrorCode.TOURNAMENT_STATUS, "the tournament has not started yet", path=("status",))
        order = await self._placed(known)
        names = await self._names(state.entries)
        header = _fide_header(state, state.course)
        lines = fide.report(header, state.course, order, lambda who: fide.Person(names.get(who, who)))
        return _gathered(line.encode() for line in lines)

    async def _placed(self, known: TournamentAggregate) -> list[str]:
        """Entrants by their final ranks; of a cancelled tournament by its standings."""
        if known.state.status != "cancelled":
            return [row.entrant for row in await self._reader.final_ranking(known)]
        return [row.entrant for row in await self._reader.ranking(known, len(known.state.rounds), bracket=False)]


def _record_parts(event: StoredEvent, signatures: Mapping[int, Signature]) -> Iterator[bytes]:
    """The line of an event, and that of its signature if it has one."""
    yield from event_parts(event)
    if event.version in signatures:
        yield signature_line(signatures[event.version])


def _fide_header(state: TournamentState, course: Course) -> fide.Header:
    """The section of the tournament: its dates, those of the rounds in the report, the clock of a match."""
    return fide.Header(
        state.name,
        start=_day(state.rounds_at[0]),
        end=_day(state.at) if state.status == "finished" else "",
        times=_times(state.terms.clock),
        round_dates=tuple(_day(at)[2:] for at in state.rounds_at[: course.due or None]),
    )


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y/%m/%d}"


def _times(clock: ClockPolicy) -> str:
    """The limits of the clock in seconds, as text; a reserve counts only beside a limit."""
    limits = (("decision", clock.decision), ("turn", clock.turn))
    told = [f"{what} {at / 1000:g} s" for what, at in limits if at is not None]
    if told and clock.bank:
        told.append(f"reserve {clock.bank / 1000:g} s")
    return ", ".join(told)


def games_of(state: TournamentState) -> Iterator[TableGame]:
    """The games of a tournament by round, table and number."""
    for place in sorted(state.tables):
        yield from state.tables[place].games


def _rounds(state: TournamentState, names: Mapping[str, str]) -> Iterator[bytes]:
    """The members of the list of rounds, piece by piece."""
    for number, one in enumerate(state.rounds, 1):
        yield (b"," if number > 1 else b"") + b'{"round":' + msgspec.json.encode(round_out(state, number))
        yield b',"pairings":['
        yield from _listed(pairing_out(state, one, pairing, names) for pairing in one.pairings)
        yield b"]}"


def _listed(values: Iterable[object]) -> Iterator[bytes]:
    """The members of a list of JSON."""
    for place, value in enumerate(values):
        yield (b"," if place else b"") + msgspec.json.encode(value)


async def _gathered(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Small parts put together to chunks, large ones as they are; others get their turn after each."""
    chunk = bytearray()
    for part in parts:
        if chunk and len(chunk) + len(part) > CHUNK:
            yield bytes(chunk)
            chunk.clear()
            await asyncio.sleep(0)
        if len(part) < CHUNK:
            chunk += part
        else:
            yield part
    if chunk:
        yield bytes(chunk)


def _member(name: str, text: bytes, at: int) -> bytes:
    """A file of a tar archive, padded to whole blocks."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime = len(text), at // 1000
    out = BytesIO()
    out.write(entry.tobuf(format=tarfile.PAX_FORMAT))
    out.write(text)
    out.write(bytes(-len(text) % tarfile.BLOCKSIZE))
    return out.getvalue()
