"""Checks tournaments where they are stored: the record, and what is private in it against its commitments."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel.draws import salt
from domain.tournament.events import SeedRevealed
from domain.tournament.faults import Fault
from eventstore import EventStore, Head, StoredEvent, chain
from eventstore.read_models import inspection
from service.application.ids import TOURNAMENT_IDS
from service.application.signing import Signature
from service.application.vault import SeedLost, Vault
from service.history.verify.tournaments import TournamentReport, report_of
from service.projections.record_signatures.queries import RecordSignatures
from service.tournaments.record import check
from service.tournaments.record_lines import event_line, header_line, signature_line


class TournamentAuditor:
    """Reads the streams of tournaments as they are stored."""

    def __init__(self, store: EventStore, vault: Vault) -> None:
        self._store = store
        self._signatures = RecordSignatures(store)
        self._vault = vault

    async def tournaments(self) -> AsyncIterator[str]:
        """Every tournament of the store."""
        for stream in await self._store.sql.read(partial(inspection.streams_of, kind=TOURNAMENT_IDS.kind)):
            yield TOURNAMENT_IDS.id_of(stream)

    async def audit(
        self, tournament: str, keys: Collection[str] | None = None, vouched: Collection[str] = ()
    ) -> TournamentReport:
        """The findings on a tournament. NOT_FOUND. `keys`: one of them has to have signed the end of one that is over;
        `vouched`: keys that are trusted too.
        """
        stream = TOURNAMENT_IDS.stream_of(tournament)
        head, events = await self._store.head(stream), await self._store.read(stream)
        if head is None or not events:
            raise TOURNAMENT_IDS.not_found(tournament)
        signatures = await self._signatures.upto(stream, head.version)
        due = keys if events[-1].type == SeedRevealed.type else None
        found = check(_lines(tournament, head, events, signatures), due)
        faults = (*found.faults, *_rows(events), *_private(tournament, events, await self._seed(stream)))
        return report_of(msgspec.structs.replace(found, faults=faults), {*vouched, *(keys or ())})

    async def _seed(self, stream: UUID) -> bytes | None:
        secret = await self._store.secret(stream)
        try:
            return None if secret is None else self._vault.open(secret)
        except SeedLost:
            return None


def _lines(
    tournament: str, head: Head, events: Sequence[StoredEvent], signatures: Mapping[int, Signature]
) -> Iterator[bytes]:
    """The record of the tournament."""
    yield header_line(tournament, head.version, head.head_hash)
    for event in events:
        yield event_line(event)
        if event.version in signatures:
            yield signature_line(signatures[event.version])


def _rows(events: list[StoredEvent]) -> Iterator[Fault]:
    """Rows that say something else than their bodies."""
    for event in events:
        body: dict[str, Any] = msgspec.json.decode(event.body)
        said = body.get("v"), body.get("type"), body.get("schema"), body.get("at")
        if said != (event.version, event.type, event.schema, event.at):
            yield Fault("ROW_DIFFERS", "the row says something else than its body", (str(event.version),))


def _private(tournament: str, events: list[StoredEvent], seed: bytes | None) -> Iterator[Fault]:
    """Private parts that don't fit their commitments."""
    if seed is None:
        yield Fault("SEED_LOST", "no configured key opens the seed: private parts can't be checked", ("1",))
        return
    for event in events:
        commits: dict[str, str] = msgspec.json.decode(event.body)["commits"]
        parts = msgspec.json.decode(event.private, type=dict[str, msgspec.Raw]) if event.private else {}
        made = {
            name: chain.commitment(salt(seed, tournament, event.version, name), bytes(part))
            for name, part in parts.items()
        }
        if made != commits:
            yield Fault("PART_DIFFERS", "a private part does not fit its commitment", (str(event.version),))
