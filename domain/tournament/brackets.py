"""Brackets of single and double elimination: matches, their players, which of them are ready, and the final places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from domain.tournament.assignment import Assignment
from domain.tournament.entrants import Pairing, TableResult
from domain.tournament.seeds import shuffled

ALGORITHM = "bracket/1"
Side = Literal["winners", "losers", "third", "finals"]
SIDES: Mapping[str, Side] = {"W": "winners", "L": "losers", "T": "third", "F": "finals"}
"""The parts of a bracket by the letter that its matches begin with."""
NOBODY = ""
"""Comes out where a bye stood."""


class BracketSource(msgspec.Struct, frozen=True):
    """The origin of a player of a match: a seed by its number, or the winner or loser of another match."""

    kind: Literal["seed", "winner", "loser"]
    of: str


class BracketNode(msgspec.Struct, frozen=True):
    """One match. Its id says bracket, round and number: W1.1, L2.1, T1.1 for the third place, F1.1, F2.1 the reset."""

    id: str
    first: BracketSource
    second: BracketSource


class BracketInput(msgspec.Struct, frozen=True):
    """Entrants in the order of their seeds, or, if these are drawn, in any order; who won which match so far."""

    tournament: str
    round: int
    entrants: tuple[str, ...]
    drawn: bool
    double: bool
    third_place: bool
    reset: bool
    winners: tuple[tuple[str, str], ...]


class BracketMatch(msgspec.Struct, frozen=True):
    """A match as it stands: None for a player not known yet, NOBODY for a bye."""

    node: BracketNode
    first: str | None
    second: str | None
    winner: str | None
    loser: str | None

    @property
    def ready(self) -> bool:
        """Both are known, both are somebody, nobody has won."""
        return self.winner is None and bool(self.first) and bool(self.second)


def pair(given: BracketInput, seed: bytes) -> Assignment:
    """All matches that can be played now, in the order of the bracket."""
    seeds = seeded(given, seed)
    found = [match for match in state(bracket(given), seeds, dict(given.winners)).values() if match.ready]
    seats = [_seats(match, seeds) for match in found]
    return Assignment(
        tuple(Pairing(table, pair) for table, pair in enumerate(seats, 1)),
        nodes=tuple(match.node.id for match in found),
    )


def goes_on(pairing: Pairing, result: TableResult) -> str | None:
    """The player who goes on from a table of a bracket; None if nobody won alone: then the players play again."""
    if len(result.places) and len(result.places[0]) == 1:
        return pairing.seats[result.places[0][0]]
    return None


def seeded(given: BracketInput, seed: bytes) -> tuple[str, ...]:
    """Entrants in the order of their seeds: as given, or shuffled by the draw `seeds`."""
    return shuffled(given.entrants, seed, given.tournament, "seeds") if given.drawn else given.entrants


def bracket(given: BracketInput) -> tuple[BracketNode, ...]:
    """The matches of an input's bracket."""
    if given.double:
        return double(len(given.entrants), given.reset)
    return single(len(given.entrants), given.third_place)


def seed_order(rounds: int) -> list[int]:
    """Seeds from top to bottom: 1 meets the last, and the best two can meet only in the final. 4: 1, 4, 2, 3."""
    order = [1]
    for _ in range(rounds):
        order = [seed for better in order for seed in (better, 2 * len(order) + 1 - better)]
    return order


def single(entrants: int, third_place: bool = False) -> tuple[BracketNode, ...]:
    """Single elimination: seeds beyond the entrants are byes, so the best seeds have them."""
    rounds = _rounds(entrants)
    nodes = _winners(rounds)
    if third_place and rounds > 1:
        semis = (f"W{rounds - 1}.1", f"W{rounds - 1}.2")
        nodes.append(BracketNode("T1.1", *(BracketSource("loser", semi) for semi in semis)))
    return tuple(nodes)


def double(entrants: int, reset: bool = True) -> tuple[BracketNode, ...]:
    """Double elimination: losers go to a second bracket; if its winner beats the unbeaten one, both play once more."""
    rounds = _rounds(entrants)
    nodes = _winners(rounds)
    last = _losers(rounds, nodes)
    if not rounds:
        return tuple(nodes)
    nodes.append(BracketNode("F1.1", BracketSource("winner", f"W{rounds}.1"), last))
    if reset:
        nodes.append(BracketNode("F2.1", BracketSource("winner", "F1.1"), BracketSource("loser", "F1.1")))
    return tuple(nodes)


def _rounds(entrants: int) -> int:
    return (entrants - 1).bit_length() if entrants > 1 else 0


def _winners(rounds: int) -> list[BracketNode]:
    nodes = []
    order = seed_order(rounds)
    for number in range(1, rounds + 1):
        for match in range(1, 2 ** (rounds - number) + 1):
            if number == 1:
                sources = [BracketSource("seed", str(order[2 * match - 2 + side])) for side in (0, 1)]
            else:
                sources = [BracketSource("winner", f"W{number - 1}.{2 * match - 1 + side}") for side in (0, 1)]
            nodes.append(BracketNode(f"W{number}.{match}", *sources))
    return nodes


def _losers(rounds: int, nodes: list[BracketNode]) -> BracketSource:
    """Adds the losers' bracket; what comes out of it. Losers come in turned round, so that they meet others first."""
    if rounds < 2:
        return BracketSource("loser", "W1.1")
    left = [BracketSource("loser", f"W1.{match}") for match in range(1, 2 ** (rounds - 1) + 1)]
    number = 0
    for entering in range(2, rounds + 1):
        number += 1
        left = _play(nodes, number, [(left[at], left[at + 1]) for at in range(0, len(left), 2)])
        number += 1
        fresh = [BracketSource("loser", f"W{entering}.{match}") for match in range(1, len(left) + 1)]
        left = _play(nodes, number, list(zip(_turned(fresh, entering), left, strict=True)))
    return left[0]


def _turned(fresh: list[BracketSource], entering: int) -> list[BracketSource]:
    """Turned round altogether in even rounds, inside each half in odd ones."""
    half = len(fresh) // 2
    if entering % 2 == 0 or half == 0:
        return fresh[::-1]
    return fresh[:half][::-1] + fresh[half:][::-1]


def _play(
    nodes: list[BracketNode], number: int, sources: Iterable[tuple[BracketSource, BracketSource]]
) -> list[BracketSource]:
    ids = []
    for match, (first, second) in enumerate(sources, 1):
        nodes.append(BracketNode(f"L{number}.{match}", first, second))
        ids.append(nodes[-1].id)
    return [BracketSource("winner", one) for one in ids]


def state(nodes: Iterable[BracketNode], seeds: tuple[str, ...], winners: Mapping[str, str]) -> dict[str, BracketMatch]:
    """All matches as they stand. A bye wins nothing and loses to anybody; the reset is played only if it is needed."""
    found: dict[str, BracketMatch] = {}
    for node in nodes:
        first, second = (_who(source, seeds, found) for source in (node.first, node.second))
        found[node.id] = _needless(node, found) or _match(node, first, second, winners.get(node.id))
    return found


def _who(source: BracketSource, seeds: tuple[str, ...], found: Mapping[str, BracketMatch]) -> str | None:
    if source.kind == "seed":
        return seeds[int(source.of) - 1] if int(source.of) <= len(seeds) else NOBODY
    match = found[source.of]
    return match.winner if source.kind == "winner" else match.loser


def _match(node: BracketNode, first: str | None, second: str | None, winner: str | None) -> BracketMatch:
    if first is None or second is None:
        return BracketMatch(node, first, second, None, None)
    if not first or not second:
        return BracketMatch(node, first, second, first or second, NOBODY)
    if winner is None:
        return BracketMatch(node, first, second, None, None)
    if winner not in {first, second}:
        raise ValueError(f"{node.id}: {winner} does not play there")
    return BracketMatch(node, first, second, winner, second if winner == first else first)


def _needless(node: BracketNode, found: Mapping[str, BracketMatch]) -> BracketMatch | None:
    """The reset as it stands when the unbeaten finalist has won: a bye of the champion."""
    if node.id != "F2.1":
        return None
    final = found["F1.1"]
    if final.winner is None or final.winner != final.first:
        return None
    return BracketMatch(node, final.winner, NOBODY, final.winner, NOBODY)


def _seats(match: BracketMatch, seeds: tuple[str, ...]) -> tuple[str, ...]:
    """The better seed sits first."""
    return tuple(sorted((match.first or "", match.second or ""), key=seeds.index))


def places(
    nodes: tuple[BracketNode, ...], seeds: tuple[str, ...], winners: Mapping[str, str]
) -> tuple[tuple[str, ...], ...]:
    """Groups of equal entrants, best first, at the end: an entrant that went out later stands higher."""
    found = state(nodes, seeds, winners)
    out: dict[str, tuple[int, ...]] = {}
    for match in found.values():
        if match.winner:
            out[match.winner] = (*_stage(match.node.id, nodes), 1)
        if match.loser:
            out[match.loser] = (*_stage(match.node.id, nodes), 0)
    stages = sorted(set(out.values()), reverse=True)
    return tuple(tuple(one for one in seeds if out.get(one) == stage) for stage in stages)


def _stage(node: str, nodes: tuple[BracketNode, ...]) -> tuple[int, int]:
    """How late a match is. In a double elimination nobody is out before the losers' rounds and the finals."""
    letter, number = node[0], _round(node)
    deciding = {"W": 1, "L": 2, "T": 3, "F": 4}
    if letter == "W" and "T1.1" in {one.id for one in nodes} and number == _last_round(nodes):
        return deciding["F"], number
    return deciding[letter], number


def _last_round(nodes: tuple[BracketNode, ...]) -> int:
    return max(_round(one.id) for one in nodes if one.id[0] == "W")


def _round(node: str) -> int:
    return place(node)[1]


def place(node: str) -> tuple[Side, int, int]:
    """The place of a match by its id: its part of the bracket, the round there, and its number in the round."""
    number, _, match = node[1:].partition(".")
    return SIDES[node[0]], int(number), int(match)
