"""Signs each match when its stream ends. This follows the log like a read model, but what it has written stays."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
import structlog
from sqlalchemy import Connection, Table

from domain.kernel.match import SecretsRevealed
from eventstore import Logged, StoredEvent
from eventstore.read_models.past import Past
from service.application.ids import MATCH_IDS
from service.application.signing import Signature, Signer, message
from service.projections.match_signatures.queries import ends, keep_signatures, signature_row
from service.projections.match_signatures.table import match_signatures
from service.times import Clock

NAME = "match_signatures"
log = structlog.get_logger(__name__)


class _Created(msgspec.Struct):
    game: str
    pins: dict[str, Any]


class _First(msgspec.Struct):
    pub: _Created


class SignatureBook:
    """Signs the last event of each match of our own, once: a rebuild leaves existing signatures alone."""

    name = NAME
    follows = (SecretsRevealed.type,)
    tables: Sequence[Table] = ()

    def __init__(self, signer: Signer, clock: Clock) -> None:
        self._signer = signer
        self._clock = clock

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Sign the matches whose streams end in a page of the log: `secrets_revealed` closes each, aborted ones too."""
        last = {entry.event.stream_id: entry.event for entry in logged if entry.event.type == SecretsRevealed.type}
        if not last:
            return
        signed = ends(connection, last)
        for stream, end in signed.items():
            _compare(last[stream], end)
        fresh = list(_first_events(past, last.keys() - signed.keys()))
        if fresh:
            self._keep(connection, [(last[stream], self._sign(first, last[stream])) for stream, first in fresh])

    def _sign(self, first: _Created, last: StoredEvent) -> Signature:
        match = MATCH_IDS.id_of(last.stream_id)
        return self._signer.sign(message(match, first.game, last.version, last.hash.hex(), first.pins))

    def _keep(self, connection: Connection, signed: Sequence[tuple[StoredEvent, Signature]]) -> None:
        now = self._clock()
        rows = [signature_row(last.stream_id, last.version, last.hash, one, now) for last, one in signed]
        keep_signatures(connection, match_signatures, rows, self._signer.current, now)


def _compare(last: StoredEvent, signed: tuple[int, bytes]) -> None:
    if signed != (last.version, last.hash):
        log.error(
            "a match that was signed has another end now: its history was changed",
            match=MATCH_IDS.id_of(last.stream_id),
            signed_version=signed[0],
            signed_head=signed[1].hex(),
            version=last.version,
            head=last.hash.hex(),
        )


def _first_events(past: Past, streams: Collection[UUID]) -> Iterator[tuple[UUID, _Created]]:
    """The first event of each stream. Only matches that were played here have a secret: we vouch for nothing else."""
    for event in past.first(past.with_secret(streams)):
        yield event.stream_id, _decode(event.body).pub


_decode = msgspec.json.Decoder(_First).decode
