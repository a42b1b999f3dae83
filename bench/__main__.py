"""`make bench`: measure the promises about speed and write docs/benchmarks.md.

- make bench: everything, about seventeen minutes
- make bench ARGS=service: only this part of games, tournament, kept, store, service, steady, standby, web, laptop; it
  is printed, and no page written
- make bench ARGS=growth: six million events, half an hour; not part of everything
- make bench ARGS=attacks, ARGS=soak: a quarter of an hour each; not part of everything
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import sysconfig
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from uvicorn.loops.auto import auto_loop_factory

from bench import (
    attacked,
    fanout,
    frames,
    games,
    growth,
    history,
    http,
    kept,
    laptop,
    read_models,
    soak,
    standby,
    steady,
    store,
    tournament,
    web,
)
from bench.figures import Figure, table
from bench.servers import running
from domain.games import discover
from eventstore import migrate
from service import logs
from service.tables import REVISIONS
from tests import services

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
COMPARED = Path(__file__).parent / "compared.md"
"""The meaning of the figures, and comparisons with an earlier state of the program, made once."""
HEAD = """# Benchmarks

`make bench` writes this page. Every figure is the median of several runs. A promise is a ratio to a baseline that the
same run measured, or a floor. Absolute figures belong to the machine named below and are noisy.

Machine: {cores} cores, load {load} before and {after} after, {system}, Python {python}, built
{build} profile-guided optimisation. Measured on {day}.

"""


def of_games() -> list[Figure]:
    """The rows without any store."""
    parts = (games, history, frames)
    return [figure for game in discover().values() for part in parts for figure in part.figures(game)]


def of_store() -> list[Figure]:
    """The rows of appending."""
    with services.postgres() as server, services.database(server) as url:
        migrate_all(url)
        return store.figures(url)


def of_kept() -> list[Figure]:
    """The rows of tournaments that a store keeps."""
    with services.postgres() as server, services.database(server) as url:
        migrate_all(url)
        return kept.figures(url)


def of_service() -> list[Figure]:
    """The rows of requests and of watchers."""
    with services.postgres() as server, services.database(server) as url, services.redis() as redis:
        migrate_all(url)
        with running(url, redis) as found, asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            requests, watchers = runner.run(http.measure(found)), runner.run(fanout.measure(found))
    return [*http.figures(requests), *fanout.figures(watchers), *of_read_models(requests["rest"].rate)]


def of_steady() -> list[Figure]:
    """The rows of one process that works for long."""
    with services.postgres() as server, services.database(server) as url, services.redis() as redis:
        migrate_all(url)
        with running(url, redis, processes=1) as found, asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            return steady.figures(runner.run(steady.measure(found)))


def of_read_models(accepted: float | None = None) -> list[Figure]:
    """The rows of read models, beside the actions a second that a replica accepts."""
    with services.postgres() as server, services.database(server) as url:
        migrate_all(url)
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            return read_models.figures(runner.run(read_models.measure(url)), accepted)


def of_growth() -> list[Figure]:
    """The rows of a store that grows."""
    with services.postgres() as server, services.database(server) as small, services.database(server) as large:
        migrate_all(small)
        migrate_all(large)
        with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
            return growth.figures(runner.run(growth.measure(small, large)))


PARTS: Mapping[str, Callable[[], list[Figure]]] = {
    "games": of_games,
    "tournament": tournament.figures,
    "kept": of_kept,
    "store": of_store,
    "service": of_service,
    "steady": of_steady,
    "standby": lambda: standby.figures(standby.measure()),
    "web": web.figures,
    "laptop": lambda: laptop.figures(laptop.measure()),
}
LONG: Mapping[str, Callable[[], list[Figure]]] = {
    "growth": of_growth,
    "attacks": lambda: attacked.figures(attacked.measure()),
    "soak": lambda: soak.figures(soak.measure()),
}
"""Parts that are measured only if they are named."""
MISSING: Mapping[str, Callable[[], str | None]] = {"web": web.missing}
"""Why a part can't be measured on this machine, or None."""


def main() -> int:
    """Measure, print, write the page if everything was measured; 1 if a promise was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    long = ", ".join(LONG)
    parser.add_argument("part", nargs="*", help=f"any of {', '.join(PARTS)}, and {long}; without a name all but {long}")
    chosen = parser.parse_args().part
    if unknown := set(chosen) - {*PARTS, *LONG}:
        parser.error(f"no part {', '.join(sorted(unknown))}: there are {', '.join((*PARTS, *LONG))}")
    logs.configure("console", "error")
    load = os.getloadavg()[0]
    figures: list[Figure] = []
    left_out = {name: reason for name, why in MISSING.items() if (reason := why()) is not None}
    for name, measure in {**PARTS, **{name: LONG[name] for name in LONG if name in chosen}}.items():
        if name in left_out:
            print(f"left out: {name}: {left_out[name]}", file=sys.stderr, flush=True)
        elif not chosen or name in chosen:
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            figures += measure()
    text = table(figures)
    print(text)
    if not chosen:
        PAGE.write_text(_head(load, left_out) + text + "\n" + COMPARED.read_text())
    return 0 if all(figure.kept for figure in figures) else 1


def _head(load: float, left_out: Mapping[str, str]) -> str:
    head = HEAD.format(
        cores=os.cpu_count(),
        load=f"{load:.1f}",
        after=f"{os.getloadavg()[0]:.1f}",
        system=platform.system(),
        python=platform.python_version(),
        build="with" if "--enable-optimizations" in str(sysconfig.get_config_var("CONFIG_ARGS")) else "without",
        day=f"{datetime.now(UTC):%Y-%m-%d}",
    )
    return head + "".join(f"Not measured: {name} ({reason}).\n\n" for name, reason in left_out.items())


def migrate_all(url: str) -> None:
    """All tables of an empty database."""
    migrate.upgrade(url)
    migrate.upgrade(url, REVISIONS)


if __name__ == "__main__":
    sys.exit(main())
