"""A proof is recomputed from what it says, in any process, and names what does not fit."""

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import msgspec
import pytest
import rfc8785

from domain.kernel.draws import Draws
from domain.tournament import swiss
from domain.tournament.assignment import DuelInput, PodInput
from domain.tournament.brackets import BracketInput
from domain.tournament.entrants import Entrant, Pairing, Round
from domain.tournament.policy import Cut, Pods, Policy
from domain.tournament.proof import ALGORITHMS, Proof, canonical, prove, verify
from domain.tournament.round_robin import RoundRobinInput
from domain.tournament.rounds import elimination, given
from domain.tournament.weights import Costs
from tests.tournament.play import SEED, swiss_tournament
from tests.tournament.test_swiss import crowd

ENTRANTS = ("ä", "b", "c", "d", "e", "f", "g")
INPUTS = (
    DuelInput("tn_x", 3, crowd(Random(1), 21, 4, 0.1)),
    PodInput("tn_x", 3, crowd(Random(2), 22, 4, 0.1), 3, 4, 4),
    RoundRobinInput("tn_x", 2, ENTRANTS, True, 2),
    BracketInput("tn_x", 1, ENTRANTS, True, True, False, True, ()),
)
each_input = pytest.mark.parametrize("one", INPUTS, ids=lambda one: type(one).__name__)


@each_input
def test_a_proof_holds_and_survives_being_written_down(one) -> None:
    proof = prove(one, SEED)
    assert verify(proof) == ()
    assert verify(msgspec.json.decode(msgspec.json.encode(proof), type=Proof)) == ()
    assert proof.input_hash == sha256(proof.input.encode()).hexdigest()


@each_input
def test_the_input_is_canonical_json(one) -> None:
    assert canonical(one).encode() == rfc8785.dumps(msgspec.json.decode(canonical(one)))


def test_every_algorithm_has_an_input_of_its_own() -> None:
    assert {type(one) for one in INPUTS} == {algorithm.given for algorithm in ALGORITHMS.values()}


@each_input
def test_another_result_seed_or_input_is_found(one) -> None:
    proof = prove(one, SEED)
    first, *rest = proof.result.pairings
    turned = msgspec.structs.replace(first, seats=first.seats[::-1])
    forged = msgspec.structs.replace(proof.result, pairings=(turned, *rest))
    assert [fault.path for fault in verify(msgspec.structs.replace(proof, result=forged))] == [("result", "pairings")]
    assert verify(msgspec.structs.replace(proof, seed="00" * 32)) != ()
    assert codes(msgspec.structs.replace(proof, input=proof.input.replace("tn_x", "tn_y"))) == ["INPUT_HASH"]
    assert codes(msgspec.structs.replace(proof, algorithm="swiss-blocks/0")) == ["ALGORITHM_UNKNOWN"]
    assert codes(rehashed(proof, proof.input.replace(",", ", ", 1))) == ["INPUT_NOT_CANONICAL"]
    assert codes(rehashed(proof, proof.input[:-1])) == ["INPUT_UNSOUND"]
    assert codes(msgspec.structs.replace(proof, seed="no hex")) == ["INPUT_UNSOUND"]
    assert codes(msgspec.structs.replace(proof, seed=proof.seed.upper())) == ["SEED_FORM"]


def test_a_fault_of_a_long_result_names_one_place_of_it() -> None:
    proof = prove(INPUTS[0], SEED)
    first, second, *rest = proof.result.pairings
    swapped = msgspec.structs.replace(proof.result, pairings=(first, Pairing(2, second.seats[::-1]), *rest))
    (fault,) = verify(msgspec.structs.replace(proof, result=swapped))
    assert fault.path == ("result", "pairings")
    one, other = second.seats
    assert fault.message == (
        f'at place 2 of the list: computed {{"table":2,"seats":["{one}","{other}"]}},'
        f' not {{"table":2,"seats":["{other}","{one}"]}}'
    )
    short = msgspec.structs.replace(proof.result, pairings=proof.result.pairings[:-1], steps=proof.result.steps + 1)
    missing, steps = verify(msgspec.structs.replace(proof, result=short))
    assert missing.message.endswith(", not nothing")
    assert steps.message == f"computed {proof.result.steps}, not {proof.result.steps + 1}"


def codes(proof: Proof) -> list[str]:
    return [fault.code for fault in verify(proof)]


def rehashed(proof: Proof, text: str) -> Proof:
    return msgspec.structs.replace(proof, input=text, input_hash=sha256(text.encode()).hexdigest())


def test_numbers_that_nobody_can_count_with_are_a_fault() -> None:
    """Meetings beyond what 128 bits hold are no reason to fall over."""
    met = (("b", 1 << 62),)
    huge = DuelInput(
        "tn_x", 1, tuple(msgspec.structs.replace(player, met=met) for player in crowd(Random(1), 200, 90, 0))
    )
    text = canonical(huge).replace('"b"', '"p0001"')
    proof = Proof(swiss.ALGORITHM, text, sha256(text.encode()).hexdigest(), SEED.hex(), prove(INPUTS[0], SEED).result)
    assert codes(proof) == ["INPUT_UNSOUND"]


def test_an_input_larger_than_any_tournament_is_not_computed() -> None:
    text = canonical(RoundRobinInput("tn_x", 1, tuple(f"e{number:04}" for number in range(4097)), False))
    proof = Proof("berger/1", text, sha256(text.encode()).hexdigest(), SEED.hex(), prove(INPUTS[0], SEED).result)
    assert codes(proof) == ["INPUT_TOO_LARGE"]


@pytest.mark.programs
def test_the_order_of_hashes_changes_nothing() -> None:
    """Another process with another order of its sets and dictionaries pairs alike."""
    program = (
        "from tests.tournament.test_proof import INPUTS, SEED, prove\n"
        "print([prove(one, SEED).result for one in INPUTS])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {f"{[prove(one, SEED).result for one in INPUTS]}\n"}


def test_draws_are_those_of_the_published_scheme() -> None:
    """docs/fairness.md with the tournament as the match and no seats' seeds; each purpose names round and places."""
    costs = Costs("tn_x", 3, SEED, INPUTS[0].players)
    assert costs.lot(4, 2) == Draws(SEED, "tn_x", b"", {}).below("pair:3:2:4", 1 << 48).value
    assert costs.draw("bye", 5) == Draws(SEED, "tn_x", b"", {}).below("bye:3:5", 1 << 48).value


def test_an_input_that_the_record_does_not_lead_to_is_found() -> None:
    policy, entrants, rounds = swiss_tournament(Random(5), Policy("swiss", rounds=3), 12)
    expected = given(policy, "tn_played", entrants, rounds, 4)
    assert prove(expected, SEED).input == canonical(expected)
    other = given(policy, "tn_played", entrants, rounds[:2], 4)
    assert prove(other, SEED).input != canonical(expected)


def test_every_format_has_its_input() -> None:
    entrants = [Entrant(one) for one in "abcd"]
    assert isinstance(given(Policy("swiss"), "tn", entrants, [], 1), DuelInput)
    assert isinstance(given(Policy("pods", pods=Pods()), "tn", entrants, [], 1), PodInput)
    assert given(Policy("round_robin", seeding="given"), "tn", entrants, [], 2) == RoundRobinInput(
        "tn", 2, tuple("abcd"), False
    )
    with pytest.raises(ValueError, match="paired by its bracket"):
        given(Policy("single_elimination"), "tn", entrants, [], 1)
    bracket = elimination(Policy("double_elimination"), "tn", 1, "abcd", {"W1.1": "a"})
    assert (bracket.double, bracket.drawn, bracket.winners) == (True, True, (("W1.1", "a"),))
    after = elimination(Policy("swiss", cut=Cut(4), third_place=True), "tn", 1, "dcba", {})
    assert (after.double, after.drawn, after.third_place, after.entrants) == (False, False, True, ("d", "c", "b", "a"))


def test_who_is_excused_or_gone_is_not_paired() -> None:
    entrants = [Entrant("a"), Entrant("b"), Entrant("c", dropped=1), Entrant("d", entered=3), Entrant("e")]
    seen = given(Policy("swiss"), "tn", entrants, [Round(1)], 2, excused=("e",))
    assert isinstance(seen, DuelInput)
    assert [player.id for player in seen.players] == ["a", "b"]
