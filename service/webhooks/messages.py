"""What a delivery says: public facts of a match, by allow-list."""

from __future__ import annotations

from typing import Any, Literal, cast

import msgspec

from api_schema.ports import MatchNews, SeatNews, WebhookMessage
from service.matches.identity import event_id, match_id
from service.matches.rendering import result_out
from service.projections.lobby import state_of
from service.times import rfc3339

_encode = msgspec.json.Encoder().encode


def delivery_of(row: Any) -> tuple[str, bytes] | None:
    """(the id of a delivery, which is that of its event; its body), of a row of the feed with its match.

    None for what is no news: the start of a match that a fork has copied.
    """
    state = state_of(row.state)
    if state.origin is not None and row.version <= state.origin.version:
        return None
    match = match_id(row.stream_id)
    news = MatchNews(
        match_id=match,
        game=state.game,
        version=row.version,
        head_hash=row.head_hash.hex(),
        visibility=cast(Literal["OPEN", "INVITE"], state.visibility.upper()),
        practice=state.origin is not None,
        # the match may be over already when it is told that it began
        result=None if row.kind == "match.started" else result_out(state.result),
        seats=tuple(SeatNews(number, place.player, place.bot) for number, place in enumerate(state.seats)),
    )
    return event_id(match, row.version), _encode(WebhookMessage(row.kind, rfc3339(row.at), news))
