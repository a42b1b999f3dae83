"""Checks of what comes in, before any match is looked at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from api_schema.errors import ApiError, ErrorCode
from eventstore.chain import canonical

_SEED = re.compile(r"[0-9A-Za-z_\-+/=]{1,128}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_WORD = re.compile(r"[\x20-\x7e]{1,80}")
LONGEST_OPTIONS = 8 << 10


def require_seed(seed: str | None) -> None:
    """A seat's seed is chance, not text: nothing that is written in it may enter the chain."""
    if seed is not None and not _SEED.fullmatch(seed):
        message = "a seed is 1 to 128 characters of hex or base 64"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("seed",))


def require_word(text: str | None, *path: str) -> None:
    """Refuse what is no word of the catalogue: neither the hash of a cursor nor every database takes any character."""
    if text is not None and not _WORD.fullmatch(text):
        message = f"{'.'.join(path)} has 1 to 80 printable ASCII characters"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=path)


def as_json(value: Any, name: str) -> bytes:
    """The canonical JSON of it. INVALID_INPUT for what has none: numbers too big, halves of characters."""
    try:
        return canonical(value)
    except (ValueError, OverflowError, RecursionError):
        raise ApiError(ErrorCode.INVALID_INPUT, f"{name} can't be written as JSON", path=(name,)) from None


def require_brief(options: Mapping[str, Any]) -> None:
    """Refuse options that are too long: they stand in an event, and in every list."""
    if len(as_json(options, "options")) > LONGEST_OPTIONS:
        message = f"options have at most {LONGEST_OPTIONS} bytes as JSON"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("options",))


def digest_of(text: str, *path: str) -> bytes:
    """The 32 bytes of a hash in hex."""
    if not _DIGEST.fullmatch(text):
        raise ApiError(ErrorCode.INVALID_INPUT, f"{'.'.join(path)} must be 64 hex digits", path=path)
    return bytes.fromhex(text)


def bounded(value: int, least: int, most: int, *path: str) -> int:
    """The value, if it lies between both."""
    if not least <= value <= most:
        raise ApiError(ErrorCode.INVALID_INPUT, f"{'.'.join(path)} must be from {least} to {most}", path=path)
    return value
