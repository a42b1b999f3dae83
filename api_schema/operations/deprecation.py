"""Deprecations: in the OpenAPI document, and in the headers of every answer (RFC 9745, RFC 8594)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from email.utils import format_datetime

from api_schema.rooted import rooted

SHORTEST = 180
"""Days at least between the announcement and the end."""


@dataclass(frozen=True)
class Deprecation:
    """Since when an operation should no longer be used, from when on it may be gone, and what takes its place."""

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if (self.sunset - self.since).days < SHORTEST:
            raise ValueError(f"there are {SHORTEST} days between announcement and end")

    @property
    def headers(self) -> dict[str, str]:
        """`Deprecation` is a structured date, `Sunset` a date of HTTP; `Link` is the reference of the operation."""
        return {
            "Deprecation": f"@{int(_midnight(self.since).timestamp())}",
            "Sunset": format_datetime(_midnight(self.sunset), usegmt=True),
            "Link": f'<{rooted("/docs")}>; rel="deprecation"; type="text/html"',
        }

    @property
    def notice(self) -> str:
        """For the description of the operation."""
        return f"Deprecated since {self.since}; may be gone from {self.sunset} on. Instead: {self.instead}"


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
