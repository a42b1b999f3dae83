"""Many cases in one test: all are tried, and the failure names each that is at fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Case = Callable[[str], AbstractContextManager[None]]


@contextmanager
def cases() -> Iterator[Case]:
    """Gives `case(name)`, a block that keeps its fault for the end.

    Raises `AssertionError` with each fault under the name of its case, or if there was no case.
    """
    names: list[str] = []
    faults: list[str] = []

    @contextmanager
    def case(name: str) -> Iterator[None]:
        names.append(name)
        try:
            yield
        except Exception as fault:
            faults.append(f"{name}: {type(fault).__name__}: {fault}")

    yield case
    assert names, "there was no case"
    assert not faults, "\n".join([f"{len(faults)} of {len(names)} cases are at fault", *faults])
