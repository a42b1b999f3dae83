"""Frames: a match as a client draws it after each batch, whole now and then, and what has changed in between.

That is a JSON Patch (RFC 6902) from one frame to the next: things of one id stay, all others come and go whole. A patch
that doesn't know ids turns the card that was third into the one that was fourth, and so on, member by member.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from cachetools import LRUCache

from api_schema.ports.matches import FrameOut, FrameState, StateOut
from eventstore import StoreUnavailable
from eventstore.chain import follows
from service.matches.aggregate import Aggregate, advanced, batches
from service.matches.reader import MatchReader
from service.matches.rendering import state_out
from service.matches.repository import Repository
from service.streams.event_slices import EventSlice
from service.times import rfc3339

EVERY = 256
"""The versions from one whole frame to the next."""
REMEMBERED = 256
"""Frames that the next ones of streams go on from."""
_PAGE = 128
Op = dict[str, Any]
KEYS = ("id", "seat", "name")
"""The members that tell things of a list apart, the first of these that they have."""
Shown = dict[str, Any]
Patch = tuple[Op, ...]


class Frames:
    """Makes frames for callers whose perspective has been checked."""

    def __init__(self, repository: Repository, reader: MatchReader) -> None:
        self._repository = repository
        self._reader = reader
        self._shown: LRUCache[tuple[str, int, str], tuple[bytes, Shown]] = LRUCache(REMEMBERED)

    async def of(
        self, match: Aggregate, viewer: str, first: int, last: int, *, brief: bool = False
    ) -> AsyncGenerator[FrameOut]:
        """The frames of the batches that end at versions from `first` to `last`; the first of them is whole. Raises
        StoreUnavailable before the first one only. `brief`: no other is whole or has hashes.
        """
        then = await self._repository.before(match, first) if first <= last else match
        return self._made(match, then, viewer, last, brief=brief)

    async def _made(
        self, match: Aggregate, then: Aggregate, viewer: str, last: int, *, brief: bool
    ) -> AsyncGenerator[FrameOut]:
        before: Shown | None = None
        at = then.version
        while then.version < last:
            begun = then.version
            size, settled = min(_PAGE, last - begun), match.state.revealed
            read = await self._repository.store.read(match.stream, begun, size, head=then.head, settled=settled)
            if not read:
                raise StoreUnavailable(f"{match.match} has lost what follows on version {begun}")
            for batch in batches(read):
                with self._repository.releases.readable(match.match):
                    then = advanced(then, then.state, batch)
                if then.resolving:
                    continue
                out = state_out(then, viewer)
                now = frame_state(out)
                whole = before is None or (not brief and then.version // EVERY > at // EVERY)
                hashes = ("", "") if brief and before is not None else (out.hash, out.head_hash)
                frame = FrameOut(then.version, rfc3339(batch[-1].at), *hashes)
                yield (
                    msgspec.structs.replace(frame, state=now)
                    if before is None or whole
                    else msgspec.structs.replace(frame, patch=difference(before, now))
                )
                before, at = now, then.version

    async def patch(self, match: Aggregate, viewer: str, slice_: EventSlice) -> Patch:
        """The changes of the frame with a slice, for streams; with the first one of a match, the whole."""
        begin, end = slice_.events[0], slice_.events[-1]
        now = await self._at(match, viewer, slice_.last, lambda head: head == end.hash)
        before = await self._at(match, viewer, slice_.first - 1, partial(follows, begin)) if slice_.first > 1 else None
        return difference(before, now)

    async def _at(self, match: Aggregate, viewer: str, version: int, is_it: Callable[[bytes], bool]) -> Shown:
        """The frame at a version; `is_it` says by its last hash whether a kept one is of the same history."""
        key = match.match, version, viewer
        kept = self._shown.get(key)
        if kept is None or not is_it(kept[0]):
            then = await self._reader.at(match, version)
            kept = self._shown[key] = then.head, frame_state(state_out(then, viewer))
        return kept[1]


def frame_state(out: StateOut) -> Shown:
    """A state as frames show it."""
    return dict(msgspec.to_builtins(FrameState(out.status, out.phase, out.prompts, out.table, out.result)))


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
