"""Writes matches of the store as replay files."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable

from service.application.signing import Signature
from service.history.lines import encode
from service.history.recorder import Record, Recorder, revealed
from service.matches.aggregate import Aggregate
from service.matches.repository import Repository
from service.projections.match_signatures.queries import Signatures

_PAGE = 64
"""Events between two readings of the store: the event loop is kept waiting for some milliseconds at most."""


class Exporter:
    """Streams the lines of a file, so that long matches need no more memory than short ones."""

    def __init__(self, repository: Repository, signatures: Signatures, settle: Callable[[], Awaitable[None]]) -> None:
        """`settle` waits for what follows the log: a match that has just ended is signed a moment later."""
        self._repository = repository
        self._signatures = signatures
        self._settle = settle

    async def lines(
        self, match: Aggregate, perspective: str, tags: dict[str, str] | None = None
    ) -> AsyncGenerator[bytes, None]:
        """The file of a match as it is now, line by line, each with its line feed. The caller has been let in."""
        async for line in self.written(match, await self.record(match, tags), perspective):
            yield line

    async def record(self, match: Aggregate, tags: dict[str, str] | None = None) -> Record:
        """The source of a match's files, its signature included."""
        seed, signature = await self._seed(match), await self.signature(match)
        return Record(match.entry, match.state, match.head, seed, signature, tags or {}, library=match.library)

    async def written(
        self, match: Aggregate, record: Record, perspective: str, after: int = 0
    ) -> AsyncGenerator[bytes, None]:
        """The lines of a record. With `after` what follows that version, without header; all is folded anyhow."""
        recorder = Recorder(record, perspective)
        read = 0
        while read < match.version:
            size, settled = min(_PAGE, match.version - read), match.state.revealed
            stored = await self._repository.store.read(match.stream, read, size, settled=settled)
            if read == after == 0:
                yield encode(recorder.header(stored[0])) + b"\n"
            for line in recorder.events(stored, after):
                yield encode(line) + b"\n"
            read = stored[-1].version
        yield encode(recorder.footer()) + b"\n"

    async def signature(self, match: Aggregate) -> Signature | None:
        """The signature of a match whose secrets are revealed; waited for if that has just happened."""
        if not match.state.revealed:
            return None
        found = await self._signatures.of(match.stream)
        if found is None:
            await self._settle()
            found = await self._signatures.of(match.stream)
        return found

    async def _seed(self, match: Aggregate) -> bytes:
        if match.state.result is None:
            return self._repository.seed(match)
        last = await self._repository.store.read(match.stream, match.version - 1, 1)
        return revealed(last[0]) or self._repository.seed(match)
