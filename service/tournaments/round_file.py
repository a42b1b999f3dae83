"""The file of a round: its proof, and what was committed to before it, as one line of JSON."""

from __future__ import annotations

import msgspec

from domain.kernel.draws import commitment
from domain.tournament import proof as proofs
from domain.tournament.faults import Fault
from domain.tournament.proof import Proof

FORMAT = "playledger-round"
VERSION = 1


class RoundFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`commitment`: that of docs/fairness.md to the seed of the proof, with the tournament's id for that of a match."""

    format: str
    version: int
    commitment: str
    proof: Proof


class _Place(msgspec.Struct, frozen=True):
    """The place of an input, whatever its algorithm."""

    tournament: str = "?"
    round: int = 0


def text_of(proof: Proof) -> bytes:
    """The file of a proof."""
    committed = commitment(place_of(proof).tournament, bytes.fromhex(proof.seed))
    return msgspec.json.encode(RoundFile(FORMAT, VERSION, committed, proof)) + b"\n"


def read(line: bytes) -> RoundFile:
    """The file. Raises ValueError for what can't be read."""
    found = msgspec.json.decode(line, type=RoundFile)
    if found.version != VERSION:
        raise ValueError(f"version {found.version} of a round; this release reads version {VERSION}")
    return found


def place_of(proof: Proof) -> _Place:
    """The tournament and the round that an input names."""
    try:
        return msgspec.json.decode(proof.input, type=_Place)
    except msgspec.MsgspecError:
        return _Place()


def faults(file: RoundFile) -> tuple[Fault, ...]:
    """Everything that is wrong with a round: what its proof lacks, then whether another seed was committed to."""
    found = proofs.verify(file.proof)
    if found:
        return found
    if commitment(place_of(file.proof).tournament, bytes.fromhex(file.proof.seed)) != file.commitment:
        return (Fault("SEED_DIFFERS", "another seed was committed to", ("proof", "seed")),)
    return ()
