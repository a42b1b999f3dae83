"""Every operation of the REST skin, in the order of the reference."""

from __future__ import annotations

from api_schema.rest import (
    about,
    accounts,
    catalogue,
    decks,
    forks,
    frames,
    history,
    inbox,
    limits,
    lobby,
    play,
    ratings,
    results,
    stream,
    tournaments,
    tournaments_entrants,
    tournaments_files,
    tournaments_rounds,
    tournaments_staff,
    tournaments_stream,
    webhooks,
)
from api_schema.rest.operation import Operation

OPERATIONS: tuple[Operation, ...] = (
    *catalogue.OPERATIONS,
    *decks.OPERATIONS,
    *lobby.OPERATIONS,
    *forks.OPERATIONS,
    *play.OPERATIONS,
    *frames.OPERATIONS,
    *stream.OPERATIONS,
    *history.OPERATIONS,
    *results.OPERATIONS,
    *tournaments.OPERATIONS,
    *tournaments_entrants.OPERATIONS,
    *tournaments_staff.OPERATIONS,
    *tournaments_rounds.OPERATIONS,
    *tournaments_stream.OPERATIONS,
    *tournaments_files.OPERATIONS,
    *ratings.OPERATIONS,
    *webhooks.OPERATIONS,
    *accounts.OPERATIONS,
    *inbox.OPERATIONS,
    *limits.OPERATIONS,
    *about.OPERATIONS,
)


def by_path() -> dict[str, dict[str, Operation]]:
    """The operations of each path by method."""
    paths: dict[str, dict[str, Operation]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method] = operation
    return paths
