"""Second referees share nothing with the engine that they check."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GAMES = Path(__file__).parent
FILES = sorted(GAMES.glob("*/referee*.py")) + sorted(GAMES.glob("*/referee/*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(GAMES).as_posix())
def test_a_referee_imports_nothing_of_the_games(file: Path) -> None:
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert not [name for name in imported if name.split(".")[0] in ("domain", "service", "eventstore", "api_schema")]
