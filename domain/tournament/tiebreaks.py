"""Tie-breaks: one small function each, exact. More is better in all of them.

Percentages know matches, played or forfeited, and no missed rounds. Sums of opponents' points follow the tie-break
regulations of FIDE (C.07), in the edition that the policy names: an unplayed round counts as a game with a dummy, and
an opponent who gave up its last rounds is counted as if it had drawn them. A round robin counts forfeits as played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from domain.tournament.ledger import VOLUNTARY, EntrantLines, Ledger, LedgerLine, earned
from domain.tournament.policy import FORMER

HALF = Fraction(1, 2)
Value = Callable[["Books", str], Fraction]


class TieBreak(NamedTuple):
    """The computation of a code, and whether people read it as a percentage."""

    value: Value
    percent: bool = False


class Books:
    """A ledger with what the tie-breaks of many entrants ask for again and again."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.policy = ledger.policy
        self.scheduled = ledger.policy.format == "round_robin"
        self._memo: dict[tuple[Value, str], Fraction] = {}

    def ask(self, value: Value, entrant: str) -> Fraction:
        """The value of an entrant, computed once."""
        key = (value, entrant)
        if key not in self._memo:
            self._memo[key] = value(self, entrant)
        return self._memo[key]

    def account(self, entrant: str) -> EntrantLines:
        """The lines of an entrant."""
        return self.ledger.accounts[entrant]

    def matches(self, entrant: str) -> list[LedgerLine]:
        """The rounds that its own percentages are about: matches, and byes where the policy counts them as won."""
        byes = self.policy.own_bye == "win"
        return [line for line in self.account(entrant) if line.opponents or (byes and line.kind == "bye")]

    def opponents(self, entrant: str) -> list[str]:
        """Everybody it was paired with, as often as it was; so byes and missed rounds are not in it."""
        return [opponent for line in self.account(entrant) for opponent in line.opponents]

    def met(self, line: LedgerLine) -> bool:
        """Whether sums of opponents' points see the opponents of a line, and no dummy."""
        return bool(line.opponents) and (line.kind == "played" or self.scheduled)


def match_win(books: Books, entrant: str) -> Fraction:
    """MW, match-win %: points earned in matches out of those that winning all would have earned; 0 without any."""
    lines = books.matches(entrant)
    possible = sum((line.possible for line in lines), Fraction())
    return earned(lines) / possible if possible else Fraction()


def opponents_match_win(books: Books, entrant: str) -> Fraction:
    """OMW, opponents' match-win %: the mean of the match-win % of all opponents, none counted below the floor."""
    return _mean_of_opponents(books, entrant, match_win, books.policy.least_percentage)


def game_win(books: Books, entrant: str) -> Fraction:
    """GW, game-win %: as match-win %, with games: a drawn one is worth as much of a won one as a match is."""
    won, drawn, lost = (sum(line.games[i] for line in books.matches(entrant)) for i in range(3))
    points = books.policy.points
    played = won + drawn + lost
    return Fraction(points.win * won + points.draw * drawn, points.win * played) if played else Fraction()


def opponents_game_win(books: Books, entrant: str) -> Fraction:
    """OGW, opponents' game-win %: the mean of the game-win % of all opponents, none counted below the floor."""
    return _mean_of_opponents(books, entrant, game_win, books.policy.least_percentage)


def _mean_of_opponents(books: Books, entrant: str, value: Value, floor: Fraction) -> Fraction:
    opponents = books.opponents(entrant)
    total = sum((max(floor, books.ask(value, opponent)) for opponent in opponents), Fraction())
    return total / len(opponents) if opponents else Fraction()


def adjusted_points(books: Books, entrant: str) -> Fraction:
    """An opponent's points as others count them: rounds at the end that it gave up are counted as drawn."""
    if books.scheduled:
        return books.ledger.points[entrant]
    account = books.account(entrant)
    end = len(account)
    while end and account[end - 1].kind in VOLUNTARY:
        end -= 1
    forfeits = [line for line in account[end:] if line.kind == "forfeit_loss"]
    return earned([*account[:end], *forfeits]) + _drawn(books, len(account) - end - len(forfeits))


def _drawn(books: Books, rounds: int) -> Fraction:
    """The points of so many drawn rounds."""
    return Fraction(books.policy.points.draw * rounds, books.policy.points.units)


def _dummy(books: Books, entrant: str, line: LedgerLine) -> Fraction:
    """The points of the dummy that stands in for the opponent of an unplayed round: the entrant's own.

    Since 2026 (C.07, 16.4) no more than the opponent has that it was paired with, and no more than all rounds so far
    would have brought as draws where it was paired with nobody.
    """
    own = books.ledger.points[entrant]
    if books.policy.regulations == FORMER:
        return own
    if line.opponents:
        return min(own, *(books.ask(adjusted_points, opponent) for opponent in line.opponents))
    return min(own, _drawn(books, books.ledger.after))


def _contributions(books: Books, entrant: str) -> list[tuple[bool, Fraction]]:
    """The points that each opponent or dummy adds to Buchholz, and whether a cut takes it first, being the entrant's
    doing.
    """
    found = []
    for line in books.account(entrant):
        if books.met(line):
            found += [(False, books.ask(adjusted_points, opponent)) for opponent in line.opponents]
        elif not books.scheduled:
            found.append((line.kind in VOLUNTARY, _dummy(books, entrant, line)))
    return found


def buchholz(books: Books, entrant: str) -> Fraction:
    """BH, Buchholz: the sum of the points of all opponents, and of a dummy for each round that was not played."""
    return sum((points for _, points in _contributions(books, entrant)), Fraction())


def buchholz_cut_1(books: Books, entrant: str) -> Fraction:
    """BH/C1, Buchholz cut 1: without the least one; of rounds given up, the least of these."""
    return sum((points for _, points in _without_least(_contributions(books, entrant))), Fraction())


def buchholz_median_1(books: Books, entrant: str) -> Fraction:
    """BH/M1, median Buchholz: as cut 1, without the greatest one as well."""
    rest = sorted(points for _, points in _without_least(_contributions(books, entrant)))
    return sum(rest[:-1], Fraction())


def _without_least(contributions: Sequence[tuple[bool, Fraction]]) -> list[tuple[bool, Fraction]]:
    ordered = sorted(contributions, key=lambda one: (not one[0], one[1]))
    return ordered[1:]


def sonneborn_berger(books: Books, entrant: str) -> Fraction:
    """SB, Sonneborn-Berger: the points of each opponent beaten, half those of each one drawn with.

    An unplayed round adds the points of its dummy times what it earned: all for a bye, half for points of a draw. At a
    table of three and more, an entrant has beaten those in later places, and drawn with those who share the place.
    """
    total = Fraction()
    for line in books.account(entrant):
        if books.met(line):
            total += _beaten(books, entrant, line)
        elif not books.scheduled:
            total += _dummy(books, entrant, line) * _share(line.outcome)
    return total


def _beaten(books: Books, entrant: str, line: LedgerLine) -> Fraction:
    return sum(
        (books.ask(adjusted_points, other) * _against(books, line, other) for other in line.opponents), Fraction()
    )


def _against(books: Books, line: LedgerLine, opponent: str) -> Fraction:
    """The score against one opponent of a line: 1, 1/2 or 0."""
    if len(line.opponents) == 1:
        return _share(line.outcome)
    theirs = next(other for other in books.account(opponent) if other.round == line.round).place
    if line.place is None:
        return Fraction()
    if theirs is None or line.place < theirs:
        return Fraction(1)
    return HALF if line.place == theirs else Fraction()


def _share(outcome: str) -> Fraction:
    return {"win": Fraction(1), "draw": HALF}.get(outcome, Fraction())


def wins(books: Books, entrant: str) -> Fraction:
    """WIN, number of wins: rounds that earned what a win earns; byes and forfeits won are among them."""
    return Fraction(sum(line.outcome == "win" for line in books.account(entrant)))


def place_points(books: Books, entrant: str) -> Fraction:
    """PP, place points: the points earned at tables, so without those of byes and of rounds not played."""
    return earned(line for line in books.account(entrant) if line.opponents)


def opponents_place_points(books: Books, entrant: str) -> Fraction:
    """OPP, opponents' place points: the mean of the place points of everybody at the entrant's tables."""
    return _mean_of_opponents(books, entrant, place_points, Fraction())


def direct_encounter(books: Books, tied: Sequence[str]) -> dict[str, Fraction]:
    """DE, direct encounter, of entrants who are tied: how many of them each one is placed before.

    If all have met, what they scored against each other places them: 1 for a win, 1/2 for a draw, the mean where two
    met more than once. If not all have, an entrant that is first whatever the missing matches bring comes first, then
    the same among the others. Those who are still tied are compared among themselves.
    """
    order = _encounter(books, list(tied))
    behind = len(tied)
    found = {}
    for group in order:
        behind -= len(group)
        found.update(dict.fromkeys(group, Fraction(behind)))
    return found


def _encounter(books: Books, tied: list[str]) -> list[list[str]]:
    if len(tied) < 2:
        return [tied] if tied else []
    scores, missing = _among(books, tied)
    if any(missing.values()):
        return _certain_first(books, tied, scores, missing)
    groups = [[one for one in tied if scores[one] == score] for score in sorted(set(scores.values()), reverse=True)]
    if len(groups) == 1:
        return [tied]
    return [part for group in groups for part in _encounter(books, group)]


def _certain_first(
    books: Books, tied: list[str], scores: dict[str, Fraction], missing: dict[str, int]
) -> list[list[str]]:
    for one in tied:
        rest = [other for other in tied if other != one]
        if all(scores[one] > scores[other] + missing[other] for other in rest):
            return [[one], *_encounter(books, rest)]
    return [tied]


def _among(books: Books, tied: list[str]) -> tuple[dict[str, Fraction], dict[str, int]]:
    """The mean of what each scored against each other one, and how many of them it has not met."""
    scores: dict[str, Fraction] = {}
    missing: dict[str, int] = {}
    for one in tied:
        met: dict[str, list[Fraction]] = {other: [] for other in tied if other != one}
        for line in books.account(one):
            if books.met(line):
                for other in met.keys() & set(line.opponents):
                    met[other].append(_against(books, line, other))
        scores[one] = sum((sum(found, Fraction()) / len(found) for found in met.values() if found), Fraction())
        missing[one] = sum(not found for found in met.values())
    return scores, missing


TIE_BREAKS: dict[str, TieBreak] = {
    "MW": TieBreak(match_win, percent=True),
    "OMW": TieBreak(opponents_match_win, percent=True),
    "GW": TieBreak(game_win, percent=True),
    "OGW": TieBreak(opponents_game_win, percent=True),
    "BH": TieBreak(buchholz),
    "BH/C1": TieBreak(buchholz_cut_1),
    "BH/M1": TieBreak(buchholz_median_1),
    "SB": TieBreak(sonneborn_berger),
    "WIN": TieBreak(wins),
    "PP": TieBreak(place_points),
    "OPP": TieBreak(opponents_place_points),
}
"""Every tie-break of one entrant; DE is one of those who are tied."""
