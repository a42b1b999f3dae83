"""`make bench`: measure what is promised about speed and write it to docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

from bench import games, history, store
from bench.figures import Figure, table
from domain.games import discover
from eventstore import migrate
from service.tables import HISTORY
from tests import services

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
COMPARED = Path(__file__).parent / "compared.md"
"""What was measured against an earlier state of the program, once."""
HEAD = """# What is promised about speed

Written by `make bench`. Every figure is the median of several runs; what is promised is a ratio to a baseline that was
measured in the same run, or a floor. Absolute figures belong to the machine named below and are noisy.

Machine: {cores} cores, {system}, Python {python}.

"""


def main() -> int:
    """Measure, print, write the page; 1 if a promise was missed."""
    figures: list[Figure] = []
    for game in discover().values():
        print(f"measuring {game.slug} ...", file=sys.stderr, flush=True)
        figures += games.figures(game) + history.figures(game)
    with services.postgres() as server, services.database(server) as url:
        print("measuring the store ...", file=sys.stderr, flush=True)
        migrate.upgrade(url)
        migrate.upgrade(url, HISTORY)
        figures += store.figures(url)
    text = table(figures)
    print(text)
    head = HEAD.format(cores=os.cpu_count(), system=platform.system(), python=platform.python_version())
    PAGE.write_text(head + text + "\n" + COMPARED.read_text())
    return 0 if all(figure.kept for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
