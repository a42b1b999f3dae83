"""The feed that webhooks follow: events of matches and tournaments, by their places in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
import structlog
from sqlalchemy import Connection

from api_schema.ports.webhooks import MatchKind, TournamentKind
from domain.kernel.match import MatchEnded, MatchStarted, SecretsRevealed
from domain.tournament import events as told
from domain.tournament.entrants import TableResult
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.projections.tournament_history import TournamentHistory, public
from service.projections.tournament_states import tournaments_among
from service.projections.webhook_feed.table import webhook_feed

log = structlog.get_logger(__name__)

NAME = "webhook_feed"
_FOLLOWED = (MatchStarted.type, MatchEnded.type, SecretsRevealed.type)
_OF_TOURNAMENTS: Mapping[str, TournamentKind] = {
    told.TournamentStarted.type: "tournament.started",
    told.RoundStarted.type: "round.started",
    told.ResultRecorded.type: "result.recorded",
    told.RoundFinished.type: "round.finished",
    told.ResultReopened.type: "result.reopened",
    told.TournamentFinished.type: "tournament.finished",
    told.TournamentCancelled.type: "tournament.cancelled",
}


class Detail(msgspec.Struct, omit_defaults=True):
    """The data of a tournament's event beside its place; each kind has its own members."""

    round: int | None = None
    entrants: tuple[str, ...] = ()
    result: TableResult | None = None
    source: str = ""
    ranks: tuple[tuple[int, str], ...] = ()
    table: int | None = None


class _Result(msgspec.Struct):
    kind: str


class _Ended(msgspec.Struct):
    result: _Result


class _Body(msgspec.Struct):
    pub: _Ended


_decode = msgspec.json.Decoder(_Body).decode


class WebhookFeed:
    """Notes the start and the end of each match that was played here, and the course of tournaments.

    The end is the last event of the batch that ends it: the reveal, but of a match that is revealed later the result.
    """

    name = NAME
    follows = (*_FOLLOWED, *_OF_TOURNAMENTS)
    tables = (webhook_feed,)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log."""
        rows = [*_of_matches(past, logged), *_of_tournaments(past, logged)]
        if rows:
            connection.execute(webhook_feed.insert(), rows)


def _of_matches(past: Past, logged: Sequence[Logged]) -> list[dict[str, Any]]:
    news = [entry for entry in logged if _may_be_news(entry.event)]
    if not news:
        return []
    # what came as a file is no news
    own = past.with_secret({entry.event.stream_id for entry in news})
    results = _results(past, [entry.event for entry in news if entry.event.type == SecretsRevealed.type])
    return [row for entry in news if entry.event.stream_id in own and (row := _row(entry, results)) is not None]


def _may_be_news(event: StoredEvent) -> bool:
    """Whether an event may be news. A result that doesn't end its batch comes with the reveal that follows."""
    return event.type in _FOLLOWED and (event.type != MatchEnded.type or event.batch_end)


def _row(entry: Logged, results: Mapping[UUID, bytes]) -> dict[str, Any] | None:
    """The row of an event; None for a reveal after the end: the feed has that end already."""
    event = entry.event
    kind: MatchKind = "match.started"
    if event.type != MatchStarted.type:
        result = event.body if event.type == MatchEnded.type else results.get(event.stream_id)
        if result is None:
            return None
        kind = "match.aborted" if _decode(result).pub.result.kind == "aborted" else "match.finished"
    return _placed(entry, kind, None)


def _placed(entry: Logged, kind: MatchKind | TournamentKind, data: str | None) -> dict[str, Any]:
    event = entry.event
    return {
        "position": entry.position,
        "kind": kind,
        "stream_id": event.stream_id,
        "version": event.version,
        "head_hash": event.hash,
        "at": event.at,
        "data": data,
    }


def _results(past: Past, closing: Sequence[StoredEvent]) -> dict[UUID, bytes]:
    """The results, as stored bodies, of matches whose end is revealed in its own batch: the event before the reveal."""
    before = past.at([(event.stream_id, event.version - 1) for event in closing])
    return {one.stream_id: one.body for one in before if one.type == MatchEnded.type and not one.batch_end}


def _of_tournaments(past: Past, logged: Sequence[Logged]) -> list[dict[str, Any]]:
    news = [entry for entry in logged if entry.event.type in _OF_TOURNAMENTS]
    known = tournaments_among(past, {entry.event.stream_id for entry in news})
    history = TournamentHistory(past)
    found = [(entry, _detail(history, entry.event)) for entry in news if entry.event.stream_id in known]
    return [
        _placed(entry, _OF_TOURNAMENTS[entry.event.type], msgspec.json.encode(detail).decode())
        for entry, detail in found
        if detail is not None
    ]


def _detail(history: TournamentHistory, event: StoredEvent) -> Detail | None:
    """By allow-list, of what everybody may see; None for an event of a newer release."""
    try:
        return _shown(history, event)
    except (LookupError, ValueError) as error:
        log.warning("webhooks pass over an event", stream=str(event.stream_id), error=repr(error))
        return None


def _shown(history: TournamentHistory, event: StoredEvent) -> Detail:
    match public(event):
        case told.RoundStarted(number=number) | told.RoundFinished(number=number):
            return Detail(number)
        case told.ResultRecorded(round=number, result=result, source=source):
            return Detail(number, history.seats(event, number, result.table), result, source)
        case told.ResultReopened(round=number, table=table):
            return Detail(number, history.seats(event, number, table), table=table)
        case told.TournamentFinished(ranks=ranks):
            return Detail(ranks=ranks)
        case _:
            return Detail()
