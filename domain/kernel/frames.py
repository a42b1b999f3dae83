"""What is still to be resolved, as data. A game's frames are its own; the kernel only stacks and stores them."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of every frame: plain, tagged data, never code. The last of a stack is on top.

    `schema` rises when the fields of a frame change in a way that an old one must be upcast for.
    """

    schema: ClassVar[int] = 1
