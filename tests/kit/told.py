"""What stands beside the text of an event in tests to which it doesn't matter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from api_schema.ports.matches import EventSubjects

Beside = tuple[str, Mapping[str, str], tuple[str, ...], Literal["PLAY"], None, EventSubjects]
BESIDE: Beside = ("key", {}, (), "PLAY", None, EventSubjects((), (), ()))
