"""News for the people of a tournament: for each event, the recipients by reference, and the items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import structlog

from domain.kernel.facts import Event
from domain.tournament import events as told
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.projections.tournament_history import TournamentHistory, public
from service.projections.tournament_states import tournaments_among

log = structlog.get_logger(__name__)


class News(NamedTuple):
    """An item for the account behind a reference; `data` by its kind."""

    logged: Logged
    reference: str
    kind: str
    data: Mapping[str, Any]


Item = tuple[str, str, Mapping[str, Any]]
"""A recipient, the kind of an item, and its data."""


def news(past: Past, logged: Sequence[Logged]) -> list[News]:
    """The news of a page of the log for the people of tournaments."""
    followed = [entry for entry in logged if entry.event.type in NEWSWORTHY]
    known = tournaments_among(past, {entry.event.stream_id for entry in followed})
    history = TournamentHistory(past)
    return [
        News(entry, *item)
        for entry in followed
        if entry.event.stream_id in known
        for item in _items(history, entry.event)
    ]


def _items(history: TournamentHistory, event: StoredEvent) -> list[Item]:
    try:
        seen = public(event)
        return [] if seen is None else list(_FOLLOWED[type(seen)](history, event, seen))
    except (LookupError, ValueError) as error:
        # a newer release writes it in another way; one tournament that this one can't serve holds up no other
        log.warning("inboxes pass over an event", stream=str(event.stream_id), error=repr(error))
        return []


def _round(history: TournamentHistory, event: StoredEvent, seen: told.RoundStarted) -> Iterator[Item]:
    """News for entrants without a game in this round: a bye, or an opponent who has left. Tables with a game have their
    own.
    """
    for who in seen.byes:
        yield who, "ByeReceived", {"round": seen.number, "excused": False}
    for who in seen.half:
        yield who, "ByeReceived", {"round": seen.number, "excused": True}
    seats = {pairing.table: pairing.seats for pairing in seen.proof.result.pairings}
    for result in seen.results:
        for seat, who in enumerate(seats[result.table]):
            if seat not in result.absent:
                yield who, "PairingPosted", {"round": seen.number, "table": result.table}


def _game(history: TournamentHistory, event: StoredEvent, seen: told.GameStarted) -> Iterator[Item]:
    data = {"round": seen.round, "table": seen.table, "game": seen.game, "match": seen.match}
    for who in dict.fromkeys(seen.entrants):
        yield who, "PairingPosted", data


def _ruled(history: TournamentHistory, event: StoredEvent, seen: told.RulingMade) -> Iterator[Item]:
    """News of a call: at a table for all who sit there, else for its subject."""
    whom = [seen.entrant] if seen.entrant is not None else []
    if seen.table:
        whom = [*history.seats(event, seen.round, seen.table)]
    return _told(whom, seen.kind, seen.round, seen.table)


def _recorded(history: TournamentHistory, event: StoredEvent, seen: told.ResultRecorded) -> Iterator[Item]:
    """News of a disqualification: it may decide a table that the call doesn't name, so the others there hear of it."""
    if seen.source != "forfeit":
        return
    ruling, table = history.ruling(event), seen.result.table
    if (ruling.round, ruling.table) != (seen.round, table):
        others = [who for who in history.seats(event, seen.round, table) if who != ruling.entrant]
        yield from _told(others, ruling.kind, seen.round, table)


def _told(whom: Iterable[str], kind: str, number: int, table: int) -> Iterator[Item]:
    for who in whom:
        yield who, "ResultRuled", {"round": number, "table": table, "ruling": kind}


def _disputed(history: TournamentHistory, event: StoredEvent, seen: told.ResultDisputed) -> Iterator[Item]:
    for who in sorted(history.staff(event)):
        yield who, "ResultDisputedNews", {"round": seen.round, "table": seen.table}


def _aborted(history: TournamentHistory, event: StoredEvent, seen: told.GameFinished) -> Iterator[Item]:
    """News for staff of a table that waits for a ruling: nothing follows a game that was aborted."""
    if seen.aborted and not history.decided(event, seen.round, seen.table):
        for who in sorted(history.staff(event)):
            yield who, "RulingNeeded", {"round": seen.round, "table": seen.table}


def _finished(history: TournamentHistory, event: StoredEvent, seen: told.TournamentFinished) -> Iterator[Item]:
    for rank, who in seen.ranks:
        yield who, "TournamentOver", {"rank": rank}


def _cancelled(history: TournamentHistory, event: StoredEvent, seen: told.TournamentCancelled) -> Iterator[Item]:
    for who in sorted(history.entrants(event)):
        yield who, "TournamentOver", {"rank": None}


_FOLLOWED: Mapping[type[Event], Callable[[TournamentHistory, StoredEvent, Any], Iterator[Item]]] = {
    told.RoundStarted: _round,
    told.GameStarted: _game,
    told.RulingMade: _ruled,
    told.ResultRecorded: _recorded,
    told.ResultDisputed: _disputed,
    told.GameFinished: _aborted,
    told.TournamentFinished: _finished,
    told.TournamentCancelled: _cancelled,
}
NEWSWORTHY = frozenset(kind.type for kind in _FOLLOWED)
