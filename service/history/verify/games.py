"""Compares the games of a tournament's record with replay files of its matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from domain.kernel.match import MatchCreated, MatchEnded, TournamentGame
from domain.kernel.result import Result
from domain.tournament.faults import Fault
from domain.tournament.playing import GAME_LOSS, placed
from service.history.lines import ReplayEvent
from service.history.verify.checker import LineSource, numbered
from service.history.verify.tournaments import TournamentReport
from service.tournaments.record import RecordedGame


class Played(msgspec.Struct, frozen=True):
    """A game by a sound replay file: its match, of which game of which tournament, and its result, None: it goes on.
    `heads`: the hashes of the event that ended it and of those after it.
    """

    match: str
    of: TournamentGame | None
    result: Result | None
    heads: tuple[str, ...]


class _Created(msgspec.Struct):
    match: str
    tournament: TournamentGame | None = None


class _Ended(msgspec.Struct):
    result: Result


def played(source: LineSource) -> Played:
    """The game of a replay file whose chain holds. Raises Unreadable, and ValueError for events of another form."""
    made, result = _Created(""), None
    heads: list[str] = []
    for _, line in numbered(source):
        if not isinstance(line, ReplayEvent):
            continue
        if line.type == MatchCreated.type:
            made = msgspec.json.decode(line.pub, type=_Created)
        elif line.type == MatchEnded.type:
            result = msgspec.json.decode(line.pub, type=_Ended).result
        if result is not None:
            heads.append(line.hash)
    return Played(made.match, made.tournament, result, tuple(heads))


def beside(report: TournamentReport, games: Sequence[RecordedGame], replay: Played) -> TournamentReport:
    """The report of a record with these games once it is compared with a replay of one of them, or of another match."""
    of = replay.of if replay.of is not None and replay.of.tournament == report.tournament else None
    game = next((game for game in games if game.match == replay.match), None)
    if game is not None:
        found = tuple(
            Fault(code, _told(game, message), (str(game.line),)) for code, message in _unlike(of, game, replay)
        )
    elif of is not None:
        where = f"round {of.round}, table {of.table}, game {of.game}"
        found = (Fault("GAME_UNKNOWN", f"{where}: the record does not have the match {replay.match}", ("match",)),)
    else:
        return report
    line = report.line or (game.line if game is not None and found else None)
    return msgspec.structs.replace(report, compared=report.compared + 1, faults=(*report.faults, *found), line=line)


def _told(game: RecordedGame, message: str) -> str:
    return f"line {game.line}, round {game.round}, table {game.table}, game {game.game}, {game.match}: {message}"


def _unlike(of: TournamentGame | None, game: RecordedGame, replay: Played) -> Iterator[tuple[str, str]]:
    """(code, message) of each difference. A game that a referee has ended, or that goes on here, has no result yet."""
    if of is None or (of.round, of.table, of.game) != (game.round, game.table, game.game):
        yield "GAME_OTHER", "the replay says that it is another game"
    end = game.end
    if end is None or (end.rule == GAME_LOSS and end.head is None):
        return
    if replay.result is None:
        yield "RESULT_DIFFERS", "by the replay the game goes on"
        return
    if end.head is not None and end.head not in replay.heads:
        yield "HEAD_DIFFERS", "the replay has another history: its hashes are not that of the record"
    aborted = replay.result.kind == "aborted"
    places = () if aborted or replay.result.kind == "all_lose" else placed(game.seats, replay.result.placings)
    here, there = _said(end.aborted, end.places, end.rule), _said(aborted, places, replay.result.rule)
    if here != there:
        yield "RESULT_DIFFERS", f"by the replay {there}, by the record {here}"


def _said(aborted: bool, places: Sequence[Sequence[int]], rule: str) -> str:
    return f"{'it was aborted' if aborted else [list(group) for group in places]} by {rule}"
