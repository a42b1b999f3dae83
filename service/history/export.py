"""Writes matches of the store as replay files."""

from __future__ import annotations

from collections.abc import AsyncIterator

from service.history.lines import encode
from service.history.recording import Record, Recorder
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository

_PAGE = 256


class Exporter:
    """Streams the lines of a file, so that long matches need no more memory than short ones."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def lines(
        self, match: Aggregate, perspective: str, tags: dict[str, str] | None = None
    ) -> AsyncIterator[bytes]:
        """The file of a match as it is now, line by line, each with its line feed. The caller has been let in."""
        record = Record(match.entry, match.state, match.head, match.seed, None, tags or {})
        recorder = Recorder(record, perspective)
        after = 0
        while after < match.version:
            stored = await self._repository.store.read(match.stream, after, min(_PAGE, match.version - after))
            if after == 0:
                yield encode(recorder.header(stored[0])) + b"\n"
            for line in recorder.events(stored):
                yield encode(line) + b"\n"
            after = stored[-1].version
        yield encode(recorder.footer()) + b"\n"
