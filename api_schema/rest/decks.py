"""Decks that the caller's account has saved: nobody else's to see."""

from __future__ import annotations

from collections.abc import Mapping

from api_schema.errors import ApiError, ErrorCode
from api_schema.operations import decks as rows
from api_schema.operations.operation import Operation
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Reply
from api_schema.rest.requests import expected_version


async def change(call: ApiCall) -> Reply:
    """The deck with its new content."""
    expected = expected_version(call)
    if expected is None:
        message = "say with If-Match which ETag you saw, so that no change gets lost"
        raise ApiError(ErrorCode.GUARD_REQUIRED, message, path=("header", "If-Match"))
    changed = await call.use_cases.decks.change(call.caller, call.path.id, call.body, expected)
    return Reply(changed, stands=str(changed.revision))


HANDLERS: Mapping[Operation, Handler] = {rows.CHANGE_DECK: change}
