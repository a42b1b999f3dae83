"""The mutations of matches before they start, and of practice after them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from api_schema.errors import ApiError
from api_schema.graphql.context import Info
from api_schema.graphql.mutation_rows import ByHand, asked_by
from api_schema.operations.lobby import JOIN_MATCH
from api_schema.operations.operation import Change
from api_schema.ports.matches import JoinOut


async def _join(info: Info, request: Any) -> JoinOut:
    """A seat taken, by the bot of the house too, which is a member of its own here."""
    asked = asked_by(JOIN_MATCH, request)
    if request.house_bot is not None:
        asked = asked._replace(request=replace(asked.request, bot=request.house_bot.value))
    caller = await info.context.caller()
    with _named_here(request):
        joined: JoinOut = await JOIN_MATCH.do(info.context.use_cases, caller, asked)
    return joined


@contextmanager
def _named_here(request: Any) -> Iterator[None]:
    """A fault of the bot of the house has the place where it stands in this input."""
    try:
        yield
    except ApiError as error:
        if request.house_bot is not None and error.path == ("bot",):
            error.path = ("houseBot",)
        raise


BY_HAND: Mapping[Change, ByHand] = {JOIN_MATCH: ByHand(_join)}
