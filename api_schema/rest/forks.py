"""Going on from any past version of a match that is over, for practice."""

from __future__ import annotations

from api_schema import changes
from api_schema.ports.matches import ForkMatch
from api_schema.rest.change_rows import change_row, created
from api_schema.rest.lobby import OF_MATCH

OPERATIONS = (
    change_row(
        changes.FORK_MATCH,
        "POST",
        "/v1/matches/{id}/forks",
        "Go on from a past version in a practice match of your own",
        "lobby",
        created("/v1/matches/{0.match.id}"),
        body=ForkMatch,
        key="required",
        links={name: link for name, link in OF_MATCH.items() if name != "join"},
        description=(
            "Of a match that is over and hides nothing from anybody any more. The new match names its origin, gives "
            "all seats to the caller's account, has no clock and draws from a seed of its own. It is never rated. "
            "A retry with the same Idempotency-Key finds the first one."
        ),
    ),
)
