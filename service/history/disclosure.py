"""The part of a report that goes out, by allow-list: all of it where the record is open, else nothing that depends on
secrets.

An audit reads the whole record. Its texts (the number of draws, the type of an event, the reason of a refusal) stay
hidden as long as the record does. The rest is constant for a record that nobody has tampered with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from api_schema.ports.history import AuditLevel, AuditReport, AuditVerdict
from service.history.audit import STORE
from service.history.verify.report import Level, Status, VerifyReport, verdict_of

HOLDS = "it holds"
BROKEN = "it does not hold; what is wrong is told when the record is open"
LATER = "told when the record is open"
_LARGEST = 2**53 - 1
_SAID: Mapping[Status, str] = {"ok": HOLDS, "failed": BROKEN, "skipped": LATER}
_PLACED = (STORE, "L0")
"""The levels whose faults are in what everybody sees: the chain and how its rows fit together."""
_PLAIN = (*_PLACED, "L1", "L3", "L4")
"""The levels that tell whether they hold. L2 tells only that it failed: that an action would be decided another way by
changed rules (`diverged`) depends on what hands hold."""


def whole(report: VerifyReport) -> AuditReport:
    """The report for a caller who may see the whole record."""
    return _out(report, report.levels)


def guarded(report: VerifyReport) -> AuditReport:
    """The report for any other caller."""
    return _out(report, [_guarded(level) for level in report.levels])


def _guarded(level: Level) -> Level:
    told = level.level in _PLAIN or level.status == "failed"
    status: Status = level.status if told and level.status in _SAID else "skipped"
    if level.level in _PLACED:
        return Level(level.level, status, _SAID[status], level.line, level.version)
    return Level(level.level, status, _SAID[status])


def _level(level: Level) -> AuditLevel:
    status = cast(Literal["OK", "FAILED", "DIVERGED", "SKIPPED"], level.status.upper())
    return AuditLevel(level.level, status, level.message, _number(level.line), _number(level.version))


def _out(report: VerifyReport, levels: Sequence[Level]) -> AuditReport:
    """Version, head and status are those of a chain that holds; else nobody knows them."""
    intact = any(level.level == "L0" and level.status == "ok" for level in levels)
    statuses = (level.status for level in levels)
    verdict = verdict_of(statuses, signed=report.signed_by is not None, pinned=report.pinned)
    return AuditReport(
        ok=verdict not in ("failed", "diverged"),
        verdict=cast(AuditVerdict, verdict.upper().replace(" ", "_")),
        match=report.match,
        game=report.game,
        perspective=report.perspective,
        version=report.version if intact else None,
        head=report.head if intact else None,
        status=report.status.upper() if intact and report.status else None,
        signed_by=report.signed_by if intact else None,
        pinned=intact and report.pinned,
        levels=tuple(_level(level) for level in levels),
    )


def _number(value: int | None) -> int | None:
    """A number that every JSON reader holds; a file may claim others."""
    return value if value is not None and 0 <= value <= _LARGEST else None
