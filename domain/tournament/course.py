"""The course of a tournament: one state, and what is done to it, round by round. Every refusal is a value.

Nothing here is drawn and no time passes: who keeps a tournament brings the seed of each round, stores what was done,
and comes to the same state again by doing it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from domain.tournament import brackets, round_robin
from domain.tournament.brackets import BracketInput
from domain.tournament.entrants import Entrant, Pairing, Round, TableResult, entry_faults
from domain.tournament.entrants import faults as result_faults
from domain.tournament.faults import Fault, Faults
from domain.tournament.ledger import EntrantLines, earned, ledger
from domain.tournament.pods import table_sizes
from domain.tournament.policy import ELIMINATIONS, MOST_ENTRANTS, Policy, rounds_of
from domain.tournament.policy import faults as policy_faults
from domain.tournament.proof import Given, Proof, prove
from domain.tournament.round_robin import RoundRobinInput
from domain.tournament.rounds import cut, elimination, given
from domain.tournament.seeds import shuffled
from domain.tournament.standings import POINTS, Standing, exact, standings

BRACKET = "BRACKET"
"""The code that decides between two who went out of a bracket at different times."""


class Course(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament from its start on. `due`: the number of rounds before a bracket, fixed at the start.

    `seeded`: the players of the bracket, once they are known: the best first, or as they entered. Each round has the
    proof in the same place.
    """

    id: str
    policy: Policy
    due: int
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    proofs: tuple[Proof, ...] = ()
    seeded: tuple[str, ...] = ()
    finished: bool = False


CourseOrFaults = Course | Faults


def start(tournament: str, policy: Policy, entrants: Sequence[str]) -> CourseOrFaults:
    """A tournament of which no round has begun."""
    found = (*policy_faults(policy), *_start_faults(policy, entrants))
    return found or started(tournament, policy, entrants)


def started(tournament: str, policy: Policy, entrants: Sequence[str]) -> Course:
    """A tournament of which no round has begun, without asking whether it may start."""
    out = policy.format in ELIMINATIONS
    due = 0 if out else rounds_of(policy, len(entrants))
    return Course(tournament, policy, due, tuple(map(Entrant, entrants)), seeded=tuple(entrants) if out else ())


def _start_faults(policy: Policy, entrants: Sequence[str]) -> Faults:
    if not 2 <= len(entrants) <= MOST_ENTRANTS:
        return (Fault("ENTRANTS_RANGE", f"between 2 and {MOST_ENTRANTS} entrants", ("entrants",)),)
    if not all(entrants):
        return (Fault("ENTRANT_ID", "an entrant has an id", ("entrants",)),)
    if len(set(entrants)) < len(entrants):
        return (Fault("ENTRANT_TWICE", "has entered already", ("entrants",)),)
    if policy.cut is not None and policy.cut.size > len(entrants):
        return (Fault("CUT_ENTRANTS", f"no more than the {len(entrants)} entrants", ("cut", "size")),)
    pods = policy.pods
    if pods is not None and not table_sizes(len(entrants), pods.least, pods.size, pods.most)[0]:
        return (Fault("PODS_ENTRANTS", f"a table needs {pods.least}", ("entrants",)),)
    return ()


def enter(course: Course, entrant: str) -> CourseOrFaults:
    """Somebody comes late, and is paired from the next round on."""
    found = entry_faults(course.policy, course.entrants, entrant, len(course.rounds))
    if found:
        return found
    if len(course.rounds) >= course.due:
        return (Fault("ENTRY_CLOSED", "the last round to enter has begun", ("entrant",)),)
    return entered(course, entrant)


def entered(course: Course, entrant: str) -> Course:
    """With somebody more from the next round on, without asking."""
    newcomer = Entrant(entrant, len(course.rounds) + 1)
    return msgspec.structs.replace(course, entrants=(*course.entrants, newcomer))


def leave(course: Course, entrant: str) -> CourseOrFaults:
    """Somebody leaves after the round that has begun last."""
    if all(one.id != entrant for one in course.entrants):
        return (Fault("ENTRANT_UNKNOWN", "is no entrant", ("entrant",)),)
    if entrant in _gone(course):
        return (Fault("ENTRANT_GONE", "has left already", ("entrant",)),)
    return left(course, entrant)


def left(course: Course, entrant: str) -> Course:
    """Without an entrant after the round that has begun last, unchecked; one that left before stays out since then."""
    last = len(course.rounds)
    entrants = tuple(
        msgspec.structs.replace(one, dropped=last) if one.id == entrant and one.dropped is None else one
        for one in course.entrants
    )
    return msgspec.structs.replace(course, entrants=entrants)


def pair(course: Course, seed: bytes, excused: Sequence[str] = ()) -> CourseOrFaults:
    """The next round, with its proof. The seed of their first round draws starting numbers and seeds, once.

    A round robin or a bracket pairs an entrant that has left all the same, and it forfeits at once. In the first round
    of a bracket the entrants that wait have a bye.
    """
    found = _pair_faults(course)
    if found:
        return found
    course = _cut(course, seed)
    if excused and (course.seeded or course.policy.format == "round_robin"):
        return (Fault("EXCUSED_FORMAT", "nobody is let off in a round robin or a bracket", ("excused",)),)
    proof = prove(_given(course, excused), _seed(course, seed))
    there = {who for pairing in proof.result.pairings for who in pairing.seats}
    waiting = tuple(who for who in course.seeded if who not in there) if len(course.rounds) == course.due else ()
    number = len(course.rounds) + 1
    half = tuple(one.id for one in course.entrants if one.id in excused and one.takes_part(number))
    results = tuple(filter(None, (_forfeit(_gone(course), pairing) for pairing in proof.result.pairings)))
    paired = Round(number, proof.result.pairings, (*proof.result.byes, *waiting), half, results)
    return msgspec.structs.replace(course, rounds=(*course.rounds, paired), proofs=(*course.proofs, proof))


def _pair_faults(course: Course) -> Faults:
    if open_tables(course):
        return (Fault("ROUND_OPEN", "tables of this round have no result yet", ("round",)),)
    if over(course):
        return (Fault("NO_ROUND_LEFT", "all rounds have been played", ("round",)),)
    return ()


def _cut(course: Course, seed: bytes) -> Course:
    """With those who play on, when the rounds before the bracket are over. Whom nothing decides, the lot does."""
    if course.seeded or len(course.rounds) < course.due:
        return course
    rows = _by_lot(course, standings(course.policy, course.entrants, course.rounds), seed)
    return msgspec.structs.replace(course, seeded=cut(course.policy, rows, tuple(_gone(course))))


def _by_lot(course: Course, rows: Sequence[Standing], seed: bytes) -> list[Standing]:
    """The entrants that share a rank, in the order of the draw `cut:<rank>`."""
    found: list[Standing] = []
    for rank, tied in groupby(rows, key=lambda row: row.rank):
        found += shuffled(list(tied), seed, course.id, f"cut:{rank}")
    return found


def _given(course: Course, excused: Sequence[str]) -> Given:
    number = len(course.rounds) + 1
    if course.seeded:
        return _bracket(course, number)
    return given(course.policy, course.id, course.entrants, course.rounds, number, excused)


def _bracket(course: Course, number: int) -> BracketInput:
    return elimination(course.policy, course.id, number, course.seeded, winners(course))


def drawn_in(course: Course, number: int) -> int:
    """The round whose seed a round is paired from: the first one of a round robin or of a bracket, else its own."""
    if number > course.due:
        return course.due + 1
    return 1 if course.policy.format == "round_robin" else number


def _seed(course: Course, seed: bytes) -> bytes:
    """The seed of the next round; the given one where no earlier round fixes it."""
    first = drawn_in(course, len(course.rounds) + 1)
    return bytes.fromhex(course.proofs[first - 1].seed) if first <= len(course.rounds) else seed


def _gone(course: Course) -> frozenset[str]:
    return frozenset(one.id for one in course.entrants if one.dropped is not None)


def _forfeit(gone: frozenset[str], pairing: Pairing) -> TableResult | None:
    absent = tuple(seat for seat, who in enumerate(pairing.seats) if who in gone)
    there = tuple(seat for seat, who in enumerate(pairing.seats) if who not in gone)
    return TableResult(pairing.table, (there,) if there else (), absent=absent) if absent else None


def record(course: Course, result: TableResult) -> CourseOrFaults:
    """Record the result of a table of the round that is on."""
    found = _record_faults(course, result)
    if found:
        return found
    last = course.rounds[-1]
    entered = msgspec.structs.replace(last, results=(*last.results, result))
    return msgspec.structs.replace(course, rounds=(*course.rounds[:-1], entered))


def _record_faults(course: Course, result: TableResult) -> Faults:
    pairings = course.rounds[-1].pairings if course.rounds else ()
    pairing = next((one for one in pairings if one.table == result.table), None)
    if pairing is None:
        return (Fault("TABLE_UNKNOWN", "there is no such table in this round", ("table",)),)
    if any(one.table == result.table for one in course.rounds[-1].results):
        return (Fault("RESULT_TWICE", "the table has a result", ("table",)),)
    return result_faults(policy_now(course), pairing, result)


def finish(course: Course) -> CourseOrFaults:
    """The end, when nothing is left to play."""
    if course.finished:
        return (Fault("FINISHED", "it is finished already", ("status",)),)
    if open_tables(course):
        return (Fault("ROUND_OPEN", "tables of this round have no result yet", ("round",)),)
    if not over(course):
        return (Fault("ROUNDS_LEFT", "rounds are left to play", ("round",)),)
    return msgspec.structs.replace(course, finished=True)


def policy_now(course: Course) -> Policy:
    """The policy of the round that is on: matches of a cut may be longer."""
    policy = course.policy
    if policy.cut is None or not course.seeded:
        return policy
    return msgspec.structs.replace(
        policy, format=policy.cut.format, best_of=policy.cut.best_of, cut=None, pods=None, rounds=None, drops="kept"
    )


def open_tables(course: Course) -> tuple[Pairing, ...]:
    """The tables of the last round that have no result."""
    if not course.rounds:
        return ()
    known = {result.table for result in course.rounds[-1].results}
    return tuple(pairing for pairing in course.rounds[-1].pairings if pairing.table not in known)


def over(course: Course) -> bool:
    """Whether no round is left to pair, once all tables have a result."""
    if len(course.rounds) < course.due:
        return False
    if not course.seeded:
        return course.policy.cut is None or len(course.entrants) - len(_gone(course)) < 2
    return not any(match.ready for match in _matches(course).values())


def winners(course: Course) -> dict[str, str]:
    """The winners of the bracket's matches. After all replays that the policy allows, or if nobody came, the better
    seed wins, who sits first.
    """
    found: dict[str, str] = {}
    drawn: Counter[str] = Counter()
    for one, proof in zip(course.rounds[course.due :], course.proofs[course.due :], strict=True):
        results = {result.table: result for result in one.results}
        for pairing, node in zip(one.pairings, proof.result.nodes, strict=True):
            if pairing.table in results:
                who = _on(course.policy, pairing, results[pairing.table], drawn[node])
                drawn[node] += who is None
                found |= {node: who} if who else {}
    return found


def _on(policy: Policy, pairing: Pairing, result: TableResult, drawn: int) -> str | None:
    who = brackets.goes_on(pairing, result)
    nobody = len(result.absent) == len(pairing.seats)
    return pairing.seats[0] if who is None and (nobody or drawn >= policy.replays) else who


def bracket_now(course: Course) -> tuple[brackets.BracketMatch, ...]:
    """The matches of the bracket as they stand, in its order; none before its first round has begun."""
    return tuple(_matches(course).values()) if len(course.proofs) > course.due and course.seeded else ()


def bracket_tables(course: Course) -> dict[str, tuple[int, int]]:
    """Round and table of each match of the bracket that has begun: of the last time, if it is played again."""
    pairs = zip(course.rounds[course.due :], course.proofs[course.due :], strict=True)
    return {
        node: (one.number, pairing.table)
        for one, proof in pairs
        for pairing, node in zip(one.pairings, proof.result.nodes, strict=True)
    }


def _matches(course: Course) -> Mapping[str, brackets.BracketMatch]:
    asked = _bracket(course, len(course.rounds) + 1)
    return brackets.state(brackets.bracket(asked), seeds(course), dict(asked.winners))


def seeds(course: Course) -> tuple[str, ...]:
    """The players of the bracket, in the order of the seeds; as they entered while no seeds are drawn."""
    if len(course.proofs) <= course.due:
        return course.seeded
    asked = _bracket(course, course.due + 1)
    return brackets.seeded(asked, bytes.fromhex(course.proofs[course.due].seed))


def numbers(course: Course) -> tuple[str, ...]:
    """All entrants by their starting numbers: seeds in an elimination, drawn ones in a round robin, else as entered."""
    entered = tuple(one.id for one in course.entrants)
    if course.policy.format in ELIMINATIONS:
        return seeds(course)
    if course.policy.format != "round_robin" or not course.proofs:
        return entered
    asked = given(course.policy, course.id, course.entrants, (), 1)
    assert isinstance(asked, RoundRobinInput)
    return round_robin.starting_numbers(course.id, asked.entrants, asked.drawn, bytes.fromhex(course.proofs[0].seed))


def standings_now(course: Course) -> tuple[Standing, ...]:
    """The standings of the rounds before any bracket; in an elimination those of its bracket."""
    if course.policy.format in ELIMINATIONS:
        return bracket_standings(course)
    return standings(course.policy, course.entrants, course.rounds, course.due)


def bracket_standings(course: Course) -> tuple[Standing, ...]:
    """The final ranks of the bracket. Points are matches won; entrants that went out together share a rank."""
    if not course.seeded:
        return ()
    asked = _bracket(course, len(course.rounds) + 1)
    groups = brackets.places(brackets.bracket(asked), seeds(course), dict(asked.winners))
    found = ledger(policy_now(course), course.entrants, course.rounds[course.due :])
    rows: list[Standing] = []
    for group in groups:
        rank = len(rows) + 1
        for who in group:
            above = BRACKET if rows and who == group[0] else None
            below = BRACKET if who == group[-1] and group != groups[-1] else None
            account = bracket_matches(found.accounts[who])
            rows.append(Standing(rank, who, exact(POINTS, earned(account)), _record(account), (), above, below))
    return tuple(rows)


def bracket_matches(account: EntrantLines) -> EntrantLines:
    """The matches of a bracket, a point for each that is won: byes and rounds of waiting are none."""
    return tuple(
        msgspec.structs.replace(line, points=Fraction(line.outcome == "win")) for line in account if line.opponents
    )


def _record(account: EntrantLines) -> tuple[int, int, int]:
    """Matches won, drawn and lost."""
    outcomes = Counter(line.outcome for line in account)
    return outcomes["win"], outcomes["draw"], outcomes["loss"]


def standings_after(course: Course, number: int, *, bracket: bool = False) -> tuple[Standing, ...]:
    """The standings when a round was over, with the results that count now; those of its bracket if asked for.

    An elimination has no others than those of its bracket.
    """
    if not bracket and course.policy.format not in ELIMINATIONS:
        return standings(course.policy, course.entrants, course.rounds, min(number, course.due))
    then = _upto(course, number)
    begun = number > course.due or course.policy.format in ELIMINATIONS
    return bracket_standings(then) if begun else ()


def _upto(course: Course, number: int) -> Course:
    """The tournament as it was when a round was over."""
    seeded = course.seeded if number > course.due or course.policy.format in ELIMINATIONS else ()
    return msgspec.structs.replace(course, rounds=course.rounds[:number], proofs=course.proofs[:number], seeded=seeded)
