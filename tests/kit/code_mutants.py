"""Code changed in one place, which tests must notice: `python -m tests.kit.code_mutants --of FOLDER --tests FOLDER`.

Changes are taken at random from all functions of the folders or files (`file.py:12`: of this line): a comparison, a
sum, a number, a condition that says the contrary, a call that is left out. First all tests run once and tell which of
them come by a changed statement. Then each change runs against these, the quickest first, in a process of its own; if
all of them pass, it survives and is named. A change of what runs while modules are imported has to pass a whole run
too. Programs that a test starts run unchanged.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import io
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    SourceFileLoader,
    SourcelessFileLoader,
)
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.kit.code_changes import Module, Mutant, sample
from tests.kit.forked import give_up_after, together

REACHED = "__reached__"
"""The function among the builtins that a statement calls before it, with the number of its mutant."""
LEAST_SECONDS = 120
"""What a change may take beyond three times what its tests took."""
OPTIONS = ["-qq", "-s", "--tb=native", "-p", "no:cacheprovider"]
CODES: dict[str, CodeType] = {}
"""What a file is compiled to instead, if it is imported from now on."""


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType | None:
        return CODES.get(self.path) or super().get_code(fullname)


def _take_over_imports() -> None:
    loaders: Any = [
        (ExtensionFileLoader, EXTENSION_SUFFIXES),
        (_Loader, SOURCE_SUFFIXES),
        (SourcelessFileLoader, BYTECODE_SUFFIXES),
    ]
    sys.path_hooks.insert(0, FileFinder.path_hook(*loaders))
    sys.path_importer_cache.clear()


def _marked(module: Module, mutants: Mapping[int, Mutant]) -> CodeType:
    """The module with a call of REACHED before each statement that a mutant changes."""
    marks = []
    for number, mutant in mutants.items():
        call = ast.Expr(ast.Call(ast.Name(REACHED, ast.Load()), [ast.Constant(number)], []))
        block, statement = mutant.change.block, mutant.change.statement
        block.insert(block.index(statement), ast.copy_location(call, statement))
        marks.append((block, call))
    code = module.compiled()
    for block, call in marks:
        block.remove(call)
    return code


@dataclass
class Survey:
    """What the tests do as the code is: by number of a test, which mutants' statements it reaches, and its seconds."""

    reached: dict[int, set[int]] = field(default_factory=dict)
    seconds: dict[int, float] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)

    def join(self, other: Survey) -> None:
        self.reached |= other.reached
        self.seconds |= other.seconds
        self.failed |= other.failed

    def of(self, mutant: int) -> list[int]:
        """The tests that reach it and pass as it is, the quickest first."""
        reaching = [test for test, mutants in self.reached.items() if mutant in mutants and test not in self.failed]
        return sorted(reaching, key=self.seconds.__getitem__)


@dataclass
class Outcome:
    """What became of the mutants, by number."""

    tests: int = 0
    failed: list[str] = field(default_factory=list)
    unreached: set[int] = field(default_factory=set)
    imported: set[int] = field(default_factory=set)
    survived: set[int] = field(default_factory=set)
    seconds: float = 0


class Trial:
    """A pytest plugin: instead of running each test once it tries the mutants on them."""

    def __init__(self, mutants: Sequence[Mutant], reached: set[int], at_once: int, deaths: bool, kept: Path) -> None:
        self._mutants, self._reached, self._at_once, self._deaths = mutants, reached, at_once, deaths
        self._kept = kept

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Failed("the tests can't be collected")
        imported = set(self._reached)
        live = _live({str(mutant.file) for mutant in self._mutants})
        gc.freeze()
        survey = self._surveyed(session.items)
        tests = [survey.of(number) for number in range(len(self._mutants))]
        tasks = [
            partial(
                self._survives,
                mutant,
                live.get(str(mutant.file), ()),
                [session.items[test] for test in its],
                sum(survey.seconds[test] for test in its),
            )
            for mutant, its in zip(self._mutants, tests, strict=True)
        ]
        survived = {number for number, passed in enumerate(together(tasks, self._at_once, 0)) if passed}
        outcome = Outcome(
            tests=len(session.items),
            failed=list(survey.failed.values()),
            unreached={number for number, its in enumerate(tests) if not its},
            imported=imported,
            survived=survived,
            seconds=sum(survey.seconds.values()),
        )
        self._kept.write_bytes(pickle.dumps(outcome))
        return True

    def _surveyed(self, items: Sequence[pytest.Item]) -> Survey:
        """A run of every test, each process with a part of them."""
        survey = Survey()
        step = -(-len(items) // self._at_once)
        with tempfile.TemporaryDirectory() as folder:
            files = {start: Path(folder, str(start)) for start in range(0, len(items), step)}
            tasks = [partial(self._survey, start, items[start : start + step], file) for start, file in files.items()]
            assert all(together(tasks, self._at_once, 0)), "the tests can't be run as they are"
            for file in files.values():
                survey.join(pickle.loads(file.read_bytes()))
        return survey

    def _survey(self, start: int, items: Sequence[pytest.Item], file: Path) -> bool:
        survey = Survey()
        for number, (item, following) in enumerate(zip_longest(items, items[1:]), start):
            self._reached.clear()
            begun = time.perf_counter()
            reports = runtestprotocol(item, log=False, nextitem=following)
            survey.seconds[number] = time.perf_counter() - begun
            survey.reached[number] = set(self._reached)
            if any(report.failed for report in reports):
                survey.failed[number] = item.nodeid
        file.write_bytes(pickle.dumps(survey))
        return True

    def _survives(
        self, mutant: Mutant, live: Iterable[FunctionType], items: Sequence[pytest.Item], seconds: float
    ) -> bool:
        """Whether all tests pass with the change. It runs in a process of its own, so it puts nothing back."""
        give_up_after(int(3 * seconds) + LEAST_SECONDS)
        CODES[str(mutant.file)] = mutant.code
        for function in live:
            code = function.__code__
            function.__code__ = mutant.functions.get((code.co_qualname, code.co_firstlineno), code)
        failure = _failure(items)
        if failure is not None and self._deaths:
            _tell_death(mutant, failure)
        return failure is None


def _live(files: set[str]) -> dict[str, list[FunctionType]]:
    """The functions that were made from these files."""
    found: dict[str, list[FunctionType]] = {}
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in files:
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def _failure(items: Sequence[pytest.Item]) -> pytest.TestReport | None:
    """The first one; what the tests share is stopped before it is told."""
    for item, following in zip_longest(items, items[1:]):
        for report in runtestprotocol(item, log=False, nextitem=following):
            if report.failed:
                item.session._setupstate.teardown_exact(None)
                return report
    return None


def _tell_death(mutant: Mutant, failure: pytest.TestReport | pytest.CollectReport) -> None:
    crash = getattr(failure.longrepr, "reprcrash", None)
    message = str(crash.message if crash else failure.longreprtext).strip().partition("\n")[0]
    print(f"    died: {mutant}\n        {failure.nodeid}: {message[:200]}", file=sys.__stdout__, flush=True)


class _First:
    """Remembers the first failure of a run."""

    failure: pytest.TestReport | pytest.CollectReport | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failure = self.failure or (report if report.failed else None)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.failure = self.failure or (report if report.failed else None)


def _survives_whole(
    mutant: Mutant, tests: Sequence[str], left_out: Sequence[str], seconds: float, deaths: bool
) -> bool:
    """Whether all tests pass where the change was there before anything was imported."""
    give_up_after(int(3 * seconds) + LEAST_SECONDS)
    CODES[str(mutant.file)] = mutant.code
    first = _First()
    with redirect_stdout(io.StringIO()):
        code = pytest.main(["-x", *OPTIONS, *tests, *(f"--deselect={test}" for test in left_out)], [first])
    if first.failure is not None and deaths:
        _tell_death(mutant, first.failure)
    return code == pytest.ExitCode.OK


def _collect_and_try(trial: Trial, tests: Sequence[str]) -> bool:
    with redirect_stdout(io.StringIO()) as told:
        code = pytest.main([*OPTIONS, *tests], [trial])
    if code != pytest.ExitCode.OK:
        print(told.getvalue(), file=sys.__stdout__, flush=True)
    return code == pytest.ExitCode.OK


def _outcome(mutants: Sequence[Mutant], tests: Sequence[str], at_once: int, deaths: bool) -> Outcome:
    """Try all mutants. This process imports none of them itself, so every run begins anew."""
    reached: set[int] = set()
    setattr(builtins, REACHED, reached.add)
    for module in {mutant.change.module for mutant in mutants}:
        its = {number: mutant for number, mutant in enumerate(mutants) if mutant.change.module is module}
        CODES[str(module.file)] = _marked(module, its)
    _take_over_imports()
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder, "outcome")
        trial = Trial(mutants, reached, at_once, deaths, kept)
        if not all(together([partial(_collect_and_try, trial, tests)], 1, 0)):
            sys.exit("the tests can't be run")
        outcome: Outcome = pickle.loads(kept.read_bytes())
    again = sorted(outcome.survived & outcome.imported)
    whole = [partial(_survives_whole, mutants[one], tests, outcome.failed, outcome.seconds, deaths) for one in again]
    outcome.survived -= {one for one, passed in zip(again, together(whole, at_once, 0), strict=True) if not passed}
    return outcome


def _modules(of: Sequence[str]) -> Iterator[tuple[Module, set[int]]]:
    """The files of these folders and files, and the lines that were named."""
    for one in of:
        place, _, line = one.partition(":")
        path = Path(place).resolve()
        if not path.exists():
            sys.exit(f"there is no {place}")
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield Module(file), {int(line)} if line else set()


def main() -> None:
    """Try the changes and name those that survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--of", nargs="+", required=True, metavar="PATH[:LINE]", help="the code that is changed")
    parser.add_argument("--tests", nargs="+", required=True, help="what pytest is given: folders, files, -k is --only")
    parser.add_argument("--only", default="", help="the tests that match, as -k of pytest says it")
    parser.add_argument("--sample", type=int, default=40, help="so many changes")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="processes side by side")
    parser.add_argument("--deaths", action="store_true", help="name too which test noticed a change, and what it said")
    asked = parser.parse_args()
    lines: dict[Path, set[int]] = {}
    modules: dict[Path, Module] = {}
    for module, named in _modules(asked.of):
        modules.setdefault(module.file, module)
        if named:
            lines.setdefault(module.file, set()).update(named)
    mutants, every = sample(modules.values(), asked.sample, asked.seed, lines)
    tests = [*asked.tests, *(["-k", asked.only] if asked.only else [])]
    outcome = _outcome(mutants, tests, asked.at_once, asked.deaths)
    for number in sorted(outcome.survived):
        never = number in outcome.unreached - outcome.imported
        sys.stdout.write(f"    {mutants[number]}{' (no test comes by)' if never else ''}\n")
    told = f"{len(mutants)} of {every} mutants, {len(outcome.survived)} survive"
    sys.stdout.write(f"{outcome.tests} tests, {len(outcome.failed)} fail as it is, {told}\n")


if __name__ == "__main__":
    main()
