"""The lanes: what each leaves out, what of a family stays, what a run above its budget says, what its workers share."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.kit import system
from tests.kit.budgets import FILE, ROOM, Budgets, above, budgets
from tests.kit.cases import cases
from tests.kit.lanes import LANES, by_lane, fuzz_seed, is_done_without, lane, left_out, sampled
from tests.kit.sharing import import_share


def item(
    *marks: str, fixtures: tuple[str, ...] = (), parameters: tuple[object, ...] = (), path: str = "tests/test_some.py"
) -> Any:
    """A test with marks, fixtures and the values of its parameters."""
    return SimpleNamespace(
        nodeid=f"{path}::test_one[1]",
        get_closest_marker=lambda name: name if name in marks else None,
        fixturenames=fixtures,
        callspec=SimpleNamespace(params=dict(enumerate(parameters))),
    )


@pytest.mark.parametrize(
    ("test", "lanes"),
    [
        (item(), {"fast", "commit", "day", "nightly"}),
        (item("programs"), {"commit", "day", "nightly"}),
        (item("long"), {"commit", "day", "nightly"}),
        (item("nightly"), {"nightly"}),
        (item(fixtures=("tmp_path", "postgres_server")), {"commit", "day", "nightly"}),
        (item(fixtures=("redis_url",)), {"commit", "day", "nightly"}),
        (item(fixtures=("root", "programs")), {"commit", "day", "nightly"}),
        (item(parameters=("postgres",)), {"commit", "day", "nightly"}),
        (item(parameters=("redis",)), {"commit", "day", "nightly"}),
        (item(parameters=("sqlite",)), {"fast", "commit", "day", "nightly"}),
        (item(path="tests/web/test_table.py"), {"system", "day", "nightly"}),
        (item("smoke", path="tests/web/test_table.py"), {"commit", "system", "day", "nightly"}),
        (item("nightly", path="tests/web/test_table.py"), {"nightly"}),
        (item(path="tests/games/trf/test_referee.py"), {"fast", "system", "day", "nightly"}),
        (item("long", path="tests/games/trf/test_referee.py"), {"system", "day", "nightly"}),
    ],
)
def test_a_lane_leaves_out_what_it_does_without(test: Any, lanes: set[str]) -> None:
    assert {name for name in LANES if not left_out(test, name)} == lanes


def test_a_part_of_the_system_is_tried_where_a_commit_may_have_broken_it() -> None:
    assert list(system.touched(["docs/replay/verify.mjs", "README.md"])) == list(system.parts()["pages"].tests)
    assert "tests/citus" in system.touched(["tests/citus/test_nodes.py"])
    assert list(system.touched(["README.md", "webs/some.py"])) == []
    parts = system.parts().values()
    places = [place for part in parts for place in (*map(system.file_of, part.tests), *part.paths)]
    assert [place for place in places if not (system.ROOT / place).exists()] == []


def test_a_part_may_name_one_test_of_a_file() -> None:
    functions = [test.split("::") for part in system.parts().values() for test in part.tests if "::" in test]
    assert [name for file, name in functions if f"def {name}(" not in (system.ROOT / file).read_text()] == []
    file, name = functions[0]
    assert system.part_of(f"{file}::{name}[a/b]") is system.part_of(f"{file}::{name}") is not None
    assert system.part_of(f"{file}::{name}_and_more") is None
    assert name in "".join(system.touched([file]))


def test_pages_clients_and_attacks_guard_a_commit_by_some_tests() -> None:
    files = (system.ROOT / "tests").rglob("test_*.py")
    marked = [str(file.relative_to(system.ROOT)) for file in files if "mark.smoke" in file.read_text()]
    for name in ("attacked", "clients", "pages"):
        assert any(system.below(file, system.parts()[name].tests) for file in marked), name


def test_a_file_of_which_nothing_is_run_is_not_imported() -> None:
    tests = system.ROOT / "tests"
    without, with_some = tests / "faults/test_disks.py", tests / "attacks/test_requests.py"
    assert [name for name in LANES if is_done_without(without, name)] == ["commit"]
    assert [name for name in LANES if is_done_without(with_some, name)] == []
    assert not is_done_without(tests / "api/rest/test_routing.py", "commit"), "one of its tests is in a part"


def test_an_unknown_lane_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", "slow")
    with pytest.raises(pytest.UsageError, match="'slow': it has to be one of fast, commit, system, day, nightly"):
        lane()


def test_a_sample_is_spread_evenly_and_the_rest_is_kept_for_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", "commit")
    cases = sampled([(number, str(number)) for number in range(10)], keep=3)
    assert [number for number, case in enumerate(cases) if not hasattr(case, "marks")] == [0, 3, 6]
    later = cases[1]
    assert later.values == (1, "1")
    assert [mark.name for mark in later.marks] == ["nightly"]
    assert sampled("ab", keep=5) == ["a", "b"]
    monkeypatch.setenv("PLAYLEDGER_LANE", "fast")
    cases = sampled(range(10), keep=4)
    assert [number for number, case in enumerate(cases) if not hasattr(case, "marks")] == [0, 5]


def test_a_random_family_is_longer_at_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", "nightly")
    assert by_lane(commit=3, nightly=300) == 300
    monkeypatch.setenv("PLAYLEDGER_LANE", "commit")
    assert by_lane(commit=3, nightly=300) == 3
    monkeypatch.setenv("PLAYLEDGER_LANE", "fast")
    assert [by_lane(commit=cases, nightly=300) for cases in (1, 3, 4)] == [1, 1, 2]
    assert by_lane(commit=4, nightly=1) == 4, "one of four, not four"
    assert by_lane(commit=8, nightly=40, fast=5) == 5


def test_a_night_draws_its_requests_from_a_seed_that_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", "commit")
    assert fuzz_seed() == {}
    monkeypatch.setenv("PLAYLEDGER_LANE", "nightly")
    monkeypatch.setenv("PLAYLEDGER_FUZZ_SEED", "1")
    monkeypatch.delenv("PLAYLEDGER_FUZZ_SEED")
    drawn = fuzz_seed()
    assert fuzz_seed() == drawn, "it stays the same in this run"
    monkeypatch.setenv("PLAYLEDGER_FUZZ_SEED", "7")
    assert fuzz_seed() == {"seed": 7}


def test_what_passes_its_budget_is_said() -> None:
    table = {"api": 10, "memory_mb": 700}
    assert list(above(table, {"api": 9.5}, [699, 700])) == []
    assert list(above(table, {"api": 10.5, "new": 1.0}, [701])) == [
        "api took 10.5 CPU seconds of 10, where others took 1.0 times as long",
        "new took 1.0 CPU seconds of no budget, where others took 1.6 times as long",
        "a worker grew to 701 MB of 700",
    ]


def test_on_a_slow_machine_a_folder_may_take_as_much_longer_as_the_others() -> None:
    table = {"api": 15, "games": 30, "service": 30, "memory_mb": 700}
    usual = {"api": 10.0, "games": 20.0, "service": 20.0}
    assert list(above(table, {folder: 3 * its for folder, its in usual.items()}, [])) == []
    slow = {**usual, "api": 16.0}
    assert list(above(table, slow, [])) == ["api took 16.0 CPU seconds of 15, where others took 1.0 times as long"]
    slower = {folder: 2 * its for folder, its in slow.items()}
    assert list(above(table, slower, [])) == ["api took 32.0 CPU seconds of 15, where others took 2.0 times as long"]


@pytest.mark.parametrize(
    ("lane", "asked", "fails"),
    [
        ("fast", "TESTPATHS", False),
        ("commit", "ARGS", False),
        ("commit", "TESTPATHS", True),
        ("system", "ARGS", False),
        ("nightly", "ARGS", True),
        ("nightly", "TESTPATHS", True),
    ],
)
def test_a_run_above_a_budget_fails(monkeypatch: pytest.MonkeyPatch, lane: str, asked: str, fails: bool) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", lane)
    config: Any = SimpleNamespace(args_source=pytest.Config.ArgsSource[asked])
    for ended, left in ((pytest.ExitCode.OK, pytest.ExitCode(int(fails))), (pytest.ExitCode.INTERRUPTED,) * 2):
        session: Any = SimpleNamespace(exitstatus=ended)
        run = Budgets(config)
        run.seconds["no folder of ours"] = 1.0
        run.pytest_sessionfinish(session)
        assert session.exitstatus == left


def test_a_machine_that_is_far_too_slow_tells_and_does_not_fail_by_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYLEDGER_LANE", "commit")
    usual = {folder: its / ROOM for folder, its in budgets().items()}
    config: Any = SimpleNamespace(args_source=pytest.Config.ArgsSource.TESTPATHS)
    for slower, left in ((1.5, pytest.ExitCode.TESTS_FAILED), (3.0, pytest.ExitCode.OK)):
        session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.OK)
        run = Budgets(config)
        run.seconds.update({folder: slower * its for folder, its in usual.items() if folder != "memory_mb"})
        run.seconds["house"] *= 2
        run.pytest_sessionfinish(session)
        assert [row.partition(" ")[0] for row in run.over] == ["house"]
        assert session.exitstatus == left


@pytest.mark.parametrize(("name", "most"), [("commit", 900), ("nightly", 8_000)])
def test_the_budgets_of_a_lane_add_up_to_what_it_may_take(name: str, most: int) -> None:
    """CPU seconds. Nine minutes of two cores are 1,080; the set-up, the types and waiting take a sixth of them.

    A night of 90 minutes has 10,800, and waits for a quarter of them.
    """
    budgets = {folder: its for folder, its in tomllib.loads(FILE.read_text())[name].items() if folder != "memory_mb"}
    assert sum(budgets.values()) / ROOM <= most


def test_each_worker_imports_its_own_share_of_the_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in {"a": "", "b": "import pytest; pytest.skip()", "c": "", "d": "1 / 0", "e": "", "f": ""}.items():
        (tmp_path / f"test_shared_{name}.py").write_text(text)
    shares = []
    for worker in ("gw0", "gw1"):
        before = set(sys.modules)
        run: Any = SimpleNamespace(
            workerinput={"workerid": worker, "workercount": 2},
            args=["."],
            rootpath=tmp_path,
            invocation_params=SimpleNamespace(dir=tmp_path),
        )
        import_share(run)
        shares.append({name.removeprefix("test_shared_") for name in set(sys.modules) - before})
    assert shares == [{"a", "c", "e"}, {"f"}], "what can't be imported is left for the collection to tell"


def test_a_test_of_many_cases_names_each_that_is_at_fault() -> None:
    with pytest.raises(AssertionError) as fault:
        _try_each("10x")
    first, *faults = str(fault.value).splitlines()
    assert first == "2 of 3 cases are at fault"
    assert [line.split(": ")[:2] for line in faults] == [["0", "ZeroDivisionError"], ["x", "ValueError"]]
    with pytest.raises(AssertionError, match="there was no case"):
        _try_each("")


def _try_each(texts: str) -> None:
    with cases() as case:
        for text in texts:
            with case(text):
                assert 1 // int(text)
