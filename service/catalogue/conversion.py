"""Input data as the types of a game, or a precise INVALID_INPUT."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from api_schema.errors import ApiError, ErrorCode

T = TypeVar("T")
_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_FIELD = re.compile(r"(?:unknown|required) field `(?P<name>[^`]+)`")


def convert(data: Any, kind: type[T], *path: str) -> T:
    """The data as `kind`. `path` is where the data stands in the input."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise invalid(error, *path) from None


def invalid(error: msgspec.ValidationError, *path: str) -> ApiError:
    """The refusal of data of a wrong shape, with the place that msgspec names."""
    message = _PLACE.sub("", str(error))
    place = _PLACE.search(str(error))
    steps = re.findall(r"[^.\[\]$]+", place["path"]) if place else []
    field = _FIELD.search(message)
    full = (*path, *steps, *([field["name"]] if field else []))
    return ApiError(ErrorCode.INVALID_INPUT, message if field else f"{'.'.join(full)}: {message}", path=full)
