"""The scalars beyond GraphQL's own: JSON as it is, times as RFC 3339 texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NewType

import msgspec
import strawberry
from strawberry.schema.config import StrawberryConfig

from api_schema.errors import ApiError, ErrorCode

Json = NewType("Json", object)
"""Any JSON value."""
DateTime = NewType("DateTime", str)
"""A time in UTC, RFC 3339 with milliseconds."""


def plain(value: object) -> object:
    """Anything that the ports hand out, as JSON data."""
    return msgspec.to_builtins(value, str_keys=True)


def config() -> StrawberryConfig:
    """The schema configuration that knows these scalars."""
    return StrawberryConfig(
        scalar_map={
            Json: strawberry.scalar(
                name="JSON",
                description="Any JSON value.",
                specified_by_url="https://www.rfc-editor.org/rfc/rfc8259",
                serialize=plain,
                parse_value=lambda value: value,
            ),
            DateTime: strawberry.scalar(
                name="DateTime",
                description="A time in UTC, RFC 3339 with milliseconds.",
                specified_by_url="https://www.rfc-editor.org/rfc/rfc3339",
                serialize=str,
                parse_value=str,
            ),
        }
    )


def json_object(value: object, name: str) -> Mapping[str, Any]:
    """A JSON object; null stands for an empty one; INVALID_INPUT for anything else."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ApiError(ErrorCode.INVALID_INPUT, f"{name} must be a JSON object", path=(name,))
    return value
