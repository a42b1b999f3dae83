"""How workers share what a fresh clone costs: each has pytest rewrite the assertions of another part of the modules.

What one of them has imported lies in `__pycache__`, where the others find it when they collect.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

import pytest

from tests.kit.lanes import is_done_without, lane


def import_share(config: pytest.Config) -> None:
    """Import this worker's part of the modules that it is about to collect; a fault in one shows when it does."""
    told: dict[str, str | int] = getattr(config, "workerinput", {})
    if not told:
        return
    number = int(str(told["workerid"]).removeprefix("gw"))
    for module in sorted(_modules(config))[number :: int(told["workercount"])]:
        with suppress(Exception, pytest.skip.Exception):
            import_module(module)


def _modules(config: pytest.Config) -> Iterator[str]:
    """The names of the test modules in the folders and files that the run was asked for."""
    for asked in config.args:
        place = (config.invocation_params.dir / asked.split("::")[0]).resolve()
        for file in place.rglob("test_*.py") if place.is_dir() else [place]:
            if file.is_relative_to(config.rootpath) and not is_done_without(file, lane()):
                yield ".".join(file.relative_to(config.rootpath).with_suffix("").parts)
