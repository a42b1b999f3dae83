"""Rules changed in one place, which a game's tests must notice: `python -m tests.kit.rule_mutants GAME [--sample N]`.

Changes are taken at random from all functions of the game's `rules/`: a comparison, a sum, a number, a condition that
says the contrary, a statement that is left out. A change runs against the tests that call its function, the quickest
first, in a process of its own; if all of them pass, it survives and is named.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from domain.games import discover
from service.catalogue.scenario_index import ROOT, folder_of
from tests.kit.mutants import together
from tests.kit.playthrough import names

Place = tuple[str, str, int]
"""A function: its file, its qualified name, its first line."""

COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


class Mutant(NamedTuple):
    """A changed function."""

    place: Place
    line: int
    before: str
    after: str
    code: CodeType

    def __str__(self) -> str:
        file, name, _ = self.place
        return f"{Path(file).relative_to(ROOT)}:{self.line} {name}: {self.before} -> {self.after}"


def mutants(file: Path, there: Collection[Place]) -> Iterator[Mutant]:
    """Every change of the functions of a module that are there."""
    tree = ast.parse(file.read_text())
    found = {place[1:]: place for place in there if place[0] == str(file)}
    for function in _outermost(tree.body):
        for node, change, undo in _changes(function):
            before = ast.unparse(node)
            change()
            changed = compile(ast.fix_missing_locations(tree), str(file), "exec")
            after = ast.unparse(node)
            after = f"not ({before})" if after == before else after
            undo()
            for code in _codes(changed):
                place = found.get((code.co_qualname, code.co_firstlineno))
                if place is not None and code.co_firstlineno == _first_line(function):
                    yield Mutant(place, node.lineno, before, after, code)


def _first_line(function: ast.FunctionDef) -> int:
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def _outermost(body: Sequence[ast.stmt]) -> Iterator[ast.FunctionDef]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from _outermost(statement.body)


Change = tuple[Any, Callable[[], None], Callable[[], None]]


def _changes(function: ast.FunctionDef) -> Iterator[Change]:
    """(what is changed, how, how it is undone)."""
    for statement in function.body:
        for node in ast.walk(statement):
            yield from _changes_of(node)


def _changes_of(node: Any) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            yield _put(node, "ops", [COMPARED[type(op)]()])
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COUNTED:
            yield _put(node, "op", COUNTED[type(op)]())
        case ast.BoolOp(op=ast.And()):
            yield _put(node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _put(node, "op", ast.And())
        case ast.Constant(value=bool(value)):
            yield _put(node, "value", not value)
        case ast.Constant(value=int(value)):
            yield _put(node, "value", value + 1)
        case ast.If(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield test, *_put(node, "test", ast.UnaryOp(ast.Not(), test))[1:]
        case ast.comprehension(ifs=[_, *_] as tests):
            yield tests[0], *_put(node, "ifs", [ast.UnaryOp(ast.Not(), tests[0]), *tests[1:]])[1:]
        case ast.Expr(value=ast.Call()):
            yield _put(node, "value", ast.Constant(None))


def _put(node: Any, name: str, value: Any) -> Change:
    before = getattr(node, name)
    return node, partial(setattr, node, name, value), partial(setattr, node, name, before)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def functions(folder: Path) -> dict[Place, list[FunctionType]]:
    """The functions that were made from the files of a folder, by place."""
    found: dict[Place, list[FunctionType]] = {}
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(str(folder)):
            found.setdefault(_place(one.__code__), []).append(one)
    return found


class Survey:
    """Which tests call which functions of a folder, and how long each test takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self.calls: dict[Place, list[int]] = {}
        self.seconds: list[float] = []
        self.failed: list[int] = []

    def take(self, items: Sequence[pytest.Item], kept: Path) -> bool:
        """Run every test once, in a process of its own, and write down what it called."""
        for number, item in enumerate(items):
            called: set[CodeType] = set()
            begun = time.perf_counter()
            sys.setprofile(partial(self._note, called))
            failed = not _passes([item])
            sys.setprofile(None)
            self.seconds.append(time.perf_counter() - begun)
            self.failed += [number] if failed else []
            for code in called:
                if code.co_filename.startswith(self._folder):
                    self.calls.setdefault(_place(code), []).append(number)
        kept.write_bytes(pickle.dumps((self.calls, self.seconds, self.failed)))
        return True

    def _note(self, called: set[CodeType], frame: Any, event: str, _: object) -> None:
        if event == "call":
            called.add(frame.f_code)

    def read(self, kept: Path) -> None:
        """What a process has written down."""
        self.calls, self.seconds, self.failed = pickle.loads(kept.read_bytes())

    def of(self, place: Place) -> list[int]:
        """The tests that call a function and pass as it is, the quickest first."""
        numbers = set(self.calls.get(place, ())) - set(self.failed)
        return sorted(numbers, key=lambda number: self.seconds[number])


def _passes(items: Sequence[pytest.Item]) -> bool:
    reports = (report for item in items for report in runtestprotocol(item, log=False, nextitem=None))
    return not any(report.failed for report in reports)


def _tried(mutant: Mutant, changed: Sequence[FunctionType], items: Sequence[pytest.Item]) -> bool:
    """Whether all tests pass with the change. It runs in a process of its own, so it puts nothing back."""
    for function in changed:
        function.__code__ = mutant.code
    return _passes(items)


class _Collected:
    """Has pytest collect the tests, and tries the changes on them."""

    def __init__(self, slug: str, sample: int, seed: int, at_once: int) -> None:
        self._slug, self._sample, self._seed, self._at_once = slug, sample, seed, at_once
        self.survive = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        rules = ROOT / "domain" / "games" / folder_of(discover()[self._slug]).name / "rules"
        there = functions(rules)
        every = [mutant for file in sorted(rules.glob("*.py")) for mutant in mutants(file, there)]
        chosen = Random(self._seed).sample(every, min(self._sample, len(every)))
        survey = Survey(rules)
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder, "survey")
            gc.freeze()
            together([partial(survey.take, session.items, kept)], 1, 1800)
            survey.read(kept)
        tests = {one.place: [session.items[number] for number in survey.of(one.place)] for one in chosen}
        tasks = [partial(_tried, one, there[one.place], tests[one.place]) for one in chosen]
        survived = [one for one, passed in zip(chosen, together(tasks, self._at_once, 180), strict=True) if passed]
        for one in sorted(survived):
            sys.stdout.write(f"    {one}{'' if tests[one.place] else ' (no test)'}\n")
        told = f"{len(chosen)} of {len(every)} mutants, {len(survived)} survive"
        sys.stdout.write(f"{self._slug}: {len(session.items)} tests, {len(survey.failed)} fail as it is, {told}\n")
        return True


def main() -> None:
    """Try the changes and name those that survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=sorted(discover()))
    parser.add_argument("--sample", type=int, default=300, help="so many changes")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="processes side by side")
    asked = parser.parse_args()
    game = discover()[asked.game]
    folder = folder_of(game)
    golden = f"{folder.parent / 'test_playthroughs.py'}::test_the_match_goes_as_committed[{asked.game}-{{}}]"
    options = ["-qq", "-s", "--tb=native", "-p", "no:cacheprovider", "-m", "not nightly"]
    place = ["--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml"), str(folder), *map(golden.format, names(game))]
    pytest.main([*options, *place], [_Collected(asked.game, asked.sample, asked.seed, asked.at_once)])


if __name__ == "__main__":
    main()
