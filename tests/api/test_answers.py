"""Every read has a test of what it answers: of the use case itself, on a real store.

`test_reads.py` holds both skins against use cases that have nothing to say; a test marked `answers` holds what is
true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from api_schema.operations.operation import Read
from api_schema.operations.table import READS
from tests.kit.process import ROOT

BY_ID = {read.id: read for read in READS}
SHARED = {"validateLoadout": "loadout_report", "getAbout": "about"}
"""What is asked where the use case is no method of a port."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def functions(path: Path) -> dict[str, Function]:
    """The functions of a module by name."""
    return {one.name: one for one in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(one, Function)}


@cache
def marked() -> dict[str, tuple[Path, str]]:
    """The file and the name of the test that says it is the one of a read, by its id."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if b"mark.answers(" in path.read_bytes()]
    return {read: (path, test.name) for path in files for test in functions(path).values() for read in answered(test)}


def answered(test: Function) -> Iterator[str]:
    """The reads whose answer a test holds, by its mark."""
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.answers":
            yield from (ast.literal_eval(read) for read in mark.args)


def names(module: dict[str, Function], test: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """What a test names, itself or in functions of its module that it calls."""
    nodes = list(ast.walk(module[test]))
    found = {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    called = {one.id for one in nodes if isinstance(one, ast.Name)}
    helpers = (called & module.keys()) - seen - {test}
    return found.union(called, *(names(module, helper, seen | helpers | {test}) for helper in helpers))


def test_every_read_has_a_test_of_its_answer() -> None:
    assert {*BY_ID} == {*marked()}, "mark the test of a read's answer, on a real store, by `answers`"


@pytest.mark.parametrize("read", READS, ids=BY_ID)
def test_the_test_of_an_answer_asks_the_use_case_and_asserts(read: Read) -> None:
    path, test = marked()[read.id]
    module = functions(path)
    asked = SHARED.get(read.id, read.handler.__name__)
    assert asked in names(module, test), f"{test} asks no {asked}"
    assert any(isinstance(one, ast.Assert) for one in ast.walk(module[test])), f"{test} asserts nothing"
