"""Rulings of referees: each call says why, is an event, and its consequences follow in the same batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from domain.tournament import events as told
from domain.tournament.batch import TournamentBatch, TournamentDecision, no_reason, not_running, not_there
from domain.tournament.course import policy_now
from domain.tournament.entrants import Pairing, TableResult
from domain.tournament.entrants import faults as result_faults
from domain.tournament.events import RulingKind
from domain.tournament.faults import Fault, Faults
from domain.tournament.playing import DUEL, MatchLayout, begin_game, best_of, game_lost, go_on, score, settle
from domain.tournament.tournament import TableRef, TournamentState, pairing_at, result_at

OF_ENTRANTS: frozenset[RulingKind] = frozenset({"warning", "disqualification"})
"""Calls that need no table: they are about somebody."""


class Ruling(msgspec.Struct, frozen=True):
    """A call that a referee asks for. `result` is the whole result of an override; `entrant` is the subject of the
    call.

    A no-show without `entrant` is one of everybody at the table.
    """

    kind: RulingKind
    staff: str
    reason: str
    place: TableRef = (0, 0)
    entrant: str | None = None
    result: TableResult | None = None


def rule(
    state: TournamentState, ruling: Ruling, seed: bytes, matches: MatchLayout, now: int
) -> TournamentDecision | Faults:
    """Make a call."""
    found = not_running(state) or no_reason(ruling.reason) or _faults(state, ruling)
    if found:
        return found
    batch = TournamentBatch(state, now)
    number, table = ruling.place
    batch.emit(
        told.RulingMade(
            kind=ruling.kind,
            staff=ruling.staff,
            reason=ruling.reason,
            round=number,
            table=table,
            entrant=ruling.entrant,
        )
    )
    _EFFECTS[ruling.kind](batch, ruling, seed, matches)
    settle(batch, seed)
    return batch.decided()


def _faults(state: TournamentState, ruling: Ruling) -> Faults:
    if ruling.kind in OF_ENTRANTS:
        if ruling.entrant is None:
            return _named(ruling)
        found = _entrant_faults(state, ruling.entrant, ruling.kind)
        if found or ruling.place == (0, 0):
            return found
    pairing = pairing_at(state, ruling.place)
    if pairing is None:
        return (Fault("TABLE_UNKNOWN", "there is no such table", ("table",)),)
    if ruling.entrant is not None and ruling.entrant not in pairing.seats:
        return (Fault("NOT_AT_TABLE", "does not sit at this table", ("entrant",)),)
    return _CHECKS[ruling.kind](state, ruling, pairing)


def _entrant_faults(state: TournamentState, entrant: str, kind: RulingKind) -> Faults:
    """Nobody escapes a disqualification by dropping out, or a warning by anything."""
    entry = state.entries.get(entrant)
    told = entry is not None and (kind == "warning" or entry.status == "dropped")
    return () if told else not_there(state, entrant)


def _override_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    if ruling.result is None or ruling.result.table != ruling.place[1]:
        return (Fault("RESULT_MISSING", "an override says the whole result of its table", ("result",)),)
    assert state.course is not None
    return _fixed(state, ruling.place) or result_faults(policy_now(state.course), pairing, ruling.result)


def _duel_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    if len(pairing.seats) != DUEL:
        message = "at a table of three and more say the whole result, by an OVERRIDE"
        return (Fault("TABLE_OF_MANY", message, ("kind",)),)
    return _named(ruling) or _fixed(state, ruling.place)


def _named(ruling: Ruling) -> Faults:
    return (Fault("ENTRANT_UNKNOWN", "say whom it is about", ("entrant",)),) if ruling.entrant is None else ()


def _no_show_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    """Refuse a no-show after a game: an entrant that has played has come, and no forfeit may strike the game."""
    if any(game.places is not None for game in state.tables[ruling.place].games):
        message = "a game was played at this table: call a MATCH_LOSS, or say the whole result by an OVERRIDE"
        return (Fault("TABLE_PLAYED", message, ("kind",)),)
    if len(pairing.seats) != DUEL and ruling.entrant is not None:
        return _not_playing(state, ruling.place)
    return _fixed(state, ruling.place)


def _match_loss_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    if len(pairing.seats) != DUEL:
        return _named(ruling) or _not_playing(state, ruling.place)
    return _duel_faults(state, ruling, pairing)


def _game_loss_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    return _duel_faults(state, ruling, pairing) or _not_playing(state, ruling.place)


def _not_playing(state: TournamentState, place: TableRef) -> Faults:
    if not any(game.running for game in state.tables[place].games):
        return (Fault("GAME_OVER", "no game is played at this table", ("table",)),)
    if result_at(state, place) is not None:
        return (Fault("GAME_OVER", "the table has its result: override it", ("table",)),)
    return ()


def _replay_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    if ruling.place[0] != len(state.rounds):
        return (Fault("ROUND_PAST", "the next round has begun", ("round",)),)
    if any(game.running for game in state.tables[ruling.place].games):
        return (Fault("GAME_RUNNING", "a game is played at this table", ("table",)),)
    gone = [who for who in pairing.seats if not _plays(state, who, ruling.place[0])]
    if gone:
        return (Fault("ENTRANT_GONE", "has left: say what came out instead", ("table",)),)
    return ()


def _plays(state: TournamentState, entrant: str, number: int) -> bool:
    """Whether an entrant can still play in a round: one that drops out does so at its end."""
    course = state.course
    assert course is not None
    there = next(one for one in course.entrants if one.id == entrant).takes_part(number)
    return there and entrant not in state.disqualified


def _uphold_faults(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    if not state.tables[ruling.place].disputes:
        return (Fault("NOT_DISPUTED", "nobody disputes this result", ("table",)),)
    return ()


def _fixed(state: TournamentState, place: TableRef) -> Faults:
    """Refuse what a later round of a bracket was paired by; elsewhere a result may be corrected to the end."""
    course = state.course
    assert course is not None
    last, number = len(state.rounds), place[0]
    if number == last or not course.seeded:
        return ()
    message = "later rounds of the bracket follow from it" if number > course.due else "the cut was made by it"
    return (Fault("RESULT_FINAL", message, ("round",)),)


def _nothing(state: TournamentState, ruling: Ruling, pairing: Pairing) -> Faults:
    return ()


_CHECKS: Mapping[RulingKind, Callable[[TournamentState, Ruling, Pairing], Faults]] = {
    "override": _override_faults,
    "award": _duel_faults,
    "no_show": _no_show_faults,
    "game_loss": _game_loss_faults,
    "match_loss": _match_loss_faults,
    "disqualification": _nothing,
    "warning": _nothing,
    "replay": _replay_faults,
    "uphold": _uphold_faults,
}


def _override(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    assert ruling.result is not None
    batch.emit(told.ResultRecorded(round=ruling.place[0], result=ruling.result, source="ruling"))


def _award(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    _record(batch, ruling, _seat_of(batch, ruling))


def _match_loss(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    """At a table of three and more it counts when the others have played: the match goes on without that seat."""
    if len(_pairing(batch, ruling).seats) == DUEL:
        _record(batch, ruling, 1 - _seat_of(batch, ruling))


def _record(batch: TournamentBatch, ruling: Ruling, winner: int) -> None:
    number, table = ruling.place
    games, drawn = _games(batch, ruling.place, winner)
    result = TableResult(table, ((winner,), (1 - winner,)), games, drawn)
    batch.emit(told.ResultRecorded(round=number, result=result, source="ruling"))


def _games(batch: TournamentBatch, place: TableRef, winner: int) -> tuple[tuple[int, ...], int]:
    """The games that were played count, and the winner has as many as win the match. A match of one has no count."""
    needed = best_of(batch.state, place[0]) // 2 + 1
    if needed == 1:
        return (), 0
    won, drawn = score(batch.state, place)
    return tuple(needed if seat == winner else min(won[seat], needed - 1) for seat in range(DUEL)), drawn


def _no_show(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    """At a table of three and more the others play on, as after a match loss."""
    number, table = ruling.place
    size = len(_pairing(batch, ruling).seats)
    if ruling.entrant is not None and size != DUEL:
        return
    result = TableResult(table, absent=tuple(range(size)))
    if ruling.entrant is not None:
        result = _forfeit(table, _seat_of(batch, ruling))
    batch.emit(told.ResultRecorded(round=number, result=result, source="forfeit"))


def _forfeit(table: int, absent: int) -> TableResult:
    """The result of a duel of which one did not come, or may not stay."""
    return TableResult(table, ((1 - absent,),), absent=(absent,))


def _game_loss(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    game_lost(batch, ruling.place, _seat_of(batch, ruling))
    if result_at(batch.state, ruling.place) is None:
        go_on(batch, ruling.place, seed, matches)


def _disqualify(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    """Let a disqualified entrant lose its table of the round that is on; at a larger one the others play on."""
    assert ruling.entrant is not None
    batch.emit(told.EntrantDropped(entrant=ruling.entrant, disqualified=True))
    number = len(batch.state.rounds)
    open_ = [
        pairing
        for pairing in batch.state.rounds[-1].pairings
        if ruling.entrant in pairing.seats and len(pairing.seats) == DUEL
        if result_at(batch.state, (number, pairing.table)) is None
    ]
    for pairing in open_:
        result = _forfeit(pairing.table, pairing.seats.index(ruling.entrant))
        batch.emit(told.ResultRecorded(round=number, result=result, source="forfeit"))


def _only_recorded(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    """Add nothing: the call itself says all."""


def _replay(batch: TournamentBatch, ruling: Ruling, seed: bytes, matches: MatchLayout) -> None:
    number, table = ruling.place
    if result_at(batch.state, ruling.place) is not None:
        batch.emit(told.ResultReopened(round=number, table=table))
    begin_game(batch, number, _pairing(batch, ruling), matches)


def _pairing(batch: TournamentBatch, ruling: Ruling) -> Pairing:
    pairing = pairing_at(batch.state, ruling.place)
    assert pairing is not None
    return pairing


def _seat_of(batch: TournamentBatch, ruling: Ruling) -> int:
    assert ruling.entrant is not None
    return _pairing(batch, ruling).seats.index(ruling.entrant)


_EFFECTS: Mapping[RulingKind, Callable[[TournamentBatch, Ruling, bytes, MatchLayout], None]] = {
    "override": _override,
    "award": _award,
    "no_show": _no_show,
    "game_loss": _game_loss,
    "match_loss": _match_loss,
    "disqualification": _disqualify,
    "warning": _only_recorded,
    "replay": _replay,
    "uphold": _only_recorded,
}
