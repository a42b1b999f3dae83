"""A page of docs whose tables a run of simulated matches makes anew: the words around them stay.

A block begins with what is played, and ends with a line of its own:

    <!-- simulate: bots=greedy matches=40 seed=1 -->
    <!-- simulated -->
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from service.simulation.rendering import markdown, rendered
from service.simulation.report import SimulationReport

BLOCK = re.compile(r"(<!-- simulate: ([^>\n]*) -->\n).*?(<!-- simulated -->)", re.DOTALL)
Arguments = Mapping[str, str]
"""The options of the command by their names."""


def remade(page: str, run: Callable[[Arguments], str]) -> str:
    """The page with each block as `run` makes it. Raises ValueError if there is none, or an option without a value."""
    if not BLOCK.search(page):
        raise ValueError("there is no line <!-- simulate: ... --> with <!-- simulated --> after it")
    return BLOCK.sub(lambda block: f"{block[1]}\n{run(_asked(block[2]))}\n{block[3]}", page)


def _asked(said: str) -> Arguments:
    return dict(one.split("=", 1) for one in said.split())


def block(slug: str, asked: Arguments, report: SimulationReport, chart: str | None = None) -> str:
    """The command, its sums, its tables, and the picture of its squares."""
    options = " ".join(f"--{name} {value}" for name, value in asked.items())
    counts = report.counts()
    sums = f"{counts['finished']} of {counts['matches']} matches ended, {counts['invariant_violations']} faults."
    picture = [] if chart is None else [f"![decks and bots against each other]({chart})\n"]
    tables = [markdown(table) for table in rendered(report.tables())]
    return "\n".join([f"```sh\nplayledger simulate {slug} {options}\n```\n", f"{sums}\n", *picture, *tables])
