"""Standings and tie-breaks once more, straight from their definitions in docs/tie-breaks.md.

It shares the data with the program and nothing else: no ledger, no memory, no cleverness.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from domain.tournament.entrants import Entrant, Round
from domain.tournament.policy import Policy
from domain.tournament.standings import standings

HALF = Fraction(1, 2)
ZERO = Fraction(0)


class Plain:
    """One tournament. A round of an entrant is a dict: round, kind, result, points, possible, opponents, games."""

    def __init__(self, policy: Policy, entrants: list[Entrant], rounds: list[Round], after: int | None = None) -> None:
        self.policy = policy
        self.after = len(rounds) if after is None else after
        every = {entrant.id: [row for one in rounds if (row := self._row(entrant, one))] for entrant in entrants}
        gone = {entrant.id for entrant in entrants if entrant.dropped is not None and self._annulled(every, entrant.id)}
        self.rows: dict[str, list[dict[str, Any]]] = {}
        for who, rows in every.items():
            counted = [row for row in rows if who not in gone and not gone & {*row["opponents"]}]
            self.rows[who] = [row for row in counted if after is None or row["round"] <= after]

    def _annulled(self, every: dict[str, list[dict[str, Any]]], leaver: str) -> bool:
        """Whether somebody who left has played less than half of all games of a round robin that annuls them then."""
        games = sum(row["kind"] == "played" for row in every[leaver])
        return self.policy.drops == "annulled" and games < Fraction(self.policy.cycles * (len(every) - 1), 2)

    def _row(self, entrant: Entrant, one: Round) -> dict[str, Any] | None:
        pay = {
            name: Fraction(getattr(self.policy.points, name), self.policy.points.units)
            for name in ("win", "draw", "loss")
        }
        row: dict[str, Any] = {"round": one.number, "opponents": [], "possible": pay["win"], "games": (0, 0, 0)}
        if entrant.id in one.byes:
            needed = {1: 1, 3: 2, 5: 3}[self.policy.best_of]
            bye = Fraction(self.policy.points.bye, self.policy.points.units)
            return row | {"kind": "bye", "result": 1, "points": bye, "games": (needed, 0, 0)}
        if entrant.id in one.half:
            return row | {"kind": "half", "result": HALF, "points": pay["draw"]}
        for pairing in one.pairings:
            if entrant.id in pairing.seats:
                return self._table(row, entrant.id, pairing, one, pay)
        if one.number < entrant.entered and self.policy.late_entry.missed == "draw":
            return row | {"kind": "half", "result": HALF, "points": pay["draw"]}
        return row | {"kind": "missed", "result": 0, "points": pay["loss"]}

    def _table(
        self, row: dict[str, Any], me: str, pairing: Any, one: Round, pay: dict[str, Fraction]
    ) -> dict[str, Any] | None:
        mine = pairing.seats.index(me)
        found = [result for result in one.results if result.table == pairing.table]
        if not found:
            return None
        result = found[0]
        row["opponents"] = [pairing.seats[1 - mine]]
        first = result.places[0] if result.places else ()
        score = {1: Fraction(1), 2: HALF}[len(first)] if mine in first else ZERO
        row |= {"result": score, "points": {ZERO: pay["loss"], HALF: pay["draw"], Fraction(1): pay["win"]}[score]}
        if mine in result.absent:
            return row | {"kind": "forfeit lost"}
        if result.absent:
            return row | {"kind": "forfeit won"}
        games = (result.games[mine], result.drawn, result.games[1 - mine]) if result.games else None
        single = (int(score == 1), int(score == HALF), int(score == 0))
        return row | {"kind": "played", "games": games or single}

    def points(self, me: str) -> Fraction:
        return sum((row["points"] for row in self.rows[me]), ZERO)

    def percent_rows(self, me: str) -> list[dict[str, Any]]:
        own = ("played", "forfeit won", "forfeit lost", *(("bye",) if self.policy.own_bye == "win" else ()))
        return [row for row in self.rows[me] if row["kind"] in own]

    def mw(self, me: str) -> Fraction:
        rows = self.percent_rows(me)
        return sum((row["points"] for row in rows), ZERO) / sum(row["possible"] for row in rows) if rows else ZERO

    def gw(self, me: str) -> Fraction:
        won = sum(row["games"][0] for row in self.percent_rows(me))
        drawn = sum(row["games"][1] for row in self.percent_rows(me))
        lost = sum(row["games"][2] for row in self.percent_rows(me))
        if won + drawn + lost == 0:
            return ZERO
        return Fraction(
            self.policy.points.win * won + self.policy.points.draw * drawn,
            self.policy.points.win * (won + drawn + lost),
        )

    def mean(self, me: str, value: Any) -> Fraction:
        against = [other for row in self.rows[me] for other in row["opponents"]]
        counted = [max(Fraction(*self.policy.floor), value(other)) for other in against]
        return sum(counted, ZERO) / len(counted) if counted else ZERO

    def seen_by_others(self, me: str) -> Fraction:
        total = self.points(me)
        if self.policy.format == "round_robin":
            return total
        for row in reversed(self.rows[me]):
            if row["kind"] in {"played", "forfeit won", "bye"}:
                break
            if row["kind"] != "forfeit lost":
                total += Fraction(self.policy.points.draw, self.policy.points.units) - row["points"]
        return total

    def parts(self, me: str) -> list[tuple[bool, Fraction, Any]]:
        """(given up, points of the opponent or dummy, result) of every round; in a round robin of each game."""
        if self.policy.format == "round_robin":
            paired = [row for row in self.rows[me] if row["opponents"]]
            return [(False, self.points(row["opponents"][0]), row["result"]) for row in paired]
        return [
            (False, self.seen_by_others(row["opponents"][0]), row["result"])
            if row["kind"] == "played"
            else (row["kind"] in {"half", "missed", "forfeit lost"}, self.dummy(me, row), row["result"])
            for row in self.rows[me]
        ]

    def dummy(self, me: str, row: dict[str, Any]) -> Fraction:
        """The points of whoever stands in where nothing was played."""
        if self.policy.regulations == "fide_2023":
            return self.points(me)
        if row["opponents"]:
            return min(self.points(me), self.seen_by_others(row["opponents"][0]))
        return min(self.points(me), Fraction(self.policy.points.draw * self.after, self.policy.points.units))

    def cut(self, me: str) -> list[Fraction]:
        own = sorted(points for up, points, _ in self.parts(me) if up)
        other = sorted(points for up, points, _ in self.parts(me) if not up)
        return own[1:] + other if own else other[1:]

    def value(self, code: str, me: str) -> Fraction:
        return {
            "MW": lambda: self.mw(me),
            "OMW": lambda: self.mean(me, self.mw),
            "GW": lambda: self.gw(me),
            "OGW": lambda: self.mean(me, self.gw),
            "BH": lambda: sum((points for _, points, _ in self.parts(me)), ZERO),
            "BH/C1": lambda: sum(self.cut(me), ZERO),
            "BH/M1": lambda: sum(sorted(self.cut(me))[:-1], ZERO),
            "SB": lambda: sum((points * result for _, points, result in self.parts(me)), ZERO),
            "WIN": lambda: Fraction(sum(row["result"] == 1 for row in self.rows[me])),
            "PP": lambda: self.at_tables(me),
            "OPP": lambda: self.opponents_at_tables(me),
        }[code]()

    def at_tables(self, me: str) -> Fraction:
        return sum((row["points"] for row in self.rows[me] if row["opponents"]), ZERO)

    def opponents_at_tables(self, me: str) -> Fraction:
        against = [other for row in self.rows[me] for other in row["opponents"]]
        return sum((self.at_tables(other) for other in against), ZERO) / len(against) if against else ZERO

    def encounter(self, tied: list[str]) -> list[set[str]]:
        """Those who are tied, in groups, best first."""
        low = {me: sum((self.against(me, other) or ZERO for other in tied), ZERO) for me in tied}
        open_ = {me: sum(other != me and self.against(me, other) is None for other in tied) for me in tied}
        if any(open_.values()):
            for me in tied:
                if all(low[me] > low[other] + open_[other] for other in tied if other != me):
                    return [{me}, *self.encounter([other for other in tied if other != me])]
            return [set(tied)]
        if len(set(low.values())) < 2:
            return [set(tied)]
        scores = sorted(set(low.values()), reverse=True)
        return [part for score in scores for part in self.encounter([me for me in tied if low[me] == score])]

    def against(self, me: str, other: str) -> Fraction | None:
        """The mean result against somebody; None if they have not played."""
        rows = [row for row in self.rows[me] if row["opponents"] == [other]]
        if self.policy.format != "round_robin":
            rows = [row for row in rows if row["kind"] == "played"]
        return sum((row["result"] for row in rows), ZERO) / len(rows) if rows else None

    def groups(self) -> list[set[str]]:
        """Everybody, in groups of those who are tied in everything, best first."""
        groups = _split(set(self.rows), self.points)
        for code in self.policy.tie_breaks:
            if code == "DE":
                groups = [part for group in groups for part in self.encounter(sorted(group))]
            else:
                groups = [
                    part for group in groups for part in _split(group, lambda me, code=code: self.value(code, me))
                ]
        return groups


class PlainPods(Plain):
    """The same of tables of three and more: points by place, shared by those who share places."""

    def _row(self, entrant: Entrant, one: Round) -> dict[str, Any] | None:
        row = super()._row(entrant, one)
        if row is not None and row["kind"] == "bye":
            row["points"] = Fraction(self.policy.pods.bye if self.policy.pods else 0)
        return row

    def _table(
        self, row: dict[str, Any], me: str, pairing: Any, one: Round, pay: dict[str, Fraction]
    ) -> dict[str, Any] | None:
        assert self.policy.pods is not None
        mine = pairing.seats.index(me)
        (result,) = (result for result in one.results if result.table == pairing.table)
        row |= {
            "kind": "played",
            "result": ZERO,
            "points": ZERO,
            "opponents": [who for who in pairing.seats if who != me],
        }
        better = 0
        for group in result.places:
            if mine in group:
                worth = self.policy.pods.by_place[better : better + len(group)]
                first = {True: Fraction(1), False: HALF}[len(group) == 1]
                row |= {"points": Fraction(sum(worth), len(group)), "result": ZERO if better else first}
            better += len(group)
        return row


def _split(group: set[str], value: Any) -> list[set[str]]:
    values = {me: value(me) for me in group}
    return [{me for me in group if values[me] == one} for one in sorted(set(values.values()), reverse=True)]


def agree(played: tuple[Policy, list[Entrant], list[Round]], after: int | None) -> None:
    """The program's standings after a round are these: points, tie-breaks, and who shares a rank."""
    policy, entrants, rounds = played
    rows = standings(policy, entrants, rounds, after)
    plain = Plain(policy, entrants, rounds, after)
    assert [(row.points.exact) for row in rows] == [str(plain.points(row.entrant)) for row in rows]
    for at, code in enumerate(policy.tie_breaks):
        if code != "DE":
            assert [row.tie_breaks[at].exact for row in rows] == [
                str(plain.value(code, row.entrant)) for row in rows
            ], code
    ranks: list[tuple[int, set[str]]] = []
    for group in plain.groups():
        ranks.append((1 + sum(len(one) for _, one in ranks), group))
    assert [
        (rank, {row.entrant for row in rows if row.rank == rank}) for rank in sorted({row.rank for row in rows})
    ] == ranks
