"""Which scenario exercises which card: read from the tests' marks, written as `docs/games/<slug>-cards.md`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from domain.kernel.game import Game
from service.catalogue.rules import package_of

ROOT = Path(__file__).resolve().parents[2]


def scenarios(folder: Path) -> Mapping[str, Sequence[str]]:
    """The tests below a folder by the card ids that they are marked with: `file.py::test`, in order."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for cid, test in _marks(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(cid, []).append(f"{file.relative_to(folder).as_posix()}::{test}")
    return found


def _marks(module: ast.Module) -> Iterator[tuple[str, str]]:
    """(card id, test) of every `@pytest.mark.card(...)`."""
    for test in ast.walk(module):
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in test.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.card":
                    yield from ((str(one.value), test.name) for one in mark.args if isinstance(one, ast.Constant))


def folder_of(game: Game, root: Path = ROOT) -> Path:
    """The folder of a game's tests, named as its package."""
    return root / "tests" / "games" / package_of(game).rpartition(".")[2]


def page(game: Game, found: Mapping[str, Sequence[str]]) -> str:
    """The table of a game's cards and their scenarios, as Markdown."""
    lines = [
        f"# {game.title}: cards and their scenarios",
        "",
        f"Written by `make rules` from the marks in `tests/games/{folder_of(game).name}`; not to be edited.",
        "",
        "| Card | Name | Set | Scenarios |",
        "|---|---|---|---|",
    ]
    for card in game.cards():
        tests = "<br>".join(f"`{test}`" for test in found.get(card.id, ())) or "none"
        lines.append(f"| {card.id} | {card.name} | {card.set} | {tests} |")
    return "\n".join(lines) + "\n"


def file_of(game: Game, root: Path = ROOT) -> Path:
    """Where a game's page is committed."""
    return root / "docs" / "games" / f"{game.slug}-cards.md"


def write(game: Game, root: Path = ROOT) -> Path:
    """Write a game's page; the file."""
    file = file_of(game, root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(game, scenarios(folder_of(game, root))), encoding="utf-8")
    return file
