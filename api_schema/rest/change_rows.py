"""Operations that change something: rows over the changes that both skins have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from starlette.responses import Response

from api_schema.changes import Change, ChangeRequest
from api_schema.rest.operation import ApiCall, Operation
from api_schema.rest.replies import Reply


class Answer(NamedTuple):
    """The answer to a change: its status, and what is replied by what the change answers."""

    status: int
    reply: Callable[[Any], Reply | Response]


PLAIN = Answer(200, Reply)
GONE = Answer(204, lambda made: Response(status_code=204))


def created(where: str) -> Answer:
    """A new thing, at an address that has its members: `/v1/tokens/{0.id}`."""
    return Answer(201, lambda made: Reply(made, 201, headers={"Location": where.format(made)}))


def _body(call: ApiCall) -> Any:
    return call.body


def change_row(
    change: Change,
    method: str,
    path: str,
    summary: str,
    tag: str,
    answer: Answer = PLAIN,
    *,
    asks: Callable[[ApiCall], Any] = _body,
    auth: Any = "required",
    **more: Any,
) -> Operation:
    """The operation of a change. `asks` reads from a call what the change is asked for; the rest is the operation's."""

    async def handler(call: ApiCall) -> Reply | Response:
        asked = ChangeRequest(getattr(call.path, "id", ""), call.key, asks(call))
        return answer.reply(await change.do(call.use_cases, call.caller, asked))

    return Operation(
        change.id,
        method,
        path,
        handler,
        summary,
        tag,
        change.answer,
        answer.status,
        auth=auth,
        scope=change.scope,
        sight=change.sight,
        codes=change.codes,
        costs=change.units,
        **more,
    )
