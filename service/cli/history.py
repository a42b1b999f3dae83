"""`export`, `import`, `verify` and `audit`: histories that leave the store, come back, and are checked."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO, cast

import msgspec
import typer

from domain.tournament.faults import Fault
from service.bootstrap import Playledger, bootstrap
from service.cli.games import catalogue
from service.cli.output import AsJson, BadInput, Store, print_json, progress, settings
from service.cli.viewers import viewer_of
from service.history.restore import Refused
from service.history.signing import trusted_keys
from service.history.verify.levels import verify_file
from service.history.verify.ratings import RatingsReport, verify_ratings
from service.history.verify.report import Report, Unreadable
from service.history.verify.rounds import RoundReport, verify_round
from service.history.verify.tournaments import TournamentReport, verify_tournament
from service.history.views import perspectives
from service.matches.aggregate import Aggregate
from service.ratings.audit import LadderAuditor
from service.ratings.identity import PREFIX as LADDER
from service.tournaments.audit import TournamentAuditor
from service.tournaments.identity import PREFIX as TOURNAMENT

SUFFIX = ".playledger.ndjson"
ALL = "all"
"""Every perspective, each in a file of its own."""
Keys = Annotated[
    Path | None, typer.Option("--keys", help="A JWK Set of the keys you trust; a signature by another one fails.")
]
AnyReport = Report | RoundReport | TournamentReport | RatingsReport
Everything = Annotated[bool, typer.Option("--all", help="Everything in the store.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("export")(export)
    app.command("import")(import_)
    app.command()(verify)
    app.command()(audit)


def export(
    out: Annotated[Path, typer.Option(help="The file, .gz packs it; with --all or --as all a folder.")],
    match: Annotated[str | None, typer.Argument(help="The match, mt_...")] = None,
    everything: Everything = False,
    store: Store = None,
    perspective: Annotated[str | None, typer.Option("--as", help="full, spectator, seat:N or all.")] = None,
    packed: Annotated[bool, typer.Option("--gzip", help="Pack the files of a folder.")] = False,
    tag: Annotated[list[str] | None, typer.Option(help="name=text for the header; may be repeated.")] = None,
) -> None:
    """Write matches as replay files. Who reads the store needs no permission."""
    if (match is None) != everything:
        raise BadInput("name a match, or --all")
    asyncio.run(_export(match, out, store, perspective, packed, _tags(tag or [])))


def import_(files: Annotated[list[Path], typer.Argument()], store: Store = None, keys: Keys = None) -> None:
    """Verify full replay files of finished matches and put them into a store, hashes unchanged."""
    asyncio.run(_import(files, store, _trusted(keys)))


def verify(
    files: Annotated[
        list[Path], typer.Argument(help="Replay files, records and rounds of tournaments, ratings; plain or gzipped.")
    ],
    keys: Keys = None,
    against: Annotated[Path | None, typer.Option(help="The full file that redacted ones are compared with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check files without asking anybody. Of replays: chain, fold, decisions, draws, redaction; of tournaments all.

    Of a ladder every rating is computed again.
    """
    pinned, unreadable = _trusted(keys), []
    reports: dict[str, AnyReport] = {}
    games = catalogue()
    for file in files:
        with counting(f"verifying {file.name}") as count:
            try:
                special = verify_round(file) or verify_tournament(file) or verify_ratings(file)
                reports[str(file)] = special or verify_file(file, games, pinned, against, count)
            except Unreadable as error:
                unreadable.append(_of_file(file, error))
    _tell(reports, as_json)
    if unreadable:
        raise BadInput("; ".join(unreadable))
    _exit(reports)


def audit(
    match: Annotated[str | None, typer.Argument(help="A match mt_..., a tournament tn_..., or a ladder lb_...")] = None,
    everything: Everything = False,
    store: Store = None,
    keys: Keys = None,
    as_json: AsJson = False,
) -> None:
    """Check matches, tournaments and ladders where they are stored: their rows, then all that is checked of files."""
    if (match is None) != everything:
        raise BadInput("name a match, or --all")
    reports, lost = asyncio.run(_audit(match, store, _trusted(keys)))
    _tell(reports, as_json, brief=everything)
    if lost:
        typer.echo(f"the log lacks {lost} positions: events, perhaps whole matches, were removed", err=True)
        raise typer.Exit(1)
    _exit(reports)


async def _export(
    match: str | None, out: Path, store: str | None, perspective: str | None, packed: bool, tags: dict[str, str]
) -> None:
    async with _service(store) as playledger:
        if match is not None and perspective != ALL:
            known = await playledger.repository.current(match)
            await _write(playledger, known, viewer_of(known, perspective), out, tags)
            return
        suffix = SUFFIX + ".gz" * packed
        _make(out)
        with progress() as bar:
            task = bar.add_task("exporting", total=await playledger.auditor.count() if match is None else 1)
            async for one in _named(playledger, match):
                for viewer, path in _files(one, perspective, out, suffix):
                    await _write(playledger, one, viewer, path, tags)
                bar.advance(task)


async def _named(playledger: Playledger, match: str | None) -> AsyncIterator[Aggregate]:
    if match is not None:
        yield await playledger.repository.current(match)
        return
    async for one in playledger.auditor.matches():
        yield await playledger.repository.current(one)


def _files(match: Aggregate, perspective: str | None, folder: Path, suffix: str) -> Iterator[tuple[str, Path]]:
    """The perspectives to write, and where: one file a match, or one for each perspective."""
    if perspective != ALL:
        yield viewer_of(match, perspective), folder / f"{match.match}{suffix}"
        return
    for viewer in perspectives(len(match.state.seats)):
        yield viewer, folder / f"{match.match}.{viewer.replace(':', '-')}{suffix}"


async def _write(playledger: Playledger, match: Aggregate, viewer: str, path: Path, tags: dict[str, str]) -> None:
    with _opened(path) as file:
        async for line in playledger.exporter.lines(match, viewer, tags):
            file.write(line)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {folder}: {error.strerror}") from None


async def _import(files: list[Path], store: str | None, keys: frozenset[str] | None) -> None:
    async with _service(store, new=True) as playledger:
        for file in files:
            with counting(f"importing {file.name}") as count:
                try:
                    outcome = await playledger.importer.file(file, keys, count)
                except (Refused, Unreadable) as error:
                    raise BadInput(_of_file(file, error)) from None
            typer.echo(f"{file}: {outcome}")
        await playledger.projector.catch_up()


async def _audit(match: str | None, store: str | None, keys: frozenset[str] | None) -> tuple[dict[str, AnyReport], int]:
    """The reports, and how many positions the log lacks if all of it was looked at."""
    async with _service(store) as playledger:
        tournaments = TournamentAuditor(playledger.store, playledger.vault)
        ladders = LadderAuditor(playledger.store)
        if match is not None and match.startswith(TOURNAMENT):
            return {match: await tournaments.audit(match)}, 0
        if match is not None and match.startswith(LADDER):
            return {match: await ladders.audit(match)}, 0
        if match is not None:
            return {match: await playledger.auditor.audit(match, keys)}, 0
        reports: dict[str, AnyReport] = {}
        async for tournament in tournaments.tournaments():
            reports[tournament] = await tournaments.audit(tournament)
        async for ladder in ladders.ladders():
            reports[ladder] = await ladders.audit(ladder)
        with progress() as bar:
            task = bar.add_task("auditing", total=await playledger.auditor.count())
            async for one in playledger.auditor.matches():
                reports[one] = await playledger.auditor.audit(one, keys)
                bar.advance(task)
        return reports, await playledger.auditor.lost_positions()


def _of_file(file: Path, error: Exception) -> str:
    return str(error) if str(file) in str(error) else f"{file}: {error}"


def _tell(reports: Mapping[str, AnyReport], as_json: bool, *, brief: bool = False) -> None:
    if as_json:
        shown = [{"file": name, "ok": report.ok, **msgspec.to_builtins(report)} for name, report in reports.items()]
        print_json(shown)
        return
    for name, report in reports.items():
        if brief and report.ok:
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
        typer.echo(f"{_counted(reports.values())}, {sum(not report.ok for report in reports.values())} with a fault")


def _counted(reports: Collection[AnyReport]) -> str:
    """How many of each kind, matches first whether there are any or not."""
    also = {"tournaments": TournamentReport, "ladders": RatingsReport}
    found = {name: sum(isinstance(report, kind) for report in reports) for name, kind in also.items()}
    others = "".join(f" and {number} {name}" for name, number in found.items() if number)
    return f"{len(reports) - sum(found.values())} matches{others}"


def _tell_match(name: str, report: Report) -> None:
    typer.echo(f"{name}: {report.game} {report.match}, {report.perspective}, {report.status}")
    for level in report.levels:
        place = "".join(
            f", {noun} {number}" for noun, number in (("line", level.line), ("version", level.version)) if number
        )
        typer.echo(f"  {level.level:5} {level.status:8} {level.message}{place}")


def _tell_round(name: str, report: RoundReport) -> None:
    typer.echo(f"{name}: {report.tournament}, round {report.round}, {report.algorithm}")
    _tell_faults(report.faults, "the input and the seed lead to this round")


def _tell_tournament(name: str, report: TournamentReport) -> None:
    status = "over" if report.complete else "not over"
    typer.echo(f"{name}: {report.tournament}, {report.rounds} rounds, version {report.version}, {status}")
    _tell_faults(report.faults, "chain, pairings, seeds, decks, results of tables and ranks follow from the record")


def _tell_faults(faults: Sequence[Fault], sound: str) -> None:
    if not faults:
        typer.echo(f"  ok       {sound}")
    for fault in faults:
        typer.echo(f"  failed   {'.'.join(fault.path)}: {fault.message} ({fault.code})")


def _tell_ratings(name: str, report: RatingsReport) -> None:
    typer.echo(f"{name}: {report.game} {report.ladder}, season {report.season}, {report.model}")
    if report.ok:
        counts = f"{report.games} games of {report.tournaments} tournaments, {report.players} players"
        typer.echo(f"  ok       {counts}: every rating follows, up to version {report.version}, {report.head}")
    for fault in report.faults:
        typer.echo(f"  failed   line {report.line}, {'.'.join(fault.path)}: {fault.message} ({fault.code})")


def _exit(reports: Mapping[str, AnyReport]) -> None:
    if not all(report.ok for report in reports.values()):
        raise typer.Exit(1)


def _trusted(keys: Path | None) -> frozenset[str] | None:
    if keys is None:
        return None
    try:
        return trusted_keys(keys.read_bytes())
    except OSError as error:
        raise BadInput(f"--keys {keys}: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"--keys {keys}: {error}") from None


def _tags(given: list[str]) -> dict[str, str]:
    pairs = [tag.partition("=") for tag in given]
    wrong = next((name for name, equals, _ in pairs if not equals or not name), None)
    if wrong is not None:
        raise BadInput(f"--tag {wrong}: a tag is name=text")
    odd = next((name for name, _, _ in pairs if max(name) > "\ud7ff"), None)
    if odd is not None:
        raise BadInput(f"--tag {odd!r}: the name has a character above U+D7FF, which not all languages sort alike")
    return {name: text for name, _, text in pairs}


@contextmanager
def counting(what: str) -> Iterator[Callable[[], None]]:
    """Counts lines on a terminal while something long goes on."""
    with progress() as bar:
        task = bar.add_task(what, total=None)
        yield lambda: bar.advance(task)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    try:
        with path.open("wb") as file:
            if path.suffix == ".gz":
                # no name and no time in it: the same match gives the same bytes
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield file
    except OSError as error:
        raise BadInput(f"--out {path}: {error.strerror}") from None


@asynccontextmanager
async def _service(store: str | None, *, new: bool = False) -> AsyncIterator[Playledger]:
    chosen = settings(store, clocks=False)
    file = chosen.sqlite_file
    if not new and file is not None and not file.exists():
        raise BadInput(f"there is no store at {file}")
    playledger = await bootstrap(chosen)
    try:
        yield playledger
    finally:
        await playledger.stop()
