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


def upcast(steps: Mapping[tuple[str, int], Upcaster], type_: str, schema: int, wanted: int, data: Data) -> Data:
    """The data as schema `wanted` has it. LookupError if a step is missing."""
    for number in range(schema, wanted):
        step = steps.get((type_, number))
        if step is None:
            raise LookupError(f"{type_} has no upcaster from schema {number}")
        data = step(data)
    return data
