"""The prover of code: which changes it tries, and that it names those that no test notices."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from service.catalogue.scenario_index import ROOT

SHOP = dedent("""
    import asyncio


    def total(prices, limit):
        found = sum(prices)
        return found if found <= limit else -1


    async def pay(notes):
        await asyncio.sleep(0)
        notes.append("paid")


    def unused(number):
        return number + 0


    def twice(function):
        def doubled(number):
            return 2 * function(number)

        return doubled


    @twice
    def half(number):
        return number // 2


    def rates():
        return {"full": 20, "less": 7}


    RATES = rates()
""")
TESTS = dedent("""
    import asyncio
    import threading

    import shop


    def test_a_total():
        assert shop.total([1, 2], 5) == 3
        assert shop.total([3, 3], 5) < 0


    def test_a_payment():
        notes = []
        asyncio.run(shop.pay(notes))
        assert notes == ["paid"]


    def test_a_half_of_a_thread():
        seen = []
        thread = threading.Thread(target=lambda: seen.append(shop.half(6)))
        thread.start()
        thread.join()
        assert seen == [6]


    def test_a_rate():
        assert shop.RATES["full"] == 20


    def test_that_fails_as_it_is():
        assert shop.total([3, 2], 5) == 0
""")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "test_shop.py").write_text(TESTS)
    return tmp_path


def prove(folder: Path, *of: str) -> list[str]:
    """What a run on these files of a folder says."""
    places = [str(folder / one) for one in of]
    command = [sys.executable, "-m", "tests.kit.code_mutants", "--of", *places, "--tests", str(folder), "--deaths"]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    return [re.sub(r"\S*/(?=(test_)?shop\.py)", "", line.strip()) for line in ran.stdout.splitlines()]


@pytest.mark.programs
def test_a_change_that_no_test_notices_survives(folder: Path) -> None:
    """Those of a coroutine, of a thread, and of what runs while the module is imported are tried too."""
    *lines, summary = prove(folder, "shop.py")
    assert [line for line in lines if line.startswith("shop.py")] == [
        "shop.py:7 total: 1 -> 2",
        "shop.py:7 total: found <= limit -> found < limit",
        "shop.py:11 pay: 0 -> 1",
        "shop.py:11 pay: await asyncio.sleep(0) -> None",
        "shop.py:16 unused: 0 -> 1 (no test comes by)",
        "shop.py:16 unused: number + 0 -> number - 0 (no test comes by)",
        "shop.py:32 rates: 7 -> 8",
    ]
    assert sorted(line for line in lines if line.startswith("died: ")) == [
        "died: shop.py:12 pay: notes.append('paid') -> None",
        "died: shop.py:21 twice: 2 * function(number) -> 2 + function(number)",
        "died: shop.py:21 twice: 2 -> 3",
        "died: shop.py:28 half: 2 -> 3",
        "died: shop.py:28 half: number // 2 -> number * 2",
        "died: shop.py:32 rates: 20 -> 21",
    ]
    assert summary == "5 tests, 1 fail as it is, 13 of 13 mutants, 7 survive"


@pytest.mark.programs
def test_a_line_is_changed_alone_and_its_death_told_with_the_test_that_noticed_it(folder: Path) -> None:
    assert prove(folder, "shop.py:12") == [
        "died: shop.py:12 pay: notes.append('paid') -> None",
        "test_shop.py::test_a_payment: AssertionError: assert [] == ['paid']",
        "5 tests, 1 fail as it is, 1 of 1 mutants, 0 survive",
    ]


@pytest.mark.programs
def test_tests_that_cannot_be_collected_prove_nothing(folder: Path) -> None:
    (folder / "test_shop.py").write_text("1 / 0")
    assert "ZeroDivisionError: division by zero" in (lines := prove(folder, "shop.py:12"))
    assert "1 mutants" not in lines[-1]
