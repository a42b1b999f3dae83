"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec

from domain.kernel.catalogue import CardFace, face


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """TOY-105 One `[[card]]` of a card file."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_-]*$", max_length=60)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    value: Annotated[int, msgspec.Meta(ge=1, le=99)]


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed: it says nothing, and is worth its value."""

    cid: str
    name: str
    set: str
    number: int
    value: int
    text: str = ""
    source: Mapping[str, object]

    @property
    def face(self) -> CardFace:
        """TOY-105 What is printed on it."""
        return face(numbers={"value": self.value})
