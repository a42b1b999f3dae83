"""The blocks of code on the pages of this repository, and what each page says that they print."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.kit.process import ROOT

RUN = frozenset({"sh", "js", "mjs", "ts", "python", "graphql"})
"""Languages whose blocks are run. All others are data, which the pages' own tests read."""
_WHY = r"(?:<!-- (?P<why>(?:not run|run by): [^\n]+) -->\n{1,2})?"
_FENCE = re.compile(rf"^{_WHY}```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """`name`: the file it is saved as, where a later block runs it. `why`: why it is not run here (`not run: ...` or
    `run by: <test>`), or empty.
    """

    language: str
    name: str
    text: str
    why: str
    printed: str = ""


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page that are run, or say why not; a `text` block is what the one before it prints."""
    found: list[Block] = []
    for fence in _FENCE.finditer(page.read_text()):
        language, _, name = fence["info"].partition(" ")
        if language in RUN:
            found.append(Block(language, name, fence["text"], fence["why"] or ""))
        elif language == "text" and found and not found[-1].printed:
            last = found[-1]
            found[-1] = Block(last.language, last.name, last.text, last.why, fence["text"])
    return found


@cache
def pages() -> tuple[Path, ...]:
    """Every page with blocks that are run, or that say why not."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(page for name in listed.split() if blocks_of(page := ROOT / name))


def is_printed(wanted: str, told: str) -> bool:
    """Whether a program told what the page says; `...` stands for anything, alone on a line for any lines."""
    return re.fullmatch("".join(_patterns(wanted)), told.strip().replace("\r", "") + "\n") is not None


def _patterns(wanted: str) -> Iterator[str]:
    for line in wanted.strip().splitlines():
        if line == "...":
            yield r"(?:.*\n)*"
        else:
            yield r"[^\n]*".join(map(re.escape, line.split("..."))) + r"[ ]*\n"
