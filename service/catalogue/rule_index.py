"""The index of a game's rules: where each one stands in the code, and which tests prove it.

It is read from the sources whenever somebody asks: RULES.md, the docstrings, and the marks of the tests. An installed
program has no tests, so it can't say what they prove.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path

import msgspec

from domain.kernel.game import CardGame
from service.catalogue.rules import parse, text_of

TESTS = "tests/games"
"""The folder of a game's tests in a checkout."""
_EXAMPLE = r"(?:EX-|[A-Z][A-Z0-9&]*-[EX])\d+"


class RuleIndex(msgspec.Struct):
    """Rules, rulings and worked examples of the catalogue; for each ID the places that implement it and its tests.

    `tested` is None where the tests are not installed.
    """

    catalogue: list[str]
    implemented: dict[str, list[str]]
    tested: dict[str, list[str]] | None

    @property
    def missing(self) -> list[str]:
        """Rules and rulings that no docstring names. An example is nothing to implement."""
        return [rule for rule in self.catalogue if rule not in self.implemented and not is_example(rule)]

    @property
    def untested(self) -> list[str] | None:
        """Rules, rulings and examples that no test is marked with."""
        return None if self.tested is None else [rule for rule in self.catalogue if rule not in self.tested]

    def as_data(self) -> dict[str, object]:
        """As `rules SLUG --json` prints it: counts of rules and rulings, and the IDs that lack something."""
        return {
            "catalogue": sum(not is_example(rule) for rule in self.catalogue),
            "implemented": sum(not is_example(rule) for rule in self.implemented),
            "tested": None if self.tested is None else sum(not is_example(rule) for rule in self.tested),
            "missing": self.missing,
            "untested": self.untested,
            "examples": sum(is_example(rule) for rule in self.catalogue),
            "examples_tested": None if self.tested is None else sum(is_example(rule) for rule in self.tested),
        }


def is_example(rule: str) -> bool:
    """Whether an ID names a worked example: EX-01, or with the game's prefix CNC-E01, SCP-X01."""
    return re.fullmatch(_EXAMPLE, rule) is not None


def index_of(game: CardGame) -> RuleIndex:
    """The index as the sources are now; it takes about a second."""
    rules, code = _ids(game), Path(str(resources.files(game.package)))
    tests = code.parents[2] / TESTS / code.name
    tested = _by_rule(rules, _marks(tests)) if tests.is_dir() else None
    return RuleIndex(rules, _by_rule(rules, _places(code)), tested)


def _ids(game: CardGame) -> list[str]:
    """The rules, the rulings, the worked examples."""
    text = text_of(game)
    return [*(rule.id for rule in parse(text)), *re.findall(rf"^- ({_EXAMPLE}) ", text, re.MULTILINE)]


def _by_rule(rules: Sequence[str], places: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text, place in places:
        for rule in named(text, rules):
            if place not in found.setdefault(rule, []):
                found[rule].append(place)
    return {rule: found[rule] for rule in rules if rule in found}


def named(text: str, rules: Sequence[str]) -> list[str]:
    """The rules that a text names in full. A range names its ends alone: each rule has a place of its own."""
    written = set(re.findall(r"\b[A-Z][A-Z0-9&]*-[REX]?\d+[a-z]?\b", text))
    return [rule for rule in rules if rule in written] if written else []


def _places(folder: Path) -> Iterator[tuple[str, str]]:
    """(docstring, place) of every function, class and constant of the game's modules."""
    for file in sorted(folder.rglob("*.py")):
        module = file.relative_to(folder).with_suffix("").as_posix()
        yield from _docstrings(ast.parse(file.read_text(encoding="utf-8")), module)


def _docstrings(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inner = place
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{place}:{child.name}" if ":" not in place else f"{place}.{child.name}"
            yield ast.get_docstring(child) or "", inner
        elif isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            yield str(child.value.value), place
        yield from _docstrings(child, inner)


def _marks(folder: Path) -> Iterator[tuple[str, str]]:
    """(rule IDs, test) of every `pytest.mark.rule(...)`; one at the top of a module counts for the module."""
    for file in sorted(folder.rglob("test_*.py")):
        name = file.relative_to(folder).as_posix()
        yield from _marks_in(ast.parse(file.read_text(encoding="utf-8")), name)


def _marks_in(node: ast.AST, place: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inner = f"{place}::{child.name}" if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else place
        if isinstance(child, ast.Call) and _is_rule_mark(child):
            yield from ((str(one.value), place) for one in child.args if isinstance(one, ast.Constant))
        yield from _marks_in(child, inner)


def _is_rule_mark(call: ast.Call) -> bool:
    mark = call.func
    if not (isinstance(mark, ast.Attribute) and mark.attr == "rule"):
        return False
    return ast.unparse(mark).endswith("mark.rule")
