"""See `__main__`."""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from service.app import web
from service.bootstrap import bootstrap
from service.settings import Settings
from tests.kit.embedded import migrated
from tests.simulation.replicas import SECRET
from tests.simulation.run import ACTIONS, Report, run


def seeds(texts: Sequence[str]) -> Iterator[str]:
    """Each seed that is named."""
    for text in texts:
        first, dash, last = text.partition("-")
        yield from map(str, range(int(first), int(last) + 1)) if dash else [text]


def main(arguments: Sequence[str]) -> int:
    """Run all seeds, each in a process of its own that is a copy of this one."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--trace", action="store_true")
    parser.add_argument("--first", action="store_true", help="end with the first seed that finds something")
    parser.add_argument("seeds", nargs="+")
    asked = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        asyncio.run(warm_up(migrated(Path(folder, "store.db"))))
    wrong = 0
    with multiprocessing.get_context("fork").Pool(asked.jobs, maxtasksperchild=1) as pool:
        for report in pool.imap(partial(run, actions=asked.actions), list(seeds(asked.seeds)), chunksize=1):
            wrong += bool(report.found)
            tell(report, asked.trace)
            if asked.first and wrong:
                break
    return 1 if wrong else 0


async def warm_up(url: str) -> None:
    """Make what a process makes once, so that its copies need not."""
    settings = Settings(database_url=url, clocks=False, house_bots=False, webhooks=False, secret_key=SECRET)
    app = await bootstrap(settings)
    web(app)
    await app.projector.rebuild(*app.projector.projections)
    await app.stop()


def tell(report: Report, trace: bool) -> None:
    """Print what a run was."""
    kinds = " ".join(f"{fault.kind}@{fault.at:.1f}" for fault in report.plan)
    say(
        f"seed {report.seed}: {report.digest} {report.actions} actions, {report.operations} operations, "
        f"{report.steps} steps, {report.seconds:.1f} s, {report.cpu:.1f} s of CPU; "
        f"{'overlapping ' * report.overlapped}{kinds}"
    )
    for line in report.found:
        say(f"    {line}")
    if trace or report.found:
        for line in report.trace[-200 if trace else -10 :]:
            say(f"        {line:.200}")


def say(line: str) -> None:
    """On standard output, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
