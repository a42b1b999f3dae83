"""Frames: what a match still has to resolve, as data. Each game has its own; the kernel only stacks and stores them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

import msgspec


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """The base of every frame: plain, tagged data, never code. The last of a stack is on top.

    `schema` rises when the fields of a frame change in a way that an old one must be upcast for.
    """

    schema: ClassVar[int] = 1


F = TypeVar("F", bound=Frame)


def text_of(state: object, frame: Frame) -> int | None:
    """The player who is `you` in the references of a frame that carries out a text."""
    you: int | None = getattr(getattr(frame, "env", None), "you", None)
    return you


def top(frames: Sequence[Frame], kind: type[F]) -> F:
    """The frame on top of the stack, where it is known to be of this kind."""
    frame = frames[-1]
    assert isinstance(frame, kind)
    return frame
