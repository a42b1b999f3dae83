"""The distribution holds what it needs: its wheel plays a match where nothing of the service is installed."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

import grimp
import pytest

from tests.e2e.test_clients_page import example
from tests.kit.packages import ran, wheel
from tests.kit.process import ROOT, free_port, plain_service

GAME = "scp"
ALONE = """
import importlib.util
assert not any(map(importlib.util.find_spec, ("domain", "api_schema", "service", "tests")))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The interpreter of an environment with the wheel, and with the packages that are locked here; without network."""
    folder = tmp_path_factory.mktemp("wheel")
    built = wheel(ROOT / "client", folder)
    ran(folder, sys.executable, "-m", "venv", "--without-pip", "fresh")
    made = str(folder / "fresh/bin/python")
    ran(folder, sys.executable, "-m", "uv", "pip", "install", "--python", made, "--no-index", "--no-deps", str(built))
    # a folder named in a .pth is searched, but no .pth in it is read: so nobody finds this checkout
    (packages,) = (folder / "fresh/lib").glob("python*/site-packages")
    (packages / "locked.pth").write_text(sysconfig.get_path("purelib"))
    return made


@pytest.mark.programs
def test_the_wheel_plays_a_match_on_its_own(python: str, tmp_path: Path) -> None:
    with plain_service(tmp_path, free_port()) as address:
        bot = ALONE + example("python", address, GAME, about="playledger_client")
        (tmp_path / "bot.py").write_text(bot)
        first, second = ran(tmp_path, python, "bot.py").splitlines()
    assert first == second
    assert first.startswith("closed at version")


@pytest.mark.nightly
@pytest.mark.programs
def test_a_program_that_uses_it_is_checked_strictly(python: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example("python", "-", GAME, about="playledger_client"))
    ran(tmp_path, python, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "bot.py")


def test_it_needs_what_it_says_and_nothing_else() -> None:
    graph = grimp.build_graph("playledger_client", include_external_packages=True, cache_dir=None)
    others = {module for module in graph.modules if graph.is_module_squashed(module)}
    assert others - sys.stdlib_module_names == {"httpx", "msgspec"}
