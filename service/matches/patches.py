"""The JSON Patch (RFC 6902) from one frame of a match to the next: things of one id stay, all others come and go whole.

A patch that doesn't know ids turns the card that was third into the one that was fourth, and so on, member by member.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Op = dict[str, Any]
KEYS = ("id", "seat", "name")
"""The members that tell things of a list apart, the first of these that they have."""


def difference(before: Any, now: Any) -> tuple[Op, ...]:
    """The operations that lead from JSON data to other data."""
    return tuple(_changed(before, now, ""))


def _changed(before: Any, now: Any, path: str) -> Iterator[Op]:
    if before == now:
        return
    if isinstance(before, Mapping) and isinstance(now, Mapping) and _key(before) == _key(now):
        yield from _members(before, now, path)
    elif isinstance(before, Sequence) and isinstance(now, Sequence) and str not in (type(before), type(now)):
        yield from _items(before, now, path)
    else:
        yield {"op": "replace", "path": path, "value": now}


def _members(before: Mapping[str, Any], now: Mapping[str, Any], path: str) -> Iterator[Op]:
    for name in before:
        if name not in now:
            yield {"op": "remove", "path": f"{path}/{_escaped(name)}"}
    for name, value in now.items():
        if name in before:
            yield from _changed(before[name], value, f"{path}/{_escaped(name)}")
        else:
            yield {"op": "add", "path": f"{path}/{_escaped(name)}", "value": value}


def _items(before: Sequence[Any], now: Sequence[Any], path: str) -> Iterator[Op]:
    """Equal things at the beginning and at the end stay; those between go, from behind, and come anew."""
    old, new = [*map(_key, before)], [*map(_key, now)]
    most = min(len(old), len(new))
    begin = next((place for place in range(most) if old[place] != new[place]), most)
    end = next((n for n in range(most - begin) if old[-1 - n] != new[-1 - n]), most - begin)
    for place in reversed(range(begin, len(before) - end)):
        yield {"op": "remove", "path": f"{path}/{place}"}
    for place in range(begin, len(now) - end):
        yield {"op": "add", "path": f"{path}/{place}", "value": now[place]}
    for place in range(len(now)):
        if place < begin or place >= len(now) - end:
            yield from _changed(before[place if place < begin else place - len(now)], now[place], f"{path}/{place}")


def _key(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    return next(((name, item[name]) for name in KEYS if item.get(name) is not None), None)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
