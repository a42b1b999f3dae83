"""The proof of a round: what was paired, by which algorithm, from which seed, and what came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from domain.tournament import brackets, pods, round_robin, swiss
from domain.tournament.assignment import Assignment, DuelInput, PodInput
from domain.tournament.brackets import BracketInput
from domain.tournament.faults import Fault
from domain.tournament.policy import MOST_ENTRANTS
from domain.tournament.round_robin import RoundRobinInput

Given = DuelInput | PodInput | RoundRobinInput | BracketInput
_canonical = msgspec.json.Encoder(order="sorted").encode


class Proof(msgspec.Struct, frozen=True):
    """`algorithm`: its id and version. `input`: canonical JSON (RFC 8785), `input_hash` its SHA-256 in hex. `seed`: in
    hex, published with the round.
    """

    algorithm: str
    input: str
    input_hash: str
    seed: str
    result: Assignment


class Algorithm(NamedTuple):
    """An algorithm: the type of its input, and how it pairs."""

    given: type[Any]
    pair: Callable[[Any, bytes], Assignment]


ALGORITHMS: Mapping[str, Algorithm] = {
    swiss.ALGORITHM: Algorithm(DuelInput, swiss.pair),
    pods.ALGORITHM: Algorithm(PodInput, pods.pair),
    round_robin.ALGORITHM: Algorithm(RoundRobinInput, round_robin.pair),
    brackets.ALGORITHM: Algorithm(BracketInput, brackets.pair),
}
"""Every algorithm that ever paired a released round stays here, so that its proofs can be checked for ever."""


def prove(given: Given, seed: bytes) -> Proof:
    """Pair a round, with its proof."""
    name = next(name for name, algorithm in ALGORITHMS.items() if algorithm.given is type(given))
    text = canonical(given)
    return Proof(name, text, _hash(text), seed.hex(), ALGORITHMS[name].pair(given, seed))


def canonical(given: Given) -> str:
    """The canonical JSON of an input."""
    return _canonical(given).decode()


def verify(proof: Proof) -> tuple[Fault, ...]:
    """Everything that is wrong with a proof; nothing, if the input leads to the result."""
    algorithm = ALGORITHMS.get(proof.algorithm)
    if algorithm is None:
        return (
            Fault(
                "ALGORITHM_UNKNOWN", f"{proof.algorithm!r} is not known; known: {', '.join(ALGORITHMS)}", ("algorithm",)
            ),
        )
    if _hash(proof.input) != proof.input_hash:
        return (Fault("INPUT_HASH", "the input has another hash", ("input_hash",)),)
    try:
        given = msgspec.json.decode(proof.input, type=algorithm.given)
        if _many(given):
            return (Fault("INPUT_TOO_LARGE", f"no more than {MOST_ENTRANTS} entrants", ("input",)),)
        seed = bytes.fromhex(proof.seed)
        result = algorithm.pair(given, seed)
    except (msgspec.MsgspecError, ValueError, LookupError, ArithmeticError) as error:
        return (Fault("INPUT_UNSOUND", str(error), ("input",)),)
    written = _written(proof, given, seed)
    if written:
        return written
    return tuple(
        Fault("RESULT_DIFFERS", _apart(getattr(result, name), getattr(proof.result, name)), ("result", name))
        for name in result.__struct_fields__
        if getattr(result, name) != getattr(proof.result, name)
    )


def _apart(computed: Any, claimed: Any) -> str:
    """The first difference of two values: of a list in one place, for it may be long."""
    if not isinstance(computed, tuple):
        return f"computed {computed}, not {claimed}"
    pairs = zip_longest(computed, claimed)
    place, (right, wrong) = next((place, pair) for place, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    return f"at place {place} of the list: computed {_shown(right)}, not {_shown(wrong)}"


def _shown(value: object) -> str:
    return "nothing" if value is None else msgspec.json.encode(value).decode()


def _written(proof: Proof, given: Given, seed: bytes) -> tuple[Fault, ...]:
    """There is one way to write an input and a seed, so no other bytes of a proof hold."""
    if canonical(given) != proof.input:
        return (Fault("INPUT_NOT_CANONICAL", "the input is not written canonically", ("input",)),)
    if seed.hex() != proof.seed:
        return (Fault("SEED_FORM", "the seed is not written in lower-case hex", ("seed",)),)
    return ()


def _many(given: Given) -> bool:
    people = given.players if isinstance(given, DuelInput | PodInput) else given.entrants
    return len(people) > MOST_ENTRANTS


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
