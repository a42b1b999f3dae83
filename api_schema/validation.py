"""Faults that msgspec finds in an input, as the refusal that the client gets."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from api_schema.errors import ApiError, ErrorCode, Fault
from api_schema.validation_messages import worded

_AT = re.compile(r"^(?P<what>.*) - at `\$(?P<path>.*)`$", re.DOTALL)
_FIELD = re.compile(r"(?P<which>unknown|required) field `(?P<name>[^`]*)`")
_STEP = re.compile(r"\.([^.\[\]]+)|\[([^\]]*)\]")


def invalid(error: msgspec.ValidationError, kind: Any, *where: str) -> ApiError:
    """The fault that msgspec found in data of a type, with the path to it below `where`."""
    found = _AT.match(str(error))
    what, path = (found["what"], found["path"]) if found else (str(error), "")
    steps = [name or index for name, index in _STEP.findall(path)]
    field = _FIELD.search(what)
    what = worded(what, kind, steps)
    full = (*where, *steps, *([field["name"]] if field else []))
    message = what if field or not full else f"{'.'.join(full)}: {what}"
    return ApiError(ErrorCode.INVALID_INPUT, message, path=full, faults=(Fault(what, path=full),))
