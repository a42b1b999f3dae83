"""Results of tables: played by bots with the game's own rules, or drawn from strengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any
from uuid import UUID

from domain.kernel.game import CardGame
from domain.kernel.match import State
from domain.kernel.sides import Sides
from domain.tournament.entrants import Pairing, TableResult, by_games
from domain.tournament.policy import Policy
from service.application.ids import MATCH_IDS
from service.simulation.table import Setup, SimulationRefused, play
from service.tournaments.seating import DUEL

DRAWS = 0.1
"""Of duels that are drawn from strengths."""
Places = tuple[tuple[int, ...], ...]
"""Groups of equal seats of a table, the best first."""
Playing = Callable[[str, Pairing, Sequence[int]], Places]
"""One game: its seed, its table, and the seats of the table in the order in which they sit in this game."""


@dataclass(frozen=True)
class SimulatedEntrant:
    """A participant. `entered`: its first round; `stays`: the last round it plays, None: to the end.

    `strength` is that of drawn results: of two whose strengths are one apart the better wins 73 games of 100 decided.
    """

    id: str
    deck: str
    bot: str
    strength: float
    entered: int = 1
    stays: int | None = None


def result(policy: Policy, seed: str, pairing: Pairing, playing: Playing) -> TableResult:
    """A table: of a duel as many games as it takes, the seats changing from game to game."""
    if len(pairing.seats) == DUEL:
        return _duel(policy.best_of, seed, pairing, playing)
    return TableResult(pairing.table, playing(f"{seed}|0", pairing, range(len(pairing.seats))))


def _duel(best_of: int, seed: str, pairing: Pairing, playing: Playing) -> TableResult:
    won, drawn = [0, 0], 0
    for number in range(best_of):
        places = playing(f"{seed}|{number}", pairing, (1, 0) if number % 2 else (0, 1))
        if places and len(places[0]) == 1:
            won[places[0][0]] += 1
        else:
            drawn += bool(places)
        if max(won) > best_of // 2:
            break
    if not any((*won, drawn)):
        return TableResult(pairing.table)
    return TableResult(pairing.table, by_games(won), (won[0], won[1]), drawn)


def by_bots(
    game: CardGame, options: Mapping[str, Any], sides: Mapping[int, Sides], entries: Mapping[str, SimulatedEntrant]
) -> Playing:
    """Every game is a match of the game, each seat of a side played by its entrant's bot with its deck."""

    def playing(seed: str, pairing: Pairing, order: Sequence[int]) -> Places:
        side_of = {seat: number for number, side in enumerate(sides[len(order)]) for seat in side}
        there = [entries[pairing.seats[order[side_of[seat]]]] for seat in sorted(side_of)]
        match = MATCH_IDS.id_of(UUID(int=Random(f"{seed}|match").getrandbits(128)))
        state = _end(Setup(game, match, seed, [one.deck for one in there], [one.bot for one in there], options))
        assert state.result is not None
        sided = [dict.fromkeys(order[side_of[seat]] for seat in group) for group in state.result.placings]
        return tuple(tuple(sorted(group)) for group in sided)

    return playing


def _end(setup: Setup) -> State:
    """The match when it is over. Raises SimulationRefused for one that has no end."""
    for step in play(setup):
        state = step.decision.state
    if state.result is None or state.result.kind == "aborted":
        raise SimulationRefused(f"{setup.match}, seed {setup.seed!r}: never ends")
    return state


def by_strength(entries: Mapping[str, SimulatedEntrant]) -> Playing:
    """No game is played: one of ten duels is drawn, else the stronger wins more often; at larger tables in order."""

    def playing(seed: str, pairing: Pairing, order: Sequence[int]) -> Places:
        random = Random(seed)
        strengths = [entries[who].strength for who in pairing.seats]
        if len(order) == DUEL:
            return _drawn_duel(random, strengths[0] - strengths[1])
        return tuple((seat,) for seat in _finish(random, strengths))

    return playing


def _finish(random: Random, strengths: Sequence[float]) -> list[int]:
    """The seats of a larger table, the best first: the model of Plackett and Luce, so that any two of them finish in
    the order that a duel without draws would have.
    """
    times = [random.expovariate(exp(strength)) for strength in strengths]
    return sorted(range(len(times)), key=times.__getitem__)


def _drawn_duel(random: Random, ahead: float) -> Places:
    if random.random() < DRAWS:
        return ((0, 1),)
    return ((0,), (1,)) if random.random() < 1 / (1 + exp(-ahead)) else ((1,), (0,))
