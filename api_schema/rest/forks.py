"""Going on from any past version of a match that is over, for practice."""

from __future__ import annotations

from api_schema.errors import ErrorCode
from api_schema.ports.matches import ForkMatch, ForkOut
from api_schema.rest.lobby import OF_MATCH
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.parameters import MatchPath
from api_schema.rest.replies import Reply


async def fork(call: ApiCall) -> Reply:
    """A new match that goes on from a version of this one."""
    match, replayed = await call.uses.matches.fork(call.caller, call.path.id, call.key, call.body)
    return Reply(ForkOut(match, replayed), 201, headers={"Location": f"/v1/matches/{match.id}"})


OPERATIONS = (
    Operation(
        "forkMatch",
        "POST",
        "/v1/matches/{id}/forks",
        fork,
        "Go on from a past version in a practice match of your own",
        "lobby",
        ForkOut,
        201,
        path_type=MatchPath,
        body=ForkMatch,
        key="required",
        auth="required",
        scope="match:create",
        codes=(ErrorCode.NOT_FOUND, ErrorCode.FORBIDDEN, ErrorCode.FORK_REFUSED, ErrorCode.KEY_REUSED),
        links={name: link for name, link in OF_MATCH.items() if name != "join"},
        description=(
            "Of a match that is over and hides nothing from anybody any more. The new match names its origin, gives "
            "all seats to the caller's account, has no clock and draws from a seed of its own. It is never rated. "
            "A retry with the same Idempotency-Key finds the first one."
        ),
        costs=5,
    ),
)
