"""The reports of a check, as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from domain.tournament.faults import Fault
from service.cli.output import echo, print_json
from service.history.verify.ratings import RatingsReport
from service.history.verify.report import Verdict, VerifyReport
from service.history.verify.rounds import RoundReport
from service.history.verify.tournaments import TournamentReport

AnyReport = VerifyReport | RoundReport | TournamentReport | RatingsReport
EXITS: Mapping[Verdict, int] = {"failed": 1, "diverged": 3}
"""The exit codes of a check; 2 is for what can't be read."""


def exit_code(reports: Mapping[str, AnyReport], not_vouched: int = 0) -> int:
    """One fault is 1, whatever else was found. `not_vouched`: where no trusted key has signed what else is sound."""
    found = {report.verdict for report in reports.values()} - {"ok"}
    return min((code for one in found if (code := EXITS.get(one, not_vouched))), default=0)


def tell(reports: Mapping[str, AnyReport], as_json: bool, *, brief: bool = False) -> None:
    """Print them; with `brief` the faults alone, and how many of each verdict there are."""
    if as_json:
        print_json([_whole(name, report) for name, report in reports.items()])
        return
    for name, report in reports.items():
        if brief and report.verdict != "failed":
            continue
        if isinstance(report, RoundReport):
            _tell_round(name, report)
        elif isinstance(report, TournamentReport):
            _tell_tournament(name, report)
        elif isinstance(report, RatingsReport):
            _tell_ratings(name, report)
        else:
            _tell_match(name, report)
    if brief:
        verdicts = Counter(report.verdict for report in reports.values())
        told = f"{verdicts['failed']} with a fault, {verdicts['diverged']} decided by another release"
        echo(f"{_counted(reports.values())}, {told}")


def _whole(name: str, report: AnyReport) -> dict[str, object]:
    return {"file": name, "ok": report.ok, "verdict": report.verdict, **msgspec.to_builtins(report)}


def _counted(reports: Collection[AnyReport]) -> str:
    """The number of each kind, matches first whether there are any or not."""
    also = {"tournaments": TournamentReport, "ladders": RatingsReport}
    found = {name: sum(isinstance(report, kind) for report in reports) for name, kind in also.items()}
    others = "".join(f" and {number} {name}" for name, number in found.items() if number)
    return f"{len(reports) - sum(found.values())} matches{others}"


def _tell_verdict(title: str, report: AnyReport) -> None:
    """The first line of a report: what it is about, and whether to believe it."""
    signed_by = None if isinstance(report, RoundReport) else report.signed_by
    said: Mapping[Verdict, str] = {
        "ok": f"ok, signed by {signed_by}",
        "not signed": "ok, not signed",
        "not vouched": f"ok, signed by {signed_by}, a key that nobody has vouched for",
        "failed": "failed",
        "diverged": "decided by another release",
    }
    echo(f"{title}: {said[report.verdict]}")


def _tell_match(name: str, report: VerifyReport) -> None:
    _tell_verdict(f"{name}: {report.game} {report.match}, {report.perspective}, {report.status}", report)
    for level in report.levels:
        place = "".join(
            f", {noun} {number}" for noun, number in (("line", level.line), ("version", level.version)) if number
        )
        status = "not checked" if level.status == "skipped" else level.status
        echo(f"  {level.level:5} {status:11} {level.message}{place}")


def _tell_round(name: str, report: RoundReport) -> None:
    _tell_verdict(f"{name}: {report.tournament}, round {report.round}, {report.algorithm}", report)
    _tell_faults(report.faults, "the input and the seed lead to this round")


def _tell_tournament(name: str, report: TournamentReport) -> None:
    status = "over" if report.complete else "not over"
    _tell_verdict(f"{name}: {report.tournament}, {report.rounds} rounds, version {report.version}, {status}", report)
    if 0 < report.signed_version < report.version:
        echo(f"  signed   up to version {report.signed_version} by {report.signed_by}")
    _tell_faults(report.faults, "chain, pairings, seeds, decks, results of tables and ranks follow from the record")
    if report.line is not None:
        echo(f"  the first bad line is {report.line}")
    if report.compared:
        echo(f"  compared with {report.compared} replays")


def _tell_faults(faults: Sequence[Fault], sound: str) -> None:
    if not faults:
        echo(f"  ok       {sound}")
    for fault in faults:
        echo(f"  failed   {'.'.join(fault.path)}: {fault.message} ({fault.code})")


def _tell_ratings(name: str, report: RatingsReport) -> None:
    _tell_verdict(f"{name}: {report.game} {report.ladder}, season {report.season}, {report.model}", report)
    if report.ok:
        counts = f"{report.games} games of {report.tournaments} tournaments, {report.players} players"
        echo(f"  ok       {counts}: every rating follows, up to version {report.version}, {report.head}")
    for fault in report.faults:
        echo(f"  failed   line {report.line}, {'.'.join(fault.path)}: {fault.message} ({fault.code})")
