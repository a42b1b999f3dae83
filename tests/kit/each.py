"""Many cases in one test: each is checked, and the failure names all that are at fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Case = TypeVar("Case")


def each(cases: Iterable[Case], check: Callable[[Case], object], name: Callable[[Case], str] = str) -> None:
    """Check every case. Raises `AssertionError` with the fault of each under its name, or if there is no case."""
    names = []
    faults = []
    for case in cases:
        names.append(name(case))
        try:
            check(case)
        except Exception as fault:
            faults.append(f"{names[-1]}: {type(fault).__name__}: {fault}")
    assert names, "there is no case"
    assert not faults, "\n".join([f"{len(faults)} of {len(names)} cases are at fault", *faults])
