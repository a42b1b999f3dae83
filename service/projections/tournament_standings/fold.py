"""The standings of tournaments after each round that is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

import msgspec
import structlog
from sqlalchemy import Connection

from domain.kernel.upcasters import UnreadableEvent
from domain.tournament.course import Course, standings_after
from domain.tournament.ledger import annulled
from domain.tournament.policy import ELIMINATIONS
from domain.tournament.tournament import TournamentState
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.projections.tournament_standings.table import tournament_rankings, tournament_standings
from service.projections.tournament_states import TOLD, TournamentStates, aside, follow, of_tournaments

log = structlog.get_logger(__name__)

NAME = "tournament_standings"


@dataclass(frozen=True)
class _Then:
    """The input of a ranking: the course, which never changes, and how many rounds are over. `done` is -1 before the
    start: then not even round 0 is.
    """

    version: int
    course: Course | None
    done: int

    @classmethod
    def of(cls, state: TournamentState) -> _Then:
        """The input of a tournament as it is now."""
        return cls(state.version, state.course, -1 if state.course is None else state.done)


class TournamentStandings:
    """Ranks a tournament after those of its rounds of which an event may have changed the standings.

    However many events of a page do so, each round is ranked once, as of the last of them: so the rows are the same
    whatever the pages are.
    """

    name = NAME
    follows = TOLD
    tables = (tournament_rankings, tournament_standings)

    def __init__(self) -> None:
        self._folds = TournamentStates()

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold a page of the log. Events of a newer release are passed over, with their tournament."""
        for stream, own in of_tournaments(past, logged).items():
            try:
                changed = self._changed(past, stream, own)
            except UnreadableEvent as error:
                log.warning("standings pass over a tournament", stream=str(stream), error=str(error))
                continue
            for number, then in sorted(changed.items()):
                _rank(connection, stream, number, then)

    def _changed(self, past: Past, stream: UUID, own: Sequence[StoredEvent]) -> dict[int, _Then]:
        """The rounds to be ranked anew, and as of when."""
        changed: dict[int, _Then] = {}
        with self._folds.before(past, own) as state:
            before = _Then.of(state)
            for event in own:
                follow(state, event)
                now = _Then.of(state)
                changed |= dict.fromkeys(_affected(before, now), now)
                before = now
        return changed


def _affected(before: _Then, now: _Then) -> Iterator[int]:
    """The rounds of which an event may have changed the standings, among them those that it has opened again."""
    same = _same(before.course, now.course)
    for number in range(max(before.done, now.done) + 1):
        if number >= same or number > min(before.done, now.done):
            yield number


def _same(before: Course | None, now: Course | None) -> int:
    """The first round whose standings aren't what they were because of what was played or who takes part."""
    if before is None or now is None or not _same_there(before, now):
        return 0
    both = zip(before.rounds, now.rounds, strict=False)
    return next((number for number, (one, other) in enumerate(both, 1) if one is not other), len(now.rounds) + 1)


def _same_there(before: Course, now: Course) -> bool:
    """Whether the same are ranked, and the same is annulled: a later result may have made it half of a round robin.

    An entrant that leaves is still ranked.
    """
    if before.entrants is not now.entrants and _entered(before) != _entered(now):
        return False
    return before is now or _annulled(before) == _annulled(now)


def _entered(course: Course) -> list[tuple[str, int]]:
    return [(one.id, one.entered) for one in course.entrants]


def _annulled(course: Course) -> frozenset[str]:
    return annulled(course.policy, course.entrants, course.rounds)


def _rank(connection: Connection, stream: UUID, number: int, then: _Then) -> None:
    """Replace the standings after a round; one that isn't over has none."""
    for table in (tournament_standings, tournament_rankings):
        connection.execute(table.delete().where(table.c.stream_id == stream, table.c.after_round == number))
    if then.course is None or number > then.done:
        return
    for bracket in _kinds(then.course, number):
        ranked = aside(partial(standings_after, then.course, number, bracket=bracket))
        key = {"stream_id": stream, "after_round": number, "bracket": bracket}
        connection.execute(tournament_rankings.insert().values(**key, version=then.version, rows=len(ranked)))
        rows = [
            {**key, "place": place, "entrant": row.entrant, "row": msgspec.json.encode(row).decode()}
            for place, row in enumerate(ranked, 1)
        ]
        if rows:
            connection.execute(tournament_standings.insert(), rows)


def _kinds(course: Course, number: int) -> Sequence[bool]:
    """The standings after a round, by whether they are those of a bracket."""
    if course.policy.format in ELIMINATIONS:
        return (True,)
    return (False, True) if number > course.due else (False,)
