"""Second referees share nothing with the engine that they check."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.kit.cases import cases

GAMES = Path(__file__).parent
FILES = sorted(GAMES.glob("*/referee*.py")) + sorted(GAMES.glob("*/referee/*.py"))


def test_no_referee_imports_anything_of_the_games() -> None:
    with cases() as case:
        for file in FILES:
            with case(file.relative_to(GAMES).as_posix()):
                assert {name.split(".")[0] for name in imported(file)}.isdisjoint(
                    {"domain", "service", "eventstore", "api_schema"}
                )


def imported(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
