"""A stored match as the lines of a replay file: full lines from its events, then redacted for the perspective."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import UNSET

from domain.kernel.cardsets import Library
from domain.kernel.codec import SEALED
from domain.kernel.draws import salt
from domain.kernel.match import MatchEnded, SecretsRevealed, State, TournamentGame
from eventstore import StoredEvent
from service.application.event_lines import body_of
from service.application.signing import Signature
from service.catalogue.catalogue import CatalogueEntry
from service.history.lines import (
    CHECK_EVERY,
    FORMAT,
    FORMAT_VERSION,
    CardSetLine,
    Check,
    Line,
    Part,
    ReplayEvent,
    ReplayFooter,
    ReplayHeader,
    SeatLine,
)
from service.history.redaction import redaction_of, revealed_seed, seed_in
from service.matches.aggregate import row
from service.matches.perspectives import state_hashes
from service.times import rfc3339

_private = msgspec.json.Decoder(dict[str, msgspec.Raw])


@dataclass(frozen=True)
class Record:
    """The source of a match's file. `state` is the match's state at the last version that the file shall hold."""

    entry: CatalogueEntry
    state: State
    head: bytes
    seed: bytes = field(repr=False)
    library: Library = field(kw_only=True, repr=False)
    signature: Signature | None = None
    tags: dict[str, str] = field(default_factory=dict)


class Recorder:
    """Makes the lines of one file, from the events in order."""

    def __init__(self, record: Record, perspective: str) -> None:
        self._record = record
        self._perspective = perspective
        self._redaction = redaction_of(perspective, record.state)
        self._state = State().use(record.library)
        self._revealed: str | None = None
        self._result: Any = None

    def header(self, first: StoredEvent) -> ReplayHeader:
        """The first line."""
        created = msgspec.json.decode(body_of(first.body).pub)
        state = self._record.state
        return ReplayHeader(
            format=FORMAT,
            format_version=FORMAT_VERSION,
            match=state.match,
            game=state.game,
            perspective=self._perspective,
            created_at=rfc3339(first.at),
            pins=created["pins"],
            options=created["options"],
            clock=created["clock"],
            seats=[SeatLine(number, place.player, place.bot) for number, place in enumerate(state.seats)],
            seat_seeds=None if state.board_or_none is None else [place.seed for place in state.seats],
            hash="sha-256",
            views=self._record.entry.views_hash,
            tags=_tags(state.tournament) | self._record.tags,
            card_sets=[CardSetLine(made.hash, made.text) for made in self._record.library.own] or UNSET,
        )

    def events(self, stored: Sequence[StoredEvent], after: int = 0) -> Iterator[Line]:
        """The lines of the next events, with the checks that are due; up to version `after` they are passed over."""
        for event in stored:
            self._record.entry.codec.fold(self._state, [row(event)])
            line = self._redaction.event(full_line(self._record.state.match, event, self._record.seed))
            self._note(line)
            if event.version <= after:
                continue
            yield line
            if event.version % CHECK_EVERY == 0:
                yield Check(v=event.version, state=self._hashes())

    def footer(self) -> ReplayFooter:
        """The last line."""
        state = self._record.state
        return ReplayFooter(
            version=state.version,
            head=self._record.head.hex(),
            status=state.status,
            result=self._result,
            state=self._hashes(),
            seed=self._revealed,
            signature=self._record.signature,
        )

    def _hashes(self) -> dict[str, str]:
        return state_hashes(self._record.entry.game, self._state, self._perspective)

    def _note(self, line: ReplayEvent) -> None:
        if line.type == MatchEnded.type:
            self._result = msgspec.json.decode(line.pub)["result"]
        elif line.type == SecretsRevealed.type:
            self._revealed = revealed_seed(line)


def _tags(game: TournamentGame | None) -> dict[str, str]:
    """The tags that name a match's tournament in a header."""
    return {} if game is None else {"event": game.tournament, "round": str(game.round), "table": str(game.table)}


def revealed(last: StoredEvent) -> bytes | None:
    """The seed that the last event of a match reveals, to whomever; None while it is kept."""
    if last.type != SecretsRevealed.type:
        return None
    parts = {} if last.private is None else _private.decode(last.private)
    found = seed_in([body_of(last.body).pub, *parts.values()])
    return None if found is None else bytes.fromhex(found)


def full_line(match: str, event: StoredEvent, seed: bytes) -> ReplayEvent:
    """A stored event with all its private parts open; what caused it is not filled in yet."""
    parts = {} if event.private is None else _private.decode(event.private)
    opened = [
        Part(to, data, salt(seed, match, event.version, SEALED if event.type == SEALED else to).hex())
        for to, data in sorted(parts.items())
    ]
    return ReplayEvent.of(event, prv=opened, end=event.batch_end, caused_by=None)
