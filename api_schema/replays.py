"""The address of a replay file, and the name of the saved file."""

from __future__ import annotations

from api_schema.rooted import rooted

MEDIA = "application/x-ndjson"
SUFFIX = ".playledger.ndjson"


def path_of(match: str, perspective: str) -> str:
    """The address of a match's replay file on this service."""
    return rooted(f"/v1/matches/{match}/replay?as={perspective}")


def file_name(match: str, perspective: str, after: int = 0) -> str:
    """`mt_x.seat-0.playledger.ndjson`; what follows a version is no replay file, and isn't called one."""
    name = f"{match}.{perspective.replace(':', '-')}"
    return f"{name}.after-{after}.ndjson" if after else name + SUFFIX
