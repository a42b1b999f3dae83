"""Brings full replay files of finished matches back into a store, hashes and all."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

from domain.kernel.audience import FULL
from domain.kernel.cardfile import CardFault
from eventstore import Command, EventStore, KeyReused, NewEvent, WrongExpectedVersion
from service.application.ids import MATCH_IDS
from service.catalogue.card_sets import CardSetBook
from service.catalogue.catalogue import GameCatalogue
from service.history.lines import ReplayEvent, ReplayFooter, ReplayHeader, body, private
from service.history.verify.checker import Progress, numbered
from service.history.verify.levels import VerifyRequest, header_of, own_sets_of, verify
from service.history.verify.report import Unreadable, VerifyReport
from service.history.verify.sources import FileSource
from service.projections.match_signatures.queries import Signatures

Outcome = Literal["imported", "known"]


class ImportRefused(ValueError):
    """This file can't be imported; the message says why, in one line."""


class Importer:
    """Verifies a file first: nothing of a record that fails a level gets into the store.

    One that was decided by other rules than today's can't be checked so far: for it somebody has to vouch whose key the
    caller trusts.
    """

    def __init__(self, store: EventStore, catalogue: GameCatalogue, signatures: Signatures, book: CardSetBook) -> None:
        self._book = book
        self._store = store
        self._catalogue = catalogue
        self._signatures = signatures

    async def file(self, path: Path, keys: Collection[str] | None = None, progress: Progress = lambda: None) -> Outcome:
        """Import one match. Raises ImportRefused, or Unreadable for no replay file."""
        source = FileSource(path)
        report = verify(source, self._catalogue, VerifyRequest(keys=keys), progress)
        _hold(path, report)
        if report.perspective != FULL:
            raise ImportRefused(f"{path}: only a full record can be imported; this is what {report.perspective} sees")
        events, footer = _read(source, report.match)
        if footer.seed is None:
            raise ImportRefused(
                f"{path}: the match is {footer.status}; without its seed nobody can go on, or reveal it"
            )
        await self._keep_sets(path, header_of(source))
        return await self._append(path, report.match, events, footer)

    async def _keep_sets(self, path: Path, header: ReplayHeader) -> None:
        """The card sets come first: without them nobody could look at the match."""
        game = self._catalogue.game(header.game)
        try:
            for made in own_sets_of(game, header):
                await self._book.keep(game, made)
        except CardFault as fault:
            raise ImportRefused(f"{path}: {fault.faults[0].message}") from None

    async def _append(self, path: Path, match: str, events: list[NewEvent], footer: ReplayFooter) -> Outcome:
        """Without a secret: what has none is not this server's to sign."""
        stream, head_hash = MATCH_IDS.stream_of(match), bytes.fromhex(footer.head)
        command = Command("import", "import", head_hash)
        try:
            done = await self._store.append(stream, MATCH_IDS.kind, 0, events, command, close=True)
        except (WrongExpectedVersion, KeyReused):
            head = await self._store.head(stream)
            if head is None or head.head_hash.hex() != footer.head:
                raise ImportRefused(f"{path}: the store has {match} already, with another history") from None
            return "known"
        if footer.signature is not None:
            await self._signatures.keep(stream, footer.version, head_hash, footer.signature)
        return "known" if done.replayed else "imported"


def _hold(path: Path, report: VerifyReport) -> None:
    for bad in report.bad:
        if bad.status == "failed" or not report.pinned:
            advice = "" if bad.status == "failed" else "; name the key that vouches for it with --keys"
            raise ImportRefused(f"{path}: {bad.level} {bad.status}, line {bad.line}: {bad.message}{advice}")


def _read(source: FileSource, match: str) -> tuple[list[NewEvent], ReplayFooter]:
    events: list[NewEvent] = []
    for _, line in numbered(source):
        if isinstance(line, ReplayEvent):
            events.append(_new(match, line))
        elif isinstance(line, ReplayFooter):
            return events, line
    raise Unreadable("the file changed while it was read")


def _new(match: str, line: ReplayEvent) -> NewEvent:
    hash_ = bytes.fromhex(line.hash)
    return NewEvent(line.type, line.schema, body(match, line), private(line), line.at, hash_, line.end)
