"""The lanes of the suite: which tests a run is made of, and how long its families are.

PLAYLEDGER_LANE names one. `fast`: no Postgres, no Redis, no other program, and few cases of the families that chance
draws. `commit`: all that guards every commit. `system`: the parts of `tests/system.toml`, which guard the commits that
change what they name. `day` (where nothing is said): both of them. `nightly`: that and the long families, which are
marked so or count by `by_lane`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, Literal, TypeVar, get_args

import pytest

from tests.kit.system import ROOT, part_of

Lane = Literal["fast", "commit", "system", "day", "nightly"]
Value = TypeVar("Value")
LANES: tuple[Lane, ...] = get_args(Lane)
OUTSIDE = frozenset({"postgres_server", "redis_url", "programs"})
"""The fixtures that find or start a server, and the one that every other one asks for that starts a program."""
FUZZ_SEED = "PLAYLEDGER_FUZZ_SEED"
SHARE = 3
"""A fast run has one of so many cases of a long family."""
STARTS = frozenset({"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system"})
"""The audit events of a process that starts another one."""


def lane() -> Lane:
    """The lane of this run. Raises `pytest.UsageError` for a name that is none."""
    name = os.environ.get("PLAYLEDGER_LANE", "day")
    for known in LANES:
        if name == known:
            return known
    raise pytest.UsageError(f"PLAYLEDGER_LANE is {name!r}: it has to be one of {', '.join(LANES)}")


def by_lane(commit: int, nightly: int, fast: int | None = None) -> int:
    """A figure of a random family, mostly the number of its cases.

    Of those a fast run tries a third of a commit's, or as many as `fast` says where these would show too little: fewer
    cases than a commit's may miss what is asked of all of them together.
    """
    if lane() == "nightly":
        return nightly
    if lane() != "fast" or commit >= nightly:
        return commit
    return -(-commit // SHARE) if fast is None else fast


def fuzz_seed() -> dict[str, int]:
    """What requests are drawn from at night, as an entry of a configuration; by day they are the same in every run.

    PLAYLEDGER_FUZZ_SEED sets it, and holds it for the other processes of the run. The end of the run tells it.
    """
    if lane() != "nightly":
        return {}
    return {"seed": int(os.environ.setdefault(FUZZ_SEED, str(SystemRandom().getrandbits(32))))}


def sampled(values: Iterable[Value], keep: int) -> list[Any]:
    """The cases of a long family: `keep` of them, evenly spread, guard a commit; the others come in nightly runs.

    A fast run keeps a third of them. A tuple is a row of several parameters.
    """
    cases = list(values)
    keep = -(-keep // SHARE) if lane() == "fast" else keep
    kept = {len(cases) * number // keep for number in range(keep)}
    return [case if number in kept else _nightly(case) for number, case in enumerate(cases)]


def left_out(item: pytest.Item, chosen: Lane) -> bool:
    """Whether a lane does without a test."""
    if chosen == "nightly" or item.get_closest_marker("nightly"):
        return chosen != "nightly"
    part = part_of(item.nodeid)
    if part and not (part.light and chosen == "fast"):
        return chosen == "fast" or (chosen == "commit" and item.get_closest_marker("smoke") is None)
    return chosen == "system" or (
        chosen == "fast"
        and (
            item.get_closest_marker("programs") is not None
            or item.get_closest_marker("long") is not None
            or _asks_for_what_is_outside(item)
        )
    )


def is_done_without(file: Path, chosen: Lane) -> bool:
    """Whether a lane runs no test of a file, which its name and its text say."""
    if chosen != "commit" or file.suffix != ".py" or not file.is_relative_to(ROOT):
        return False
    return part_of(str(file.relative_to(ROOT))) is not None and "mark.smoke" not in file.read_text()


def forbid_programs() -> None:
    """From now on no test of this process starts another one: a test that does so lacks its mark."""
    os.environ.pop("PYTEST_CURRENT_TEST", None)  # of a test that has started this process

    def refuse(event: str, arguments: Sequence[object]) -> None:
        if event in STARTS and "PYTEST_CURRENT_TEST" in os.environ:
            # neither the folder nor the environment of the program: they are no news and fill pages
            raise RuntimeError(f"the fast lane starts no program: mark this test with 'programs' ({arguments[:2]})")

    sys.addaudithook(refuse)


def _nightly(case: object) -> Any:
    row = case if isinstance(case, tuple) else (case,)
    return pytest.param(*row, marks=pytest.mark.nightly)


def _asks_for_what_is_outside(item: pytest.Item) -> bool:
    """By a fixture, or by the value `postgres` or `redis` of a fixture with parameters."""
    parameters = getattr(item, "callspec", None)
    values = parameters.params.values() if parameters else ()
    return not OUTSIDE.isdisjoint(getattr(item, "fixturenames", ())) or "postgres" in values or "redis" in values
