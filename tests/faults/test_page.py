"""docs/durability.md has a row for each fault that is tried here, and for no other one."""

from __future__ import annotations

import ast
from itertools import takewhile
from pathlib import Path

from tests.faults.conftest import HEADINGS

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "durability.md"


def tried() -> set[str]:
    """The tests that tell an outcome."""
    found = [node for file in HERE.glob("test_*.py") for node in ast.walk(ast.parse(file.read_text()))]
    return {
        node.name.removeprefix("test_").replace("_", " ")
        for node in found
        if isinstance(node, ast.FunctionDef)
        if node.name.startswith("test_") and any(argument.arg == "tell" for argument in node.args.args)
    }


def test_the_page_has_a_row_for_each_fault() -> None:
    lines = PAGE.read_text().splitlines()
    begin = lines.index(f"| {' | '.join(HEADINGS)} |")
    rows = takewhile(lambda line: line.startswith("| "), lines[begin + 2 :])
    told = {line.split(" | ")[0].removeprefix("| ").partition("[")[0] for line in rows}
    assert told == tried()
