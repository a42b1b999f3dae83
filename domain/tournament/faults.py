"""A fault is a value: what is wrong with a policy, a result or a proof, by which code, and where."""

from __future__ import annotations

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One fault. `code` is stable and for programs, `path` the place in the input, `message` for people."""

    code: str
    message: str
    path: tuple[str, ...] = ()


Faults = tuple[Fault, ...]


class Unsound(ValueError):
    """Input that no caller who checked it first can bring; it holds the faults."""

    def __init__(self, faults: Faults) -> None:
        super().__init__("; ".join(f"{'.'.join(fault.path)}: {fault.message}" for fault in faults))
        self.faults = faults
