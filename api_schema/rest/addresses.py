"""The address that was meant, for one that nothing has."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from api_schema.operations.table import by_path

LONGEST = 80
"""Characters of an address that is compared: no route is as long, and comparing takes its time."""


def nowhere(path: str) -> str:
    """Nothing has this address, and the nearest one, if one is near."""
    near = _nearest(_shape(path)) if len(path) <= LONGEST else None
    return "Nothing has this address." + (f" Did you mean {near}?" if near else "")


def _nearest(given: str) -> str | None:
    """The route but for a slash at the end, or that it is the beginning of, or that it is almost."""
    if given in _ROUTES:
        return _ROUTES[given]
    longer = [shape for shape in _ROUTES if shape.startswith(f"{given}/")]
    found = min(longer, key=len) if longer else next(iter(get_close_matches(given, _ROUTES, 1)), None)
    return None if found is None else _ROUTES[found]


def _shape(path: str) -> str:
    """The address with the same sign for each id."""
    parts = path.rstrip("/").split("/")
    return "/".join("*" if part.startswith("{") or "_" in part or part.isdigit() else part for part in parts)


_ROUTES: Mapping[str, str] = {_shape(route): route for route in by_path()}
