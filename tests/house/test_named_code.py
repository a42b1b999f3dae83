"""Pages that name files and what is in them: all of it has to be there."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from tests.kit.process import ROOT


@cache
def names(path: str) -> frozenset[str]:
    """What a Python file binds at its top and in its classes, as `name` and `Class.name`."""
    return frozenset(_bound(ast.parse((ROOT / path).read_text()).body, ""))


def _bound(body: Sequence[ast.stmt], prefix: str) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef():
                yield prefix + node.name
                yield from _bound(node.body, f"{prefix}{node.name}.")
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield prefix + node.name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield prefix + name


@pytest.mark.parametrize(("page", "least"), [("architecture", 60), ("glossary", 85), ("streams", 12)])
def test_everything_that_the_page_names_is_there(page: str, least: int) -> None:
    named = re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)(?::([\w.]+))?`", (ROOT / f"docs/{page}.md").read_text())
    assert len(named) > least
    assert [path for path, _ in named if not (ROOT / path).exists()] == []
    assert [f"{path}:{name}" for path, name in named if name and name not in names(path)] == []


def test_the_glossary_is_short_and_has_each_word_once() -> None:
    entries = re.findall(r"^\| (.+?) \| .+ \| `", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE)
    words = [word for entry in entries for word in entry.split(", ")]
    assert 80 < len(entries) <= 95
    assert [word for word in words if words.count(word) > 1] == []


def test_the_floors_of_the_service_are_drawn_as_the_contract_has_them() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["service"])
    drawn = re.findall(r'\bs\d+\["(\w+(?:, \w+)*)(?:<br/>[^"]+)?"\]', (ROOT / "docs/architecture.md").read_text())
    assert drawn == [layer.replace(" | ", ", ") for layer in layers]
    assert len(layers) <= 12
