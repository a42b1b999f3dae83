"""The answer of a mutation, its payload or typed `userErrors` in it, and of a query that finds nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from api_schema.errors import ApiError, ErrorCode
from api_schema.graphql.errors import user_error

P = TypeVar("P")
T = TypeVar("T")


async def answer(payload: Callable[..., P], work: Awaitable[dict[str, Any]]) -> P:
    """The payload of the work done, or of its refusal."""
    try:
        return payload(**await work)
    except ApiError as error:
        return payload(user_errors=[user_error(error)])


async def or_none(asked: Awaitable[T]) -> T | None:
    """The result of a query, or None where there is no such thing."""
    try:
        return await asked
    except ApiError as error:
        if error.code != ErrorCode.NOT_FOUND:
            raise
        return None
