"""The scalars beyond GraphQL's own: JSON as it is, times as RFC 3339 texts."""

from __future__ import annotations

from typing import NewType

import msgspec
import strawberry
from strawberry.schema.config import StrawberryConfig

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
