"""Tournaments as files, written while they are read."""

from __future__ import annotations

import tarfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from io import BytesIO

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.ports import Caller, ExportFile, ExportName, MatchOut
from domain.tournament import course as steps
from domain.tournament import csv, fide
from domain.tournament.course import ELIMINATIONS, Course
from domain.tournament.ledger import ledger
from domain.tournament.tournament import State
from service.tournaments.aggregate import Tournament
from service.tournaments.reading import NamesOf, TournamentReader
from service.tournaments.record import event_line, header_line
from service.tournaments.rendering import pairing_out, round_out, standing_out

JSON, CSV, FIDE = "application/json", "text/csv; charset=utf-8", "text/plain; charset=utf-8"
MATCHES, REPLAYS = "matches.ndjson", "replays.tar"
NDJSON = "application/x-ndjson"
CHUNK = 64 << 10
GetMatch = Callable[[Caller, str], Awaitable[MatchOut]]
GetReplay = Callable[[Caller, str], Awaitable[bytes]]


class TournamentExporter:
    """Files of one tournament, as of the version at which they were asked for."""

    def __init__(self, reader: TournamentReader, names: NamesOf, match: GetMatch, replay: GetReplay) -> None:
        self._reader = reader
        self._names = names
        self._match = match
        self._replay = replay

    async def export(self, caller: Caller, tournament: str, name: ExportName) -> ExportFile:
        """One of the files that are made of the tournament alone."""
        known = await self._reader.known(tournament)
        media = {"export.json": JSON, "report.fide-trf": FIDE}.get(name, CSV)
        if name == "export.json":
            return ExportFile(name, media, known.version, self._json(caller, known))
        if name == "record.ndjson":
            return ExportFile(name, NDJSON, known.version, self._record(known))
        if name == "report.fide-trf":
            names = await self._names(known.state.entries)
            return ExportFile(name, media, known.version, _pieces(iter([_fide(known.state, names).encode()])))
        if name == "standings.csv":
            rows = await self._reader.ranked(known, len(known.state.rounds), bracket=False)
            text = csv.standings(known.state.policy, rows).encode()
            return ExportFile(name, media, known.version, _pieces(iter([text])))
        return ExportFile(name, media, known.version, _pieces(_csv(known.state, name)))

    async def matches(self, caller: Caller, tournament: str) -> ExportFile:
        """All matches, a line each."""
        known = await self._reader.known(tournament)

        async def lines() -> AsyncIterator[bytes]:
            for match in matches_of(known.state):
                yield msgspec.json.encode(await self._match(caller, match)) + b"\n"

        return ExportFile(MATCHES, NDJSON, known.version, lines())

    async def replays(self, caller: Caller, tournament: str) -> ExportFile:
        """All replay files as one archive; a match that the caller may not take along yet is not in it."""
        known = await self._reader.known(tournament)

        async def archive() -> AsyncIterator[bytes]:
            for match in matches_of(known.state):
                text = await self._replay(caller, match)
                yield _member(f"{known.id}/{match}.playledger.ndjson", text, known.state.at)
            yield bytes(2 * tarfile.BLOCKSIZE)

        return ExportFile(REPLAYS, "application/x-tar", known.version, archive())

    async def _record(self, known: Tournament) -> AsyncIterator[bytes]:
        """Its events up to this version."""
        yield header_line(known.id, known.version, known.head)
        read = 0
        while read < known.version:
            events = await self._reader.stored(known, read)
            for event in events:
                yield event_line(event)
            read = events[-1].version

    async def _json(self, caller: Caller, known: Tournament) -> AsyncIterator[bytes]:
        """One object: tournament, rounds with their pairings, standings, those of the bracket."""
        state, encode = known.state, msgspec.json.encode
        names = await self._names(state.entries)
        yield b'{"tournament":' + encode(await self._reader.shown(caller, known)) + b',"rounds":['
        for number, one in enumerate(state.rounds, 1):
            yield (b"," if number > 1 else b"") + b'{"round":' + encode(round_out(state, number)) + b',"pairings":['
            for place, pairing in enumerate(one.pairings):
                yield (b"," if place else b"") + encode(pairing_out(state, one, pairing, names))
            yield b"]}"
        for title, bracket in ((b"standings", False), (b"bracket", True)):
            yield b'],"' + title + b'":['
            rows = await self._reader.ranked(known, len(state.rounds), bracket=bracket)
            for place, row in enumerate(rows):
                yield (b"," if place else b"") + encode(standing_out(row, names))
        yield b"]}\n"


def matches_of(state: State) -> Iterator[str]:
    """The matches of a tournament by round, table and game."""
    for place in sorted(state.tables):
        for game in state.tables[place].games:
            yield game.match


def _csv(state: State, name: ExportName) -> Iterator[bytes]:
    of = csv.pairings if name == "pairings.csv" else csv.results
    yield of(()).encode()
    for one in state.rounds:
        yield of((one,)).partition(csv.END)[2].encode()


def _fide(state: State, names: object) -> str:
    """The report of the rounds before a cut, or of an elimination. INVALID_INPUT where no duels are played."""
    course = state.course
    if state.policy.format not in fide.KINDS:
        message = "the FIDE report is for tournaments of duels"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("name",))
    if course is None:
        raise ApiError(ErrorCode.TOURNAMENT_STATUS, "the tournament has not started yet", path=("status",))
    return report(course, state.name, names if isinstance(names, dict) else {})


def report(course: Course, title: str, names: dict[str, str]) -> str:
    """The FIDE tournament report file of a course."""
    out = course.policy.format in ELIMINATIONS
    rounds = course.rounds if out else course.rounds[: course.due]
    order = [row.entrant for row in steps.table(course)]
    people = {one.id: fide.Person(names.get(one.id, one.id)) for one in course.entrants}
    found = ledger(course.policy, course.entrants, rounds)
    return fide.report(fide.Header(title), found, steps.numbers(course), people, len(rounds), order)


async def _pieces(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        for start in range(0, len(part), CHUNK):
            yield part[start : start + CHUNK]


def _member(name: str, text: bytes, at: int) -> bytes:
    """A file of a tar archive, padded to whole blocks."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime = len(text), at // 1000
    out = BytesIO()
    out.write(entry.tobuf(format=tarfile.PAX_FORMAT))
    out.write(text)
    out.write(bytes(-len(text) % tarfile.BLOCKSIZE))
    return out.getvalue()
