"""The handler of each operation."""

from __future__ import annotations

from collections.abc import Mapping

from api_schema.operations.operation import Change, Operation, Read
from api_schema.operations.table import OPERATIONS
from api_schema.rest import (
    about,
    catalogue,
    changing,
    decks,
    frames,
    history,
    inbox,
    limits,
    play,
    ratings,
    reading,
    stream,
    tournaments,
    tournaments_csv,
    tournaments_files,
    tournaments_stream,
)
from api_schema.rest.call import Handler

_BY_HAND: Mapping[Operation, Handler] = {
    **about.HANDLERS,
    **catalogue.HANDLERS,
    **decks.HANDLERS,
    **frames.HANDLERS,
    **history.HANDLERS,
    **inbox.HANDLERS,
    **limits.HANDLERS,
    **play.HANDLERS,
    **ratings.HANDLERS,
    **stream.HANDLERS,
    **tournaments.HANDLERS,
    **tournaments_csv.HANDLERS,
    **tournaments_files.HANDLERS,
    **tournaments_stream.HANDLERS,
}


def handler_of(operation: Operation) -> Handler:
    """The handler of an operation."""
    if operation in _BY_HAND:
        return _BY_HAND[operation]
    if isinstance(operation, Read):
        return reading.handler_of(operation, catalogue.SHOWN.get(operation))
    assert isinstance(operation, Change), f"nothing answers {operation.id}"
    return changing.handler_of(operation)


HANDLERS: Mapping[str, Handler] = {operation.id: handler_of(operation) for operation in OPERATIONS}
"""By the id of the operation."""
