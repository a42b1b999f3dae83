"""Names of ladders, and the streams behind them: both follow from the game and the season."""

from __future__ import annotations

from uuid import UUID, uuid5

from api_schema.errors import ApiError, ErrorCode
from service.ids import id_of, stream_in

NAMESPACE = UUID("b9f6a1c2-6f0e-5a53-8d0b-2f4f4ad1c6e7")
KIND = "ladder"
"""The kind of a ladder's stream."""
PREFIX = "lb_"


def ladder_stream(game: str, season: str) -> UUID:
    """The stream of the ladder of a game and a season."""
    return uuid5(NAMESPACE, f"{len(game)}|{game}|{season}")


def ladder_id(stream: UUID) -> str:
    """The opaque id of the ladder in this stream."""
    return id_of(PREFIX, stream)


def stream_of(ladder: str) -> UUID:
    """The stream of a ladder. NOT_FOUND if this can't be the id of one."""
    stream = stream_in(PREFIX, ladder)
    if stream is None:
        raise no_ladder(ladder)
    return stream


def no_ladder(ladder: str) -> ApiError:
    """There is no such ladder."""
    return ApiError(ErrorCode.NOT_FOUND, f"there is no ladder {ladder[:64]!r}", path=("ladder",))
