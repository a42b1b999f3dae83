"""The handlers of changes: what a change is asked for comes from where its row says, and so does the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from api_schema.operations.http import VERSION
from api_schema.operations.operation import Change, ChangeRequest
from api_schema.packing import UNPACKED
from api_schema.rest.call import ApiCall, Handler
from api_schema.rest.replies import Answer, Reply
from api_schema.rest.requests import expected_version

OWN = "me"
"""Stands for the caller's own entrant."""


def own_or_named(call: ApiCall) -> str | None:
    """The entrant of the path; None for the caller's own."""
    return None if call.path.entrant == OWN else call.path.entrant


_ASKS: Mapping[str, Callable[[ApiCall], Any]] = {
    "body": attrgetter("body"),
    "query": attrgetter("query"),
    "If-Match": expected_version,
    "entrant": own_or_named,
}


def handler_of(change: Change) -> Handler:
    """The handler of a change."""
    asks = _ASKS.get(change.asks) or attrgetter(f"path.{change.asks}")

    async def handler(call: ApiCall) -> Reply | Answer:
        asked = ChangeRequest(getattr(call.path, "id", ""), call.key, asks(call))
        return _reply(change, await change.do(call.use_cases, call.caller, asked))

    return handler


def _reply(change: Change, made: Any) -> Reply | Answer:
    if change.reply is None:
        return Answer(204)
    headers = {"Cache-Control": UNPACKED, VERSION: str(made.version)} if VERSION in change.sends else {}
    if change.created:
        headers["Location"] = change.created.format(made)
    stands = None if change.stands is None else str(getattr(made, change.stands))
    return Reply(made, change.status, stands=stands, headers=headers)
