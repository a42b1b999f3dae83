"""Signs tournaments after each round and at their end, and ladders after each batch of ratings.

This follows the log like a read model, but what it has written stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection, Table

from domain.tournament.events import RoundFinished, SeedRevealed
from domain.tournament.ladder_events import GameRated, TournamentRated
from eventstore import Logged, StoredEvent
from eventstore.bulk import among
from eventstore.read_models.past import Past
from service.application.ids import LADDER_IDS, TOURNAMENT_IDS, StreamIds
from service.application.signing import Signer, ladder_message, tournament_message
from service.projections.match_signatures.queries import keep_signatures, signature_row
from service.projections.record_signatures.table import record_signatures
from service.times import Clock

NAME = "record_signatures"
_OF_TOURNAMENTS = (RoundFinished.type, SeedRevealed.type)
_OF_LADDERS = (GameRated.type, TournamentRated.type)
_MESSAGES: Mapping[StreamIds, Callable[[str, int, str], bytes]] = {
    TOURNAMENT_IDS: tournament_message,
    LADDER_IDS: ladder_message,
}
log = structlog.get_logger(__name__)


class RecordSignatureBook:
    """Signs each of these events once: a rebuild leaves existing signatures alone."""

    name = NAME
    follows = (*_OF_TOURNAMENTS, *_OF_LADDERS)
    tables: Sequence[Table] = ()

    def __init__(self, signer: Signer, clock: Clock) -> None:
        self._signer = signer
        self._clock = clock

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Sign what a page of the log has of tournaments and ladders."""
        due = [entry.event for entry in logged if _is_due(entry.event)]
        if not due:
            return
        streams, known = {event.stream_id for event in due}, _known(connection, due)
        fresh = []
        for ids in _MESSAGES:
            own = past.of_kind(ids.kind, streams)
            for event in due:
                if event.stream_id not in own:
                    continue
                if (place := (event.stream_id, event.version)) in known:
                    _compare(ids, event, known[place])
                else:
                    fresh.append(self._row(ids, event))
        keep_signatures(connection, record_signatures, fresh, self._signer.current, self._clock())

    def _row(self, ids: StreamIds, event: StoredEvent) -> dict[str, object]:
        signed = _MESSAGES[ids](ids.id_of(event.stream_id), event.version, event.hash.hex())
        return signature_row(event.stream_id, event.version, event.hash, self._signer.sign(signed), self._clock())


def _is_due(event: StoredEvent) -> bool:
    return event.type in _OF_TOURNAMENTS or (event.batch_end and event.type in _OF_LADDERS)


def _known(connection: Connection, due: Collection[StoredEvent]) -> dict[tuple[UUID, int], bytes]:
    """The heads that were signed before, of the streams of these events from the first of them on."""
    columns = record_signatures.c
    own = among(connection, columns.stream_id, {event.stream_id for event in due})
    query = sa.select(record_signatures).where(own, columns.version >= min(event.version for event in due))
    return {(row.stream_id, row.version): row.head_hash for row in connection.execute(query)}


def _compare(ids: StreamIds, event: StoredEvent, signed: bytes) -> None:
    if signed != event.hash:
        log.error(
            "what was signed has another history now: it was changed",
            record=ids.id_of(event.stream_id),
            version=event.version,
            signed_head=signed.hex(),
            head=event.hash.hex(),
        )
