"""A card as it is written in a card file, and as it is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.kernel.catalogue import CardFace, face
from domain.kernel.effects.compiler import Block, Call

Kind = Literal["log", "stone"]
Wood = Literal["birch", "oak", "pine"]


class CardTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """BON-501 One `[[card]]` of a card file. `play` is what happens, `holds` what is so while the card is in play."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]*$", max_length=60)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    kind: Kind
    wood: Wood
    points: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    text: str = ""
    play: str | None = None
    holds: str | None = None


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """A card as printed and compiled. Blocks are numbered effects; frames name them."""

    cid: str
    name: str
    set: str
    number: int
    kind: Kind
    wood: Wood
    points: int
    text: str
    play: int | None
    holds: tuple[Call, ...]
    blocks: tuple[Block, ...]
    source: Mapping[str, object]

    @property
    def face(self) -> CardFace:
        """BON-501 What is printed on it."""
        return face(numbers={"points": self.points}, lines={"kind": self.kind, "wood": self.wood})
