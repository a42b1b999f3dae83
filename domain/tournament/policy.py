"""The policy of a tournament: what organisers choose, as data, and everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, get_args

import msgspec

from domain.tournament.faults import Fault

Format = Literal["swiss", "round_robin", "single_elimination", "double_elimination", "pods"]
Elimination = Literal["single_elimination", "double_elimination"]
ELIMINATIONS: frozenset[Format] = frozenset(get_args(Elimination))
BEST_OF = (1, 3, 5)
MOST_AT_A_TABLE = 8
MOST_ENTRANTS = 4096
MOST_ROUNDS = 64
MOST_POINTS = 1000
MOST_REPLAYS = 9
ROUND_MS = range(60_000, 21 * 86_400_000 + 1)
"""The length of a round: from a minute to three weeks."""
TIE_BREAKS = ("MW", "OMW", "GW", "OGW", "BH", "BH/C1", "BH/M1", "SB", "DE", "WIN", "PP", "OPP")
Regulations = Literal["fide_2023", "fide_2026"]
"""The editions of the tie-break regulations of FIDE (C.07), by the year in which each came into force."""
REGULATED = frozenset({"BH", "BH/C1", "BH/M1", "SB"})
"""The tie-breaks whose values depend on the edition."""
IN_FORCE: Regulations = "fide_2026"
FORMER: Regulations = "fide_2023"
"""The edition of policies that were stored without one."""


class Points(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Match points in units; `units` of them are one shown point: win 2, draw 1, units 2 is the scoring of chess."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    units: int = 1


class Pods(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Tables of three and more: how many sit at one, and the points by place, best first.

    Those who share places share the sum of the points of these places.
    """

    size: int = 4
    least: int = 3
    most: int = 4
    by_place: tuple[int, ...] = (5, 3, 2, 1)
    bye: int = 3


class Cut(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The best `size` of the standings play on for elimination, seeded in the order of the standings."""

    size: int
    format: Elimination = "single_elimination"
    best_of: int = 1


class LateEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Late entrants may enter before the pairing of round `until`; each missed round counts as a loss or draw."""

    until: int = 1
    missed: Literal["loss", "draw"] = "loss"


class Policy(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything that pairings and standings depend on besides entrants, results and the seed.

    `rounds`: of Swiss and pods; None: as many as leave one unbeaten. `floor`: numerator and denominator of the least
    percentage that counts for an opponent. `drops`: whether the games of an entrant that leaves a round robin before
    playing half of it are kept or annulled. `seeding`: starting numbers are drawn, or follow the given order of the
    entrants. `replays`: how often a match of a bracket that nobody won is played again; then the better seed goes on.
    `round_ms`: the time for a round, told to everybody; nothing ends by itself when it is over. None: no limit.
    `regulations`: the edition that the tie-breaks of `REGULATED` follow.
    """

    format: Format
    rounds: int | None = None
    best_of: int = 1
    points: Points = Points()
    pods: Pods | None = None
    tie_breaks: tuple[str, ...] = ("OMW", "GW", "OGW")
    floor: tuple[int, int] = (1, 3)
    own_bye: Literal["excluded", "win"] = "excluded"
    late_entry: LateEntry = LateEntry()
    drops: Literal["kept", "annulled"] = "kept"
    cut: Cut | None = None
    cycles: int = 1
    seeding: Literal["drawn", "given"] = "drawn"
    third_place: bool = False
    bracket_reset: bool = True
    replays: int = 2
    round_ms: int | None = None
    regulations: Regulations = FORMER

    @property
    def least_percentage(self) -> Fraction:
        """The floor as a fraction."""
        return Fraction(*self.floor)


def rounds_of(policy: Policy, entrants: int) -> int:
    """The number of rounds before a cut; those of an elimination follow from its bracket."""
    if policy.format == "round_robin":
        return policy.cycles * (entrants - 1 + entrants % 2)
    if policy.rounds is not None:
        return policy.rounds
    return max(1, (entrants - 1).bit_length())


def faults(policy: Policy) -> tuple[Fault, ...]:
    """All faults of a policy, in the order of its fields."""
    return tuple(
        fault
        for part in (
            _rounds,
            _best_of,
            _points,
            _pods,
            _tie_breaks,
            _floor,
            _late_entry,
            _drops,
            _cut,
            _cycles,
            _replays,
            _round_ms,
        )
        for fault in part(policy)
    )


def _rounds(policy: Policy) -> Iterator[Fault]:
    if policy.rounds is None:
        return
    if policy.format not in {"swiss", "pods"}:
        yield Fault("ROUNDS_FOLLOW", "the number of rounds follows from the entrants", ("rounds",))
    elif not 1 <= policy.rounds <= MOST_ROUNDS:
        yield Fault("ROUNDS_RANGE", f"between 1 and {MOST_ROUNDS} rounds", ("rounds",))


def _best_of(policy: Policy) -> Iterator[Fault]:
    if policy.best_of not in BEST_OF:
        yield Fault("BEST_OF", "a match is best of 1, 3 or 5", ("best_of",))
    elif policy.format == "pods" and policy.best_of != 1:
        yield Fault("BEST_OF_PODS", "a table of three and more plays one game", ("best_of",))


def _points(policy: Policy) -> Iterator[Fault]:
    points = policy.points
    if not 1 <= points.units <= MOST_POINTS:
        yield Fault("POINTS_UNITS", f"between 1 and {MOST_POINTS} units are a point", ("points", "units"))
    for name in ("win", "draw", "loss", "bye"):
        if not 0 <= getattr(points, name) <= MOST_POINTS:
            yield Fault("POINTS_RANGE", f"between 0 and {MOST_POINTS}", ("points", name))
    if not points.win > points.draw >= points.loss:
        yield Fault("POINTS_ORDER", "a win is worth more than a draw, a draw no less than a loss", ("points",))
    if points.bye > points.win:
        yield Fault("POINTS_BYE", "a bye is worth no more than a win", ("points", "bye"))


def _pods(policy: Policy) -> Iterator[Fault]:
    pods = policy.pods
    if policy.format != "pods":
        if pods is not None:
            yield Fault("PODS_UNUSED", "only tables of three and more have a rule for them", ("pods",))
        return
    if pods is None:
        yield Fault("PODS_MISSING", "say how many sit at a table and what their places are worth", ("pods",))
        return
    if not 2 <= pods.least <= pods.size <= pods.most <= MOST_AT_A_TABLE:
        yield Fault("PODS_SIZE", f"2 <= least <= size <= most <= {MOST_AT_A_TABLE}", ("pods", "size"))
    yield from _by_place(pods)


def _by_place(pods: Pods) -> Iterator[Fault]:
    if len(pods.by_place) < pods.most:
        yield Fault("PODS_PLACES", "points for every place of the largest table", ("pods", "by_place"))
    for number, points in enumerate((*pods.by_place, pods.bye)):
        if not 0 <= points <= MOST_POINTS:
            where = ("by_place", str(number)) if number < len(pods.by_place) else ("bye",)
            yield Fault("POINTS_RANGE", f"between 0 and {MOST_POINTS}", ("pods", *where))
    if list(pods.by_place) != sorted(pods.by_place, reverse=True) or len(set(pods.by_place)) < 2:
        yield Fault(
            "PODS_ORDER", "a better place is worth no less, and the first more than the last", ("pods", "by_place")
        )
    elif pods.bye > pods.by_place[0]:
        yield Fault("POINTS_BYE", "a bye is worth no more than a win", ("pods", "bye"))


def _tie_breaks(policy: Policy) -> Iterator[Fault]:
    for number, code in enumerate(policy.tie_breaks):
        if code not in TIE_BREAKS:
            yield Fault("TIE_BREAK_UNKNOWN", f"one of {', '.join(TIE_BREAKS)}", ("tie_breaks", str(number)))
        elif code in policy.tie_breaks[:number]:
            yield Fault("TIE_BREAK_TWICE", f"{code} stands there already", ("tie_breaks", str(number)))


def _floor(policy: Policy) -> Iterator[Fault]:
    over, under = policy.floor
    if not (under > 0 and 0 <= over <= under <= MOST_POINTS):
        yield Fault("FLOOR", "a fraction from 0 to 1", ("floor",))


def _late_entry(policy: Policy) -> Iterator[Fault]:
    late = policy.late_entry
    if not 1 <= late.until <= MOST_ROUNDS:
        yield Fault("LATE_RANGE", f"between 1 and {MOST_ROUNDS}", ("late_entry", "until"))
    elif late.until > 1 and policy.format not in {"swiss", "pods"}:
        yield Fault("LATE_FORMAT", "nobody enters a round robin or a bracket late", ("late_entry", "until"))
    elif policy.rounds is not None and late.until > max(1, policy.rounds):
        yield Fault("LATE_ROUNDS", "no later than the last round", ("late_entry", "until"))


def _drops(policy: Policy) -> Iterator[Fault]:
    if policy.drops == "annulled" and policy.format != "round_robin":
        yield Fault("DROPS_FORMAT", "only a round robin annuls what was played", ("drops",))


def _cut(policy: Policy) -> Iterator[Fault]:
    if policy.cut is None:
        return
    if policy.format not in {"swiss", "pods", "round_robin"}:
        yield Fault("CUT_FORMAT", "an elimination has no cut", ("cut",))
    if not 2 <= policy.cut.size <= MOST_ENTRANTS:
        yield Fault("CUT_SIZE", f"between 2 and {MOST_ENTRANTS}", ("cut", "size"))
    if policy.cut.best_of not in BEST_OF:
        yield Fault("BEST_OF", "a match is best of 1, 3 or 5", ("cut", "best_of"))


def _cycles(policy: Policy) -> Iterator[Fault]:
    if policy.cycles not in {1, 2}:
        yield Fault("CYCLES_RANGE", "everybody meets once or twice", ("cycles",))
    elif policy.cycles == 2 and policy.format != "round_robin":
        yield Fault("CYCLES_FORMAT", "only a round robin has cycles", ("cycles",))


def _replays(policy: Policy) -> Iterator[Fault]:
    if not 0 <= policy.replays <= MOST_REPLAYS:
        yield Fault("REPLAYS_RANGE", f"between 0 and {MOST_REPLAYS}", ("replays",))


def _round_ms(policy: Policy) -> Iterator[Fault]:
    if policy.round_ms is not None and policy.round_ms not in ROUND_MS:
        yield Fault("ROUND_MS_RANGE", f"between {ROUND_MS[0]} and {ROUND_MS[-1]}", ("round_ms",))
