"""The bodies of deliveries: public facts of a match or a tournament, by allow-list."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec

from api_schema.ports.tournaments import TableResultOut
from api_schema.ports.webhooks import MatchNews, PlaceNews, SeatNews, TournamentMessage, TournamentNews, WebhookMessage
from service.application.ids import MATCH_IDS, TOURNAMENT_IDS, event_id
from service.matches.rendering import result_out
from service.projections.match_list.table import decode_state
from service.projections.webhook_feed.fold import Detail
from service.projections.webhook_feed.queries import TOURNAMENTS
from service.times import rfc3339

_encode = msgspec.json.Encoder().encode
_detail = msgspec.json.Decoder(Detail).decode


def delivery_of(row: Any) -> tuple[str, bytes] | None:
    """(the id of a delivery, which is that of its event; its body), of a row of the feed with what it is about.

    None for what is no news: the start of a match that a fork has copied.
    """
    return _of_tournament(row) if row.kind in TOURNAMENTS else _of_match(row)


def _of_tournament(row: Any) -> tuple[str, bytes]:
    tournament, detail = TOURNAMENT_IDS.id_of(row.stream_id), _detail(row.data)
    result = detail.result
    news = TournamentNews(
        tournament_id=tournament,
        game=row.tournament_game,
        version=row.version,
        head_hash=row.head_hash.hex(),
        round=detail.round,
        table=detail.table if result is None else result.table,
        entrants=detail.entrants,
        result=None if result is None else _result(detail),
        places=tuple(PlaceNews(rank, entrant) for rank, entrant in detail.ranks),
    )
    name = event_id(tournament, row.version)
    return name, _encode(TournamentMessage(row.kind, rfc3339(row.at), news))


def _of_match(row: Any) -> tuple[str, bytes] | None:
    state = decode_state(row.state)
    if state.origin is not None and row.version <= state.origin.version:
        return None
    match = MATCH_IDS.id_of(row.stream_id)
    news = MatchNews(
        match_id=match,
        game=state.game,
        version=row.version,
        head_hash=row.head_hash.hex(),
        visibility=cast(Literal["OPEN", "INVITE"], state.visibility.upper()),
        practice=state.origin is not None,
        # the match may be over already when the delivery says that it began
        result=None if row.kind == "match.started" else result_out(state.result),
        seats=tuple(SeatNews(number, place.player, place.bot) for number, place in enumerate(state.seats)),
    )
    return event_id(match, row.version), _encode(WebhookMessage(row.kind, rfc3339(row.at), news))


def _result(detail: Detail) -> TableResultOut:
    result = detail.result
    assert result is not None
    source = cast(Any, detail.source.upper())
    return TableResultOut(result.places, result.games, result.drawn, result.absent, source)
