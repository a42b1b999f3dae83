"""Versions of the rules of a game: numbers between dots."""

from __future__ import annotations

import re

_DOTTED = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})*")


def is_version(text: str) -> bool:
    """Whether a text is a version: numbers of at most nine digits between dots."""
    return _DOTTED.fullmatch(text) is not None


def is_older(one: str, other: str) -> bool:
    """Whether a version comes before another one. A text that is no version is newer than all that are."""
    if one == other or not is_version(one):
        return False
    return not is_version(other) or _numbers(one) < _numbers(other)


def _numbers(version: str) -> list[int]:
    """1.2 and 1.2.0 are one version."""
    numbers = [int(part) for part in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers
