"""docs/replay/rounds.mjs and the service's own verifier are two tellings of docs/pairings.md: they never disagree."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from domain.tournament.assignment import DuelInput, PodInput
from domain.tournament.brackets import BracketInput, bracket, seeded, state
from domain.tournament.proof import Given, Proof, prove
from domain.tournament.round_robin import RoundRobinInput
from scripts.node import command, environment
from service.tournaments.round_file import text_of
from tests.tournament.play import SEED
from tests.tournament.test_swiss import crowd

pytestmark = pytest.mark.programs
ROUNDS = Path(__file__).parents[2] / "docs/replay/rounds.mjs"
ENTRANTS = tuple("äbcdefghijklm")


def duels(random: Random) -> Iterator[Given]:
    for count in (1, 2, 7, 8, 21, 40, 41):
        for share in (0.0, 0.3):
            yield DuelInput("tn_x", random.randint(1, 9), crowd(random, count, random.randint(1, 5), share))
    yield DuelInput("tn_x", 4, crowd(random, 301, 7, 0.02))


def pods(random: Random) -> Iterator[Given]:
    for count in (5, 8, 9, 13, 34):
        yield PodInput("tn_x", random.randint(1, 9), crowd(random, count, 3, 0.2), 3, 4, 4)
    yield PodInput("tn_x", 2, crowd(random, 6, 2, 0.2), 2, 4, 5)


def round_robins() -> Iterator[Given]:
    for count in (2, 5, 6):
        for number in range(1, 2 * (count + count % 2)):
            yield RoundRobinInput("tn_x", number, ENTRANTS[:count], number % 2 == 0, 2)


def brackets(random: Random) -> Iterator[Given]:
    """Brackets as they go on, until nothing can be played."""
    for count, double in ((2, True), (5, False), (8, True), (13, True), (13, False)):
        given = BracketInput("tn_x", 1, ENTRANTS[:count], True, double, not double, double, ())
        while True:
            yield given
            found = state(bracket(given), seeded(given, SEED), dict(given.winners)).values()
            won = tuple((match.node.id, random.choice((match.first, match.second))) for match in found if match.ready)
            if not won:
                break
            given = msgspec.structs.replace(given, round=given.round + 1, winners=(*given.winners, *won))


def file_of(proof: Proof) -> dict[str, Any]:
    """The file of a proof, whatever its seed is."""
    sound: dict[str, Any] = msgspec.json.decode(text_of(msgspec.structs.replace(proof, seed=SEED.hex())))
    return sound | {"proof": msgspec.to_builtins(proof)}


def checked(folder: Path, files: Sequence[Any]) -> list[str]:
    """What the program says of each file."""
    paths = [folder / f"{number}.json" for number in range(len(files))]
    for path, file in zip(paths, files, strict=True):
        path.write_bytes(msgspec.json.encode(file))
    words = [*command("node"), str(ROUNDS), *map(str, paths)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment())
    assert done.stderr == ""
    said = [line.split(": ", 1) for line in done.stdout.splitlines()]
    assert [path for path, _ in said] == [str(path) for path in paths]
    return [sentence for _, sentence in said]


def test_every_round_that_the_service_pairs_holds(tmp_path: Path) -> None:
    random = Random(5)
    inputs = [*duels(random), *pods(random), *round_robins(), *brackets(random)]
    said = checked(tmp_path, [file_of(prove(given, SEED)) for given in inputs])
    wrong = {sentence: given for sentence, given in zip(said, inputs, strict=True) if sentence != "holds"}
    assert not wrong


def test_what_was_changed_is_told(tmp_path: Path) -> None:
    proof = prove(DuelInput("tn_x", 3, crowd(Random(1), 21, 4, 0.1)), SEED)
    first, second, *rest = proof.result.pairings
    swapped = msgspec.structs.replace(
        proof.result,
        pairings=(
            msgspec.structs.replace(first, seats=(first.seats[0], second.seats[1])),
            msgspec.structs.replace(second, seats=(second.seats[0], first.seats[1])),
            *rest,
        ),
    )

    def changed(**parts: Any) -> dict[str, Any]:
        return file_of(msgspec.structs.replace(proof, **parts))

    spaced = proof.input.replace(",", ", ", 1)
    whole = changed()
    told = {
        "input and seed lead to another result": changed(result=swapped),
        "the input has another hash": changed(input=spaced),
        "the algorithm swiss-blocks/0 is not known here": changed(algorithm="swiss-blocks/0"),
        "the seed is not written in lower-case hex": changed(seed=proof.seed.upper()),
        "the commitment is to another seed": whole | {"commitment": "00" * 32},
        "this is no file of a round": whole | {"version": 2},
    }
    assert checked(tmp_path, list(told.values())) == list(told)


def test_input_that_is_no_input_is_told(tmp_path: Path) -> None:
    proof: Proof = prove(DuelInput("tn_x", 3, crowd(Random(1), 4, 2, 0.1)), SEED)
    whole = file_of(proof)
    nothing: tuple[Any, ...] = ({}, [], {**whole, "proof": None})
    for broken in nothing:
        (said,) = checked(tmp_path, [broken])
        assert said != "holds"
