"""Every operation, in the order of the reference."""

from __future__ import annotations

from api_schema.operations import (
    accounts,
    catalogue,
    decks,
    history,
    inbox,
    lobby,
    play,
    ratings,
    results,
    service,
    tournament_entrants,
    tournament_files,
    tournament_rounds,
    tournament_staff,
    tournament_streams,
    tournaments,
    webhooks,
)
from api_schema.operations.operation import Change, Operation, Read

OPERATIONS: tuple[Operation, ...] = (
    *catalogue.ROWS,
    *decks.ROWS,
    *lobby.ROWS,
    *play.ROWS,
    *history.ROWS,
    *results.ROWS,
    *tournaments.ROWS,
    *tournament_entrants.ROWS,
    *tournament_staff.ROWS,
    *tournament_rounds.ROWS,
    *tournament_streams.ROWS,
    *tournament_files.ROWS,
    *ratings.ROWS,
    *webhooks.ROWS,
    *accounts.ROWS,
    *inbox.ROWS,
    *service.ROWS,
)
READS = tuple(row for row in OPERATIONS if isinstance(row, Read))
CHANGES = tuple(row for row in OPERATIONS if isinstance(row, Change))


def by_path() -> dict[str, dict[str, Operation]]:
    """The operations of each path by method."""
    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation
    return paths
