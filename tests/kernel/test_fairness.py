"""docs/fairness.md, its test vectors, and the program: three tellings of the same draws."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import discover
from domain.games.c4 import GAME as C4
from domain.kernel import draws
from domain.kernel.draws import Draws
from domain.kernel.match import MatchStarted
from eventstore import chain
from service.application.sealing import Cause, seal
from tests.kernel import plain_fairness as plain
from tests.kit.modes import InMode, in_each_mode, name_of
from tests.kit.play import MATCH, server_seed, whole

DOCS = Path(__file__).parents[2] / "docs"
VECTORS: dict[str, Any] = msgspec.json.decode((DOCS / "fairness-vectors.json").read_bytes())
SEED = bytes.fromhex(VECTORS["serverSeed"])
ID = str(VECTORS["match"])
SEATS = str(VECTORS["seatsHash"])


def ours(vector: dict[str, Any]) -> Draws:
    """The draws of the program, about to make the one of the vector."""
    return Draws(SEED, ID, bytes.fromhex(SEATS), {vector["purpose"]: vector["n"]})


def test_the_program_draws_what_the_vectors_say() -> None:
    for vector in VECTORS["draws"] + VECTORS["largeDraws"]:
        drawn = ours(vector).below(vector["purpose"], int(vector["size"])).draw
        assert (drawn.n, drawn.value) == (vector["n"], int(vector["value"]))
    for vector in VECTORS["shuffles"]:
        assert ours(vector).shuffle(vector["purpose"], vector["size"]).order == tuple(vector["value"])


def test_the_program_commits_and_chains_as_the_vectors_say() -> None:
    assert VECTORS["algorithm"] == draws.ALGORITHM
    assert draws.commitment(ID, SEED) == VECTORS["seedCommitment"]
    for vector in (VECTORS, *VECTORS["otherSeats"]):
        assert draws.combine(tuple(vector["seatSeeds"])).hex() == vector["seatsHash"]
    for vector in VECTORS["salts"]:
        assert draws.salt(SEED, ID, vector["version"], vector["name"]).hex() == vector["salt"]
    for vector in VECTORS["commitments"]:
        salt = draws.salt(SEED, ID, vector["version"], vector["name"])
        assert chain.canonical(vector["part"]).decode() == vector["canonical"]
        assert chain.commitment(salt, chain.canonical(vector["part"])) == vector["commitment"]
    head = chain.GENESIS
    for vector in VECTORS["chain"]:
        head = chain.link(head, chain.body(**vector["body"]))
        assert (chain.body(**vector["body"]).decode(), head.hex()) == (vector["canonical"], vector["hash"])


def test_the_text_alone_gives_the_vectors() -> None:
    assert plain.commitment(ID, SEED) == VECTORS["seedCommitment"]
    for vector in (VECTORS, *VECTORS["otherSeats"]):
        assert plain.seats_hash(vector["seatSeeds"]) == vector["seatsHash"]
    for vector in VECTORS["draws"] + VECTORS["largeDraws"]:
        stream = plain.words(SEED, ID, SEATS, vector["purpose"], vector["n"])
        assert plain.below(stream, int(vector["size"])) == int(vector["value"])
    for vector in VECTORS["shuffles"]:
        stream = plain.words(SEED, ID, SEATS, vector["purpose"], vector["n"])
        assert plain.shuffle(stream, vector["size"]) == vector["value"]
    for vector in VECTORS["salts"]:
        assert plain.salt(SEED, ID, vector["version"], vector["name"]).hex() == vector["salt"]
    for vector in VECTORS["commitments"]:
        salt = plain.salt(SEED, ID, vector["version"], vector["name"])
        assert plain.private_commitment(salt, vector["part"]) == vector["commitment"]
    head = bytes(32)
    for vector in VECTORS["chain"]:
        head = plain.link(head, plain.canonical(vector["body"]))
        assert head.hex() == vector["hash"]


def test_the_vectors_hold_a_draw_that_was_rejected() -> None:
    """Else rejection sampling could be left out and nobody would see."""
    rejected = [
        vector
        for vector in VECTORS["largeDraws"]
        if next(plain.words(SEED, ID, SEATS, vector["purpose"], vector["n"])) >= int(vector["size"])
    ]
    assert 0 < len(rejected) < len(VECTORS["largeDraws"])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", in_each_mode(discover().values()), ids=name_of)
def test_every_draw_of_a_match_follows_from_the_revealed_seed(variant: InMode, seed: int) -> None:
    secret, counts, kinds = server_seed(seed), Counter[str](), set()
    seats = ""
    for step in whole(variant.game, seed, options=variant.options):
        for fact in step.facts:
            if isinstance(fact.event, MatchStarted):
                seats = plain.seats_hash(fact.event.seeds)
            for draw in fact.event.draws:
                assert draw.n == counts[draw.purpose]
                counts[draw.purpose] += 1
                kinds.add(draw.purpose.split(":")[0])
                stream = plain.words(secret, MATCH, seats, draw.purpose, draw.n)
                if isinstance(draw.value, tuple):
                    assert plain.shuffle(stream, draw.size) == list(draw.value)
                else:
                    assert plain.below(stream, draw.size) == draw.value
    assert kinds


def test_every_hash_and_commitment_of_a_match_follows_from_the_revealed_seed() -> None:
    head, first, opened = bytes(32), 1, 0
    for step in whole(C4, 1):
        for version, event in enumerate(seal(step, MATCH, server_seed(1), head, first, Cause("seat:0", "c")), first):
            body = msgspec.json.decode(event.body)
            assert set(body) == {"match", "v", "type", "schema", "actor", "command", "at", "pub", "commits"}
            head = plain.link(head, plain.canonical(body))
            assert head == event.hash
            parts = msgspec.json.decode(event.private) if event.private else {}
            for audience, part in parts.items():
                name = "sealed" if event.type == "sealed" else audience
                salt = plain.salt(server_seed(1), MATCH, version, name)
                assert plain.private_commitment(salt, part) == body["commits"][name]
                opened += 1
        first += len(step.facts)
    assert opened > 10
