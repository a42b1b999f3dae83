"""The scenarios of each card: read from the tests, written as `docs/games/<slug>-cards.md`.

A test exercises the cards that it is marked with: `@pytest.mark.card("COR-02")`. A table of scenarios is a list of the
module that a decorator of a test names, as `@cases(ROWS)`: each call in it of a class whose name ends in `Row` is one
scenario, of the card that is its first argument or its `card`; a text behind the card is what it shows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from domain.kernel.game import CardGame

ROOT = Path(__file__).resolve().parents[2]


def scenarios(folder: Path) -> Mapping[str, Sequence[str]]:
    """The scenarios below a folder by the cards that they exercise: `file.py::test`, `file.py::test[row]`, in order."""
    found: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        for cid, test in _scenarios(ast.parse(file.read_text(encoding="utf-8"))):
            found.setdefault(cid, []).append(f"{file.relative_to(folder).as_posix()}::{test}")
    return found


def _scenarios(module: ast.Module) -> Iterator[tuple[str, str]]:
    """(card id, test) of every mark and of every row of a table."""
    tables = dict(_tables(module))
    for test in ast.walk(module):
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in test.decorator_list:
                if isinstance(decorator, ast.Call):
                    yield from ((cid, f"{test.name}{row}") for cid, row in _named(decorator, tables))


def _named(decorator: ast.Call, tables: Mapping[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """(card id, row) of a decorator: the cards of a mark, without a row, or the rows of the tables that it names."""
    if ast.unparse(decorator.func) == "pytest.mark.card":
        yield from ((str(one.value), "") for one in decorator.args if isinstance(one, ast.Constant))
        return
    for name in decorator.args:
        if isinstance(name, ast.Name) and name.id in tables:
            yield from _rows(tables[name.id])


def _tables(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The lists of a module by their names."""
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() as table):
                yield name, table


def _rows(table: ast.expr) -> Iterator[tuple[str, str]]:
    """(card id, `[card id: what it shows]`) of every row."""
    for row in ast.walk(table):
        if isinstance(row, ast.Call) and isinstance(row.func, ast.Name) and row.func.id.endswith("Row"):
            begins = [*(one.value for one in row.keywords if one.arg == "card"), *row.args[:2]]
            texts = [str(one.value) for one in begins if isinstance(one, ast.Constant)]
            yield texts[0], f"[{': '.join(texts)}]"


def folder_of(game: CardGame, root: Path = ROOT) -> Path:
    """The folder of a game's tests, named as its package."""
    return root / "tests" / "games" / game.package.rpartition(".")[2]


def page(game: CardGame, found: Mapping[str, Sequence[str]]) -> str:
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


def file_of(game: CardGame, root: Path = ROOT) -> Path:
    """The committed page of a game."""
    return root / "docs" / "games" / f"{game.slug}-cards.md"


def write(game: CardGame, root: Path = ROOT) -> Path:
    """Write a game's page; the file."""
    file = file_of(game, root)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page(game, scenarios(folder_of(game, root))), encoding="utf-8")
    return file
