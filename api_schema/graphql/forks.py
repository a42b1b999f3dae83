"""The mutation that goes on from a past version of a match in a new one."""

from __future__ import annotations

from typing import Any

import strawberry

from api_schema.graphql.context import Info
from api_schema.graphql.errors import UserError
from api_schema.graphql.match import Match
from api_schema.ports.matches import ForkMatch


@strawberry.input(description="A match that is over and hides nothing any more, and the version to go on from.")
class ForkMatchInput:
    """A request for a fork."""

    idempotency_key: str
    match_id: strawberry.ID
    at_version: int


@strawberry.type
class ForkMatchPayload:
    """The new practice match, which names its origin; all its seats are the caller's."""

    match: Match | None = None
    replayed: bool = False
    user_errors: list[UserError] = strawberry.field(default_factory=list)


async def fork_match(info: Info, request: ForkMatchInput) -> dict[str, Any]:
    """Fork, and what the payload says of it."""
    caller = await info.context.caller()
    wanted = ForkMatch(at_version=request.at_version)
    match, replayed = await info.context.use.matches.fork(caller, request.match_id, request.idempotency_key, wanted)
    return {"match": Match(out=match), "replayed": replayed}
