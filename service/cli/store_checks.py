"""The checks of a store: one match, tournament or ladder, or all of them."""

from __future__ import annotations

from collections.abc import Collection

from eventstore.read_models.inspection import ShardSpans
from service.application.ids import LADDER_IDS, TOURNAMENT_IDS
from service.bootstrap import Playledger
from service.cli.output import progress
from service.cli.reports import AnyReport
from service.history.archive.files import Lost
from service.history.audit import unread
from service.history.ladder_audit import LadderAuditor
from service.history.tournament_audit import TournamentAuditor
from service.history.verify.report import VerifyReport


async def audited(
    playledger: Playledger, match: str | None, keys: frozenset[str] | None
) -> tuple[dict[str, AnyReport], int]:
    """The reports, and how many positions the log lacks if all of it was looked at. The own keys are vouched for."""
    own = {key.kid for key in (await playledger.history.key_ring.keys()).keys}
    tournaments = TournamentAuditor(playledger.store, playledger.vault)
    ladders = LadderAuditor(playledger.store)
    if match is not None and match.startswith(TOURNAMENT_IDS.prefix):
        return {match: await tournaments.audit(match, keys, own)}, 0
    if match is not None and match.startswith(LADDER_IDS.prefix):
        return {match: await ladders.audit(match, keys, own)}, 0
    if match is not None:
        return {match: await _audited(playledger, match, keys, own)}, 0
    reports: dict[str, AnyReport] = {}
    async for tournament in tournaments.tournaments():
        reports[tournament] = await tournaments.audit(tournament, keys, own)
    async for ladder in ladders.ladders():
        reports[ladder] = await ladders.audit(ladder, keys, own)
    spans = ShardSpans()
    with progress() as bar:
        task = bar.add_task("auditing", total=await playledger.history.auditor.count())
        async for one in playledger.history.auditor.matches():
            reports[one] = await _audited(playledger, one, keys, own, spans)
            bar.advance(task)
    return reports, await playledger.history.auditor.lost_positions()


async def _audited(
    playledger: Playledger,
    match: str,
    keys: frozenset[str] | None,
    own: Collection[str],
    spans: ShardSpans | None = None,
) -> VerifyReport:
    """The report of a match; one that the archive has lost is a fault, and keeps nobody from the others."""
    try:
        return await playledger.history.auditor.audit(match, keys, own, spans=spans)
    except Lost as error:
        return unread(match, str(error))
