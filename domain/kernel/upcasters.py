"""Old schemas of stored data, raised step by step to the present one. Stored bytes are verified first, upcast after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]

UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(type, from schema) of the kernel's own events; a game lists its own in an attribute `upcasters`.

Frames are listed as `frame:<tag>`.
"""


class UnreadableEvent(ValueError):
    """A stored event, or something inside it, that this release doesn't know how to read. Another release may.

    The message may name what is hidden (a frame, a sealed event); `where` is public: a version and its public type.
    """

    def __init__(self, message: str, where: str | None = None) -> None:
        super().__init__(message)
        self.where = where


def upcast(steps: Mapping[tuple[str, int], Upcaster], type_: str, schema: int, wanted: int, data: Data) -> Data:
    """The data as schema `wanted` has it. Raises UnreadableEvent for a newer schema, or if a step is missing."""
    if schema > wanted:
        raise UnreadableEvent(f"{type_!r} has schema {schema}, this release reads up to {wanted}")
    for number in range(schema, wanted):
        step = steps.get((type_, number))
        if step is None:
            raise UnreadableEvent(f"{type_!r} has no upcaster from schema {number}")
        data = step(data)
    return data
