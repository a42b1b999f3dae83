"""The ledger: one line for each entrant and round, with what it earned. Standings and pairings read nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from domain.kernel.result import place_in
from domain.tournament.entrants import Entrant, Pairing, Round, TableResult
from domain.tournament.policy import Policy, rounds_of

Kind = Literal["played", "forfeit_win", "forfeit_loss", "bye", "half", "missed"]
RoundOutcome = Literal["win", "draw", "loss"]
VOLUNTARY: frozenset[Kind] = frozenset({"forfeit_loss", "half", "missed"})
"""Unplayed rounds that are the entrant's own doing."""


class LedgerLine(msgspec.Struct, frozen=True):
    """One round of one entrant. `possible` is the most that the round could have brought; `place` counts from 0.

    `games`: won, drawn, lost. `seat`: the one that was paired, from 0, also if nothing was played.
    """

    round: int
    kind: Kind
    outcome: RoundOutcome
    points: Fraction
    possible: Fraction
    opponents: tuple[str, ...] = ()
    games: tuple[int, int, int] = (0, 0, 0)
    place: int | None = None
    seat: int = 0

    @property
    def balance(self) -> int:
        """How much later than the middle of the table it sat, in half seats; 0 if nothing was played."""
        return 2 * self.seat - len(self.opponents) if self.kind == "played" else 0


EntrantLines = tuple[LedgerLine, ...]
"""The lines of one entrant in the order of the rounds."""


class Ledger:
    """The accounts of all entrants after some round."""

    def __init__(self, policy: Policy, accounts: dict[str, EntrantLines], after: int) -> None:
        self.policy = policy
        self.accounts = accounts
        self.after = after
        self.points = {entrant: earned(account) for entrant, account in accounts.items()}


def earned(lines: Iterable[LedgerLine]) -> Fraction:
    """The points of some lines."""
    return sum((line.points for line in lines), Fraction())


def ledger(policy: Policy, entrants: Sequence[Entrant], rounds: Sequence[Round], after: int | None = None) -> Ledger:
    """The account of every entrant after a round; after the last one that has begun if the caller names none.

    An annulment holds for every round: so this looks at all rounds for it, however early the named one is.
    """
    counted = [one for one in sorted(rounds, key=lambda one: one.number) if after is None or one.number <= after]
    last = counted[-1].number if counted else 0
    gone = annulled(policy, entrants, rounds)
    found = accounts(policy, counted, entrants)
    return Ledger(policy, {who: counting(gone, who, account) for who, account in found.items()}, last)


def accounts(policy: Policy, rounds: Sequence[Round], of: Iterable[Entrant]) -> dict[str, EntrantLines]:
    """The accounts of some of the entrants after these rounds, annulled games included."""
    return {entrant: tuple(lines) for entrant, lines in _entered(policy, rounds, of).items()}


def counting(gone: frozenset[str], entrant: str, account: EntrantLines) -> EntrantLines:
    """The part of an account that counts: without all games by and against annulled entrants."""
    return () if entrant in gone else tuple(line for line in account if not gone.intersection(line.opponents))


def annulled(policy: Policy, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> frozenset[str]:
    """The entrants that left a round robin before playing half of it, as far as these rounds go."""
    if policy.drops != "annulled":
        return frozenset()
    due = policy.cycles * (len(entrants) - 1)
    own = [one for one in rounds if one.number <= rounds_of(policy, len(entrants))]
    dropped = _entered(policy, own, [entrant for entrant in entrants if entrant.dropped is not None])
    return frozenset(who for who, lines in dropped.items() if 2 * sum(line.kind == "played" for line in lines) < due)


def _entered(policy: Policy, rounds: Sequence[Round], of: Iterable[Entrant]) -> dict[str, list[LedgerLine]]:
    wanted = tuple(of)
    lines: dict[str, list[LedgerLine]] = {entrant.id: [] for entrant in wanted}
    for one in rounds:
        _enter(policy, wanted, one, lines)
    return lines


def _enter(policy: Policy, entrants: Iterable[Entrant], one: Round, lines: dict[str, list[LedgerLine]]) -> None:
    results = {result.table: result for result in one.results}
    for pairing in one.pairings:
        if pairing.table in results:
            for seat, entrant in enumerate(pairing.seats):
                if entrant in lines:
                    lines[entrant].append(_line(policy, one.number, pairing, results[pairing.table], seat))
    for entrant in lines.keys() & {*one.byes}:
        lines[entrant].append(_bye(policy, one.number))
    for entrant in lines.keys() & {*one.half}:
        lines[entrant].append(_half(policy, one.number))
    there = {*one.byes, *one.half}.union(*(pairing.seats for pairing in one.pairings))
    for absent in entrants:
        if absent.id not in there:
            lines[absent.id].append(_missed(policy, one.number, absent))


def _line(policy: Policy, number: int, pairing: Pairing, result: TableResult, seat: int) -> LedgerLine:
    size = len(pairing.seats)
    opponents = tuple(entrant for other, entrant in enumerate(pairing.seats) if other != seat)
    place, outcome = _placed(result, seat)
    kind = _kind(size, result, seat)
    return LedgerLine(
        number,
        kind,
        outcome,
        _earned(policy, result, seat, outcome),
        _possible(policy),
        opponents,
        _games(result, seat, size, outcome) if kind == "played" else (0, 0, 0),
        place,
        seat,
    )


def _placed(result: TableResult, seat: int) -> tuple[int | None, RoundOutcome]:
    """The place of a seat, counted from 0, and what it means: a first place alone wins, a shared one draws."""
    place = place_in(result.places, seat)
    if place == 0:
        return place, "win" if len(result.places[0]) == 1 else "draw"
    return place, "loss"


def _kind(size: int, result: TableResult, seat: int) -> Kind:
    if seat in result.absent:
        return "forfeit_loss"
    return "forfeit_win" if len(result.absent) == size - 1 else "played"


def _earned(policy: Policy, result: TableResult, seat: int, outcome: RoundOutcome) -> Fraction:
    if policy.format == "pods":
        return pod_points(policy, result, seat)
    return Fraction(getattr(policy.points, outcome), policy.points.units)


def pod_points(policy: Policy, result: TableResult, seat: int) -> Fraction:
    """The points by place at a table: those who share places share the sum of their points; no place, no points."""
    assert policy.pods is not None
    place = place_in(result.places, seat)
    if place is None:
        return Fraction()
    [sharing] = [len(group) for group in result.places if seat in group]
    taken = policy.pods.by_place[place : place + sharing]
    return Fraction(sum(taken), sharing * policy.points.units)


def _possible(policy: Policy) -> Fraction:
    if policy.format == "pods":
        assert policy.pods is not None
        return Fraction(policy.pods.by_place[0], policy.points.units)
    return Fraction(policy.points.win, policy.points.units)


def _games(result: TableResult, seat: int, size: int, outcome: RoundOutcome) -> tuple[int, int, int]:
    """Games won, drawn and lost. Without a count a match was one game."""
    if result.games and size == 2:
        return result.games[seat], result.drawn, result.games[1 - seat]
    return int(outcome == "win"), int(outcome == "draw"), int(outcome == "loss")


def _bye(policy: Policy, number: int) -> LedgerLine:
    """A bye is a match won without losing a game, worth what the policy says."""
    worth = policy.pods.bye if policy.pods is not None else policy.points.bye
    games = (policy.best_of // 2 + 1, 0, 0)
    return LedgerLine(number, "bye", "win", Fraction(worth, policy.points.units), _possible(policy), games=games)


def _half(policy: Policy, number: int) -> LedgerLine:
    return LedgerLine(number, "half", "draw", Fraction(policy.points.draw, policy.points.units), _possible(policy))


def _missed(policy: Policy, number: int, entrant: Entrant) -> LedgerLine:
    """A round that it took no part in. Before a late entry it counts as the policy says, else as a loss."""
    if number < entrant.entered and policy.late_entry.missed == "draw":
        return _half(policy, number)
    worth = policy.points.loss if policy.format != "pods" else 0
    return LedgerLine(number, "missed", "loss", Fraction(worth, policy.points.units), _possible(policy))
