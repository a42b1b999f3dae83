"""Tournaments that are played by chance: entrants come late, leave, don't come, and are paired by the domain."""

from __future__ import annotations

from random import Random

from domain.tournament import swiss
from domain.tournament.assignment import DuelInput, players
from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.ledger import ledger
from domain.tournament.policy import Policy

Played = tuple[Policy, list[Entrant], list[Round]]
SEED = bytes(range(32))


def duel(random: Random, table: int, best_of: int = 1, draws: float = 0.15, forfeits: float = 0.04) -> TableResult:
    """What two might bring off."""
    if random.random() < forfeits:
        absent = random.choice([(0,), (1,), (0, 1)])
        there = tuple(seat for seat in (0, 1) if seat not in absent)
        return TableResult(table, ((there[0],),) if there else (), absent=absent)
    needed = best_of // 2 + 1
    won = [random.randint(0, needed - 1), random.randint(0, needed - 1)]
    if random.random() < draws:
        won[1] = won[0]
        return TableResult(table, ((0, 1),), tuple(won), drawn=1)
    winner = random.randrange(2)
    won[winner] = needed
    return TableResult(table, ((winner,), (1 - winner,)), tuple(won), random.choice([0, 0, 1]))


def pod(random: Random, table: int, size: int) -> TableResult:
    """What some might bring off: places, now and then shared."""
    seats = list(range(size))
    random.shuffle(seats)
    groups: list[list[int]] = []
    for seat in seats:
        if groups and random.random() < 0.15:
            groups[-1].append(seat)
        else:
            groups.append([seat])
    return TableResult(table, tuple(map(tuple, groups)))


def swiss_tournament(random: Random, policy: Policy, count: int, forfeits: float = 0.04) -> Played:
    """A Swiss of so many entrants, some of whom come late or leave."""
    rounds_due = policy.rounds or 5
    entrants = [
        Entrant(f"e{number:03}", random.randint(2, policy.late_entry.until) if _late(random, policy, number) else 1)
        for number in range(count)
    ]
    rounds: list[Round] = []
    for number in range(1, rounds_due + 1):
        there = [entrant.id for entrant in entrants if entrant.takes_part(number)]
        half = tuple(one for one in there if random.random() < 0.02)
        seen = players(ledger(policy, entrants, rounds), entrants, number, half)
        paired = swiss.pair(DuelInput("tn_played", number, seen), SEED)
        results = tuple(duel(random, one.table, policy.best_of, forfeits=forfeits) for one in paired.pairings)
        rounds.append(Round(number, paired.pairings, paired.byes, half, results))
        entrants = [_stays(random, entrant, number) for entrant in entrants]
    return policy, entrants, rounds


def _late(random: Random, policy: Policy, number: int) -> bool:
    return number > 3 and policy.late_entry.until > 1 and random.random() < 0.1


def _stays(random: Random, entrant: Entrant, number: int) -> Entrant:
    if entrant.dropped is None and entrant.entered <= number and random.random() < 0.04:
        return Entrant(entrant.id, entrant.entered, number)
    return entrant


def table(number: int, *seats: str) -> Pairing:
    """A table with who sits there."""
    return Pairing(number, seats)
