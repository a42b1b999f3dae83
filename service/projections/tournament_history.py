"""The history of tournaments for read models, by its public parts alone: tables and staff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from domain.kernel.codec import PublicReader
from domain.kernel.facts import Event
from domain.tournament import events as told
from domain.tournament.codec import UPCASTERS
from eventstore import StoredEvent
from eventstore.read_models.past import Past

_reader = PublicReader(told.EVENTS, UPCASTERS)


def public(event: StoredEvent) -> Event | None:
    """An event as everybody may see it. Raises UnreadableEvent for one of a newer release."""
    return _reader.decode(event.type, event.schema, event.body)


class TournamentHistory:
    """The past of tournaments before an event of theirs. It reads a round once."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._rounds: dict[tuple[UUID, int], Mapping[int, tuple[str, ...]]] = {}

    def seats(self, event: StoredEvent, number: int, table: int) -> tuple[str, ...]:
        """The entrants at a table of a round that has begun. LookupError if there is none."""
        place = event.stream_id, number
        if place not in self._rounds:
            self._rounds[place] = self._tables(event, number)
        return self._rounds[place][table]

    def _tables(self, event: StoredEvent, number: int) -> Mapping[int, tuple[str, ...]]:
        """Rounds begin one after the other, each once. They are long, so no other one is read."""
        for one in map(public, self._past.before(event, (told.RoundStarted.type,), skip=number - 1, limit=1)):
            if isinstance(one, told.RoundStarted):
                return {pairing.table: pairing.seats for pairing in one.proof.result.pairings}
        raise LookupError(f"round {number} has not begun")

    def staff(self, event: StoredEvent) -> set[str]:
        """The staff of that time."""
        found: set[str] = set()
        for one in self._before(event, told.TournamentCreated, told.StaffAppointed, told.StaffDismissed):
            if isinstance(one, told.TournamentCreated):
                found.add(one.organiser)
            elif isinstance(one, told.StaffAppointed):
                found.add(one.staff)
            elif isinstance(one, told.StaffDismissed):
                found.discard(one.staff)
        return found

    def entrants(self, event: StoredEvent) -> set[str]:
        """The entrants of that time, without those that had withdrawn."""
        found: set[str] = set()
        for one in self._before(event, told.EntrantRegistered, told.EntrantWithdrawn):
            if isinstance(one, told.EntrantRegistered):
                found.add(one.entrant)
            elif isinstance(one, told.EntrantWithdrawn):
                found.discard(one.entrant)
        return found

    def ruling(self, event: StoredEvent) -> told.RulingMade:
        """The last call before an event. LookupError if there was none."""
        made = self._past.newest_before(event, (told.RulingMade.type,))
        call = None if made is None else public(made)
        if isinstance(call, told.RulingMade):
            return call
        raise LookupError("no call was made")

    def decided(self, event: StoredEvent, number: int, table: int) -> bool:
        """Whether a table with a played game had a result."""
        has_result = False
        for one in self._before(event, told.ResultRecorded, told.ResultReopened):
            if isinstance(one, told.ResultRecorded) and (one.round, one.result.table) == (number, table):
                has_result = True
            elif isinstance(one, told.ResultReopened) and (one.round, one.table) == (number, table):
                has_result = False
        return has_result

    def _before(self, event: StoredEvent, *kinds: type[Event]) -> Iterator[Event | None]:
        """Earlier events of the stream of these types."""
        return map(public, self._past.before(event, [kind.type for kind in kinds]))
