"""How a mutation answers: its payload, or typed `userErrors` in the same payload."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from api_schema.errors import ApiError
from api_schema.graphql.errors import user_error

P = TypeVar("P")


async def answer(payload: Callable[..., P], work: Awaitable[dict[str, Any]]) -> P:
    """The payload of the work done, or of its refusal."""
    try:
        return payload(**await work)
    except ApiError as error:
        return payload(user_errors=[user_error(error)])
