"""Nothing in the product asks for the time or for chance but by what a simulation replaces."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.kit.process import ROOT

PACKAGES = ("api_schema", "domain", "eventstore", "service")
ELSEWHERE = ("service/cli/", "service/wire/")
"""Commands and sockets, which no simulation reaches."""
UNKNOWN = {
    "time": {"perf_counter_ns", "process_time", "thread_time", "localtime", "clock_gettime"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "uuid": {"uuid1", "uuid6", "uuid7"},
    "random": {"SystemRandom"},
    "secrets": {"SystemRandom", "randbelow", "randbits", "choice"},
}
"""By what the time and chance could be asked for, beside what `tests/simulation/chance.py` replaces."""


def asked(source: str) -> Iterator[str]:
    """The calls of that kind."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in UNKNOWN.get(node.value.id, ()):
                yield f"{node.value.id}.{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            yield from (
                f"{node.module}.{name.name}" for name in node.names if name.name in UNKNOWN.get(str(node.module), ())
            )


def test_every_clock_and_chance_is_simulated() -> None:
    files = [file for package in PACKAGES for file in Path(ROOT, package).rglob("*.py")]
    names = [(str(file.relative_to(ROOT)), file.read_text()) for file in files]
    assert [(name, call) for name, text in names for call in asked(text) if not name.startswith(ELSEWHERE)] == []


def test_what_is_not_simulated_is_found() -> None:
    text = "import time\nfrom datetime import datetime\nfrom secrets import choice\ntime.process_time(), datetime.now()"
    assert sorted(asked(text)) == ["datetime.now", "secrets.choice", "time.process_time"]
