"""Frames: a match as a client draws it after each batch, whole now and then, and what has changed in between."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from cachetools import LRUCache

from api_schema.ports.matches import FrameOut, FrameState, StateOut
from eventstore.store import StoreUnavailable
from service.matches.aggregate import Aggregate, advanced, batches
from service.matches.patches import Op, difference
from service.matches.reader import MatchReader
from service.matches.rendering import state_out
from service.matches.repository import Repository
from service.times import rfc3339

EVERY = 256
"""The versions from one whole frame to the next."""
REMEMBERED = 256
"""Frames that the next ones of streams go on from."""
_PAGE = 128
Shown = dict[str, Any]
Patch = tuple[Op, ...]


class Frames:
    """Makes frames for callers whose perspective has been checked."""

    def __init__(self, repository: Repository, reader: MatchReader) -> None:
        self._repository = repository
        self._reader = reader
        self._shown: LRUCache[tuple[bytes, str], Shown] = LRUCache(REMEMBERED)

    async def of(self, match: Aggregate, viewer: str, first: int, last: int) -> AsyncGenerator[FrameOut]:
        """The frames of the batches that end at versions from `first` to `last`; the first of them is whole. Raises
        StoreUnavailable before the first one only.
        """
        return self._made(match, await self._repository.before(match, first) if first <= last else match, viewer, last)

    async def _made(self, match: Aggregate, then: Aggregate, viewer: str, last: int) -> AsyncGenerator[FrameOut]:
        before: Shown | None = None
        at = then.version
        while then.version < last:
            begun = then.version
            read = await self._repository.store.read(match.stream, begun, min(_PAGE, last - begun), head=then.head)
            if not read:
                raise StoreUnavailable(f"{match.match} has lost what follows on version {begun}")
            for batch in batches(read):
                with self._repository.releases.readable(match.match):
                    then = advanced(then, then.state, batch)
                if then.resolving:
                    continue
                out = state_out(then, viewer)
                now = shown(out)
                whole = before is None or then.version // EVERY > at // EVERY
                frame = FrameOut(then.version, rfc3339(batch[-1].at), out.hash, out.head_hash)
                yield (
                    msgspec.structs.replace(frame, state=now)
                    if before is None or whole
                    else msgspec.structs.replace(frame, patch=difference(before, now))
                )
                before, at = now, then.version

    async def patch(self, match: Aggregate, viewer: str, after: int, version: int) -> Patch:
        """What has changed from the frame at one version to that at another, for streams; of nothing, the whole."""
        now = await self._at(match, viewer, version)
        return difference(await self._at(match, viewer, after) if after else None, now)

    async def _at(self, match: Aggregate, viewer: str, version: int) -> Shown:
        then = await self._reader.at(match, version)
        key = then.head, viewer
        found = self._shown.get(key)
        if found is None:
            found = self._shown[key] = shown(state_out(then, viewer))
        return found


def shown(out: StateOut) -> Shown:
    """A state as frames show it."""
    return dict(msgspec.to_builtins(FrameState(out.status, out.phase, out.prompts, out.table, out.result)))
