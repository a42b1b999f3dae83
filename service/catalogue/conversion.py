"""Input and stored data as the types of a game, or a precise INVALID_INPUT."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from api_schema.errors import ApiError, ErrorCode
from api_schema.input.member_names import camel_type, inward, renamed
from api_schema.input.messages import worded
from domain.kernel.game import CardGame
from domain.kernel.seating import decks_for

T = TypeVar("T")
MOST = 500
"""Entries of a list or a map, and characters of a text, that a game is asked to look at. No honest option, deck or
action has as many, and a game says something of each one that is wrong.
"""
DEEPEST = 10
"""Levels of lists and maps."""
_SHORT = frozenset({int, bool, float, type(None)})
_LONG = (str, dict, list, tuple, Mapping)
_PLACE = re.compile(r" - at `(?P<path>[^`]+)`$")
_FIELD = re.compile(r"(?P<which>unknown|required) field `(?P<name>[^`]+)`")


def convert(data: Any, kind: type[T], *path: str) -> T:
    """Stored data as `kind`. `path` is where it came from in the input. INVALID_INPUT also for what is beyond MOST."""
    return _converted(data, kind, kind, *path)


def received(data: Any, kind: type[T], *path: str) -> T:
    """The same of data with members as the API writes them."""
    return _converted(data, camel_type(kind), kind, *path)


def with_stored_names(data: Mapping[str, Any], kind: type[Any], *path: str) -> Mapping[str, Any]:
    """The data that a client sent for this type, with the names under which it is kept. INVALID_INPUT."""
    received(data, kind, *path)
    return renamed(data, inward(kind))


def _converted(data: Any, twin: Any, kind: type[T], *path: str) -> T:
    _require_bounded(data, path)
    try:
        found = msgspec.convert(data, twin)
        return found if twin is kind else msgspec.convert(found, kind, from_attributes=True)
    except msgspec.ValidationError as error:
        raise _invalid(error, twin, *path) from None


def _invalid(error: msgspec.ValidationError, kind: Any, *path: str) -> ApiError:
    """The refusal of data of a wrong shape, with the place that msgspec names."""
    message = _PLACE.sub("", str(error))
    place = _PLACE.search(str(error))
    steps = re.findall(r"[^.\[\]$]+", place["path"]) if place else []
    field = _FIELD.search(message)
    message = worded(message, kind, steps)
    full = (*path, *steps, *([field["name"]] if field else []))
    return ApiError(ErrorCode.INVALID_INPUT, message, path=full) if field else _refused(message, full)


def _require_bounded(data: Any, path: tuple[str, ...]) -> None:
    """Refuse long texts, lists and maps at every level, and too many levels."""
    if type(data) in _SHORT or not isinstance(data, _LONG):
        return
    if len(data) > MOST:
        what = "characters" if isinstance(data, str) else "entries"
        raise _refused(f"at most {MOST} {what}, not {len(data)}", path)
    if len(path) > DEEPEST:
        raise _refused(f"at most {DEEPEST} levels", path)
    if isinstance(data, str):
        return
    for name, item in enumerate(data) if isinstance(data, list | tuple) else data.items():
        _require_bounded(name, path)
        _require_bounded(item, (*path, str(name)[:64]))


def _refused(why: str, path: tuple[str, ...]) -> ApiError:
    return ApiError(ErrorCode.INVALID_INPUT, f"{'.'.join(path)}: {why}", path=path)


def ready_loadout(game: CardGame, deck: str, options: Any, seats: int, seat: int) -> Any:
    """The loadout of a preconstructed deck for one of these seats. INVALID_INPUT for a deck that is not for it."""
    known = [one.id for one in game.decks()]
    if deck not in known:
        message = f"{game.slug} has no deck {deck[:64]!r}; it has {', '.join(known)}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    loadout = game.precon(deck, seat, options, seats)
    if loadout is None:
        fitting = ", ".join(decks_for(game, options, (seat,), seats)) or "none"
        message = f"the deck {deck!r} is not for seat {seat} of this match; those that are: {fitting}"
        raise ApiError(ErrorCode.INVALID_INPUT, message, path=("deck",))
    return loadout
