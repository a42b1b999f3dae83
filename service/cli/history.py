"""`export`, `import`, `verify` and `audit`: histories that leave the store, come back, and are checked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from service.cli.output import AsJson, BadInput, echo
from service.cli.stores import Store, over_store, settings

Keys = Annotated[
    Path | None, typer.Option("--keys", help="A JWK Set of the keys you trust; what none of them has signed fails.")
]
NOT_VOUCHED = 4
"""The exit code of a check where nothing is wrong, and no key that the caller trusts has signed a file."""
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
    """Write matches as replay files. A reader of the store needs no permission."""
    if (match is None) != everything:
        raise BadInput("name a match, or --all")
    tags, chosen = _tags(tag or []), settings(store, new=False)
    from service.cli.replay_files import exported

    over_store(chosen, lambda playledger: exported(playledger, match, out, perspective, packed, tags))


def import_(files: Annotated[list[Path], typer.Argument()], store: Store = None, keys: Keys = None) -> None:
    """Verify full replay files and put their matches into a store. All hashes stay as they are."""
    trusted, chosen = _trusted(keys), settings(store)
    from service.cli.replay_files import imported

    over_store(chosen, lambda playledger: imported(playledger, files, trusted))


def verify(
    files: Annotated[
        list[Path], typer.Argument(help="Replay files, records and rounds of tournaments, ratings; plain or gzipped.")
    ],
    keys: Keys = None,
    against: Annotated[Path | None, typer.Option(help="The full file that redacted ones are compared with.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check files without asking anybody. Of replays: chain, fold, decisions, draws, redaction; of tournaments all.

    Of a ladder every rating is computed again. The record of a tournament is compared with the replays beside it.
    Exit codes: 0 all holds, and a key of --keys has signed every file; 1 there is a fault; 2 a file can't be read;
    3 there is no fault, and another release has decided a match otherwise than this one would; 4 all holds, and no key
    that you trust has signed one of the files.
    """
    trusted = _trusted(keys)
    from service.cli.file_checks import verified
    from service.cli.reports import exit_code, tell

    reports, unreadable = verified(files, trusted, against)
    tell(reports, as_json)
    if unreadable:
        raise BadInput("; ".join(unreadable))
    raise typer.Exit(exit_code(reports, NOT_VOUCHED))


def audit(
    match: Annotated[str | None, typer.Argument(help="A match mt_..., a tournament tn_..., or a ladder lb_...")] = None,
    everything: Everything = False,
    store: Store = None,
    keys: Keys = None,
    as_json: AsJson = False,
) -> None:
    """Check stored matches, tournaments and ladders. Their rows, then all that is checked of files.

    Exit codes: 0 all holds, 1 there is a fault, 3 there is no fault, and another release has decided a match otherwise
    than this one would; --all counts both apart.
    """
    if (match is None) != everything:
        raise BadInput("name a match, or --all")
    trusted, chosen = _trusted(keys), settings(store, new=False)
    from service.cli.reports import exit_code, tell
    from service.cli.store_checks import audited

    reports, lost = over_store(chosen, lambda playledger: audited(playledger, match, trusted))
    tell(reports, as_json, brief=everything)
    if lost:
        echo(f"the log lacks {lost} positions: events, perhaps whole matches, were removed", err=True)
        raise typer.Exit(1)
    raise typer.Exit(exit_code(reports))


def _trusted(keys: Path | None) -> frozenset[str] | None:
    if keys is None:
        return None
    from service.application.signing import trusted_keys
    from service.history.verify.sources import LONGEST, regular

    try:
        with regular(keys) as file:
            document = file.read(LONGEST + 1)
        if len(document) > LONGEST:
            raise BadInput(f"--keys {keys}: it is longer than {LONGEST} bytes")
        return trusted_keys(document)
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
