"""ports.History: records that leave the service, and their checks, for callers who may see them."""

from __future__ import annotations

from collections.abc import AsyncIterator

from api_schema.ports.base import Caller
from api_schema.ports.history import AuditReport, Payer, ReplayFile, Signing
from service.application.inputs import bounded
from service.application.permissions import KEEP, READ
from service.application.refusals import store_errors
from service.catalogue.catalogue import GameCatalogue
from service.history.audit import Auditor
from service.history.audit_cache import AuditCache
from service.history.disclosure import guarded, whole
from service.history.exporter import Exporter
from service.history.uploads import Uploads
from service.history.verify.report import VerifyReport
from service.matches.access import full_is_open
from service.matches.access import perspective as seen_as
from service.matches.aggregate import Aggregate
from service.matches.delay import Delays, is_behind
from service.matches.repository import Repository
from service.matches.usecases import VERSIONS


class HistoryUseCases:
    """A record signed by a key that this service publishes counts as pinned."""

    def __init__(
        self,
        repository: Repository,
        exporter: Exporter,
        auditor: Auditor,
        catalogue: GameCatalogue,
        signing: Signing,
        delays: Delays,
    ) -> None:
        self._repository = repository
        self._exporter = exporter
        self._auditor = auditor
        self._signing = signing
        self._delays = delays
        self.audits = AuditCache(self._examine)
        self.uploads = Uploads(catalogue.games())

    async def replay(
        self, caller: Caller, match_id: str, *, perspective: str | None = None, after: int = 0
    ) -> ReplayFile:
        bounded(after, 0, VERSIONS, "after")
        match = await self._current(caller, match_id, KEEP)
        viewer = seen_as(caller, match.state, perspective, KEEP)
        with store_errors():
            record = await self._exporter.record(match)
        return ReplayFile(
            match_id=match.match,
            perspective=viewer,
            version=match.version,
            head_hash=match.head.hex(),
            complete=match.state.revealed,
            views=match.entry.views_hash,
            signed_by=None if record.signature is None else record.signature.key_id,
            lines=self._exporter.written(match, record, viewer, after),
        )

    async def audit(self, caller: Caller, match_id: str, payer: Payer) -> AuditReport:
        match = await self._current(caller, match_id, READ)
        seen_as(caller, match.state, None)
        # of a match that is not revealed the store may have more at any moment than this caller may know
        upto = match.version if not match.state.revealed and is_behind(caller, match.state) else None
        with store_errors():
            # a match that has just ended is signed a moment later, and its report says by which key
            signature = await self._exporter.signature(match)
            signed_by = None if signature is None else signature.key_id
            report = await self.audits.of(match.match, match.version, payer, signed_by, upto=upto)
        if report.verdict == "failed":
            # what we can't read of a newer release is no fault of the record
            self._repository.releases.judged(match)
        return whole(report) if full_is_open(caller, match.state) else guarded(report)

    async def verify(self, body: AsyncIterator[bytes]) -> AuditReport:
        return whole(await self.uploads.verify(body, await self._own_keys()))

    async def stop(self) -> None:
        """Let go of audits and files that are still being worked on."""
        await self.uploads.stop()
        await self.audits.stop()

    async def _examine(self, match: str, upto: int | None) -> VerifyReport:
        return await self._auditor.audit(match, vouched=await self._own_keys(), upto=upto)

    async def _own_keys(self) -> frozenset[str]:
        return frozenset(key.kid for key in (await self._signing.keys()).keys)

    async def _current(self, caller: Caller, match_id: str, scope: str) -> Aggregate:
        """The match as the caller may know it now."""
        with store_errors():
            return await self._delays.known_to(caller, await self._repository.current(match_id), scope)
