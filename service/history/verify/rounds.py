"""Verifies the round of a tournament: its pairings are computed again."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Literal

import msgspec

from domain.tournament.faults import Fault
from service.history.verify.report import Unreadable, Verdict, verdict_on
from service.history.verify.sources import FileSource, has_format
from service.tournaments import round_file

_UNSIGNED = (Fault("NOT_SIGNED", "nobody signs the file of a round; check the record of its tournament", ("proof",)),)


class RoundReport(msgspec.Struct, frozen=True, rename="camel"):
    """The findings on a round, which bears no signature. `faults`: all its faults."""

    kind: Literal["round"]
    tournament: str
    round: int
    algorithm: str
    input_hash: str
    seed: str
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Nothing is wrong."""
        return not self.faults

    @property
    def verdict(self) -> Verdict:
        """It all in one word."""
        return verdict_on(self.faults, signed=False, pinned=False)


def verify_round(path: Path, keys: Collection[str] | None = None) -> RoundReport | None:
    """The report of a round's file; None if this is another file. Raises Unreadable.

    With `keys` it fails: the signature is under the record of its tournament.
    """
    lines = FileSource(path).lines()
    first = next(lines, b"")
    if not has_format(first, round_file.FORMAT):
        return None
    if any(line.strip() for line in lines):
        raise Unreadable("line 2: the file of a round has one line", 2)
    try:
        file = round_file.read(first)
    except ValueError as error:
        raise Unreadable(f"line 1: {error}", 1) from None
    proof, place = file.proof, round_file.place_of(file.proof)
    return RoundReport(
        "round",
        place.tournament,
        place.round,
        proof.algorithm,
        proof.input_hash,
        proof.seed,
        round_file.faults(file) or (() if keys is None else _UNSIGNED),
    )
