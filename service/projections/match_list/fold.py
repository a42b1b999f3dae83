"""The list of matches, folded from the public events of their life cycle."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import sqlalchemy as sa
import structlog
from sqlalchemy import Connection

from domain.kernel import match as kernel
from domain.kernel.codec import PublicReader
from domain.kernel.facts import Event
from domain.kernel.fold import FOLDERS
from domain.kernel.lineage import MatchForked, RulesRepinned
from domain.kernel.match import State
from domain.kernel.upcasters import UnreadableEvent
from eventstore import Logged, StoredEvent, bulk, shard_of
from eventstore.read_models.past import Past
from service.projections.match_list.table import counts, decode_state, encode_state, matches, players

log = structlog.get_logger(__name__)

NAME = matches.name
_COUNT = sa.text(
    "INSERT INTO match_counts (game, status, shard, matches) VALUES (:game, :status, :shard, :change)"
    " ON CONFLICT (game, status, shard) DO UPDATE SET matches = match_counts.matches + excluded.matches"
)
FOREVER = 2**62
"""Longer than any match runs, in ms since the epoch."""
_FOLLOWED: tuple[type[Event], ...] = (
    kernel.MatchCreated,
    kernel.SeatTaken,
    kernel.SeatLeft,
    kernel.LoadoutSealed,
    kernel.MatchStarted,
    kernel.Conceded,
    kernel.MatchEnded,
    kernel.SecretsRevealed,
    RulesRepinned,
    MatchForked,
)

_TYPES = frozenset(kind.type for kind in _FOLLOWED)
_reader = PublicReader(_FOLLOWED)


@dataclass
class _Changes:
    """The changes of a page of the log. `counted` holds by how many the matches of (game, status, shard) grow."""

    new: list[dict[str, Any]] = field(default_factory=list)
    changed: list[dict[str, Any]] = field(default_factory=list)
    begun: list[dict[str, Any]] = field(default_factory=list)
    counted: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    reseated: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)


class LobbyList:
    """Applies events of the log to the list; each event once, in the order of the log."""

    name = NAME
    follows = _TYPES
    tables = (matches, players, counts)

    def apply(self, connection: Connection, logged: Sequence[Logged], past: Past) -> None:
        """Fold events of the lives of matches into their rows. Events in between change none."""
        events = defaultdict[UUID, list[Logged]](list)
        for entry in logged:
            if entry.event.type in _TYPES:
                events[entry.event.stream_id].append(entry)
        if not events:
            return
        columns = (matches.c.state, matches.c.status, matches.c.start_position, matches.c.finished_at)
        listed = sa.select(matches.c.stream_id, *columns).where(bulk.among(connection, matches.c.stream_id, events))
        rows = {row.stream_id: row for row in connection.execute(listed)}
        changes = _Changes()
        for stream, own in events.items():
            _apply(changes, stream, own, rows.get(stream))
        _write(connection, changes)


def _apply(changes: _Changes, stream: UUID, logged: Sequence[Logged], row: Any) -> None:
    """Fold a match's events, if it has a row or these begin with its first one."""
    if row is None and logged[0].event.type != kernel.MatchCreated.type:
        return
    state = State() if row is None else decode_state(row.state)
    before = [place.player for place in state.seats]
    begun = _fold(state, logged)
    if not state.match:
        return
    started = begun is not None or (row is not None and row.start_position is not None)
    finished_at = None if state.result is None else _finished_at(row, logged)
    withheld_until = _withheld_until(state, finished_at) if started else None
    values = {"stream_id": stream, **_values(state, logged[-1])}
    values |= {"finished_at": finished_at, "withheld_until": withheld_until}
    if row is None:
        changes.new.append({**values, "created_position": logged[0].position})
    else:
        changes.changed.append(values)
    if begun is not None:
        changes.begun.append({"stream_id": stream, **begun})
    if before != [place.player for place in state.seats]:
        changes.reseated[stream] = _seated(stream, state)
    if row is None or row.status != state.status:
        # a new one comes from no status
        changes.counted[state.game, state.status, shard_of(stream)] += 1
        if row is not None:
            changes.counted[state.game, row.status, shard_of(stream)] -= 1


def _write(connection: Connection, changes: _Changes) -> None:
    """Write the rows of all matches at once, in one statement for each kind of change."""
    bulk.insert(connection, matches, changes.new)
    bulk.update(connection, matches, changes.changed)
    bulk.update(connection, matches, changes.begun)
    if changes.reseated:
        connection.execute(players.delete().where(bulk.among(connection, players.c.stream_id, changes.reseated)))
        bulk.insert(connection, players, [row for rows in changes.reseated.values() for row in rows])
    counted = [
        {"game": game, "status": status, "shard": shard, "change": change}
        for (game, status, shard), change in sorted(changes.counted.items())
        if change
    ]
    if counted:
        connection.execute(_COUNT, counted)
        # where the pages of the log end must not show
        ours = bulk.among(connection, counts.c.shard, {row["shard"] for row in counted})
        connection.execute(counts.delete().where(counts.c.matches == 0, ours))


def _fold(state: State, logged: Sequence[Logged]) -> dict[str, Any] | None:
    """Fold events; what the row keeps of the start, if it is among them and spectators are behind from there on."""
    begins = next((place for place, entry in enumerate(logged) if entry.event.type == kernel.MatchStarted.type), None)
    cut = 0 if begins is None else begins + 1
    fold_public(state, [entry.event for entry in logged[:cut]])
    begun = None
    if begins is not None and state.spectator_delay:
        start = logged[begins]
        begun = {"start_state": encode_state(state), "start_head": start.event.hash, "start_position": start.position}
    fold_public(state, [entry.event for entry in logged[cut:]])
    return begun


def _finished_at(row: Any, logged: Sequence[Logged]) -> int | None:
    """When the match ended, in ms. A later event may open its secrets, and ends nothing."""
    if row is not None and row.finished_at is not None:
        return int(row.finished_at)
    return next((entry.event.at for entry in logged if entry.event.type == kernel.MatchEnded.type), None)


def _withheld_until(state: State, finished_at: int | None) -> int:
    """When strangers see the end of a match that has started; while it runs nobody knows."""
    return FOREVER if finished_at is None else finished_at + state.spectator_delay


def fold_public(state: State, events: Iterable[StoredEvent]) -> None:
    """Fold what everybody may know of the life of a match; options stay plain data.

    Events of a newer release are passed over: one match that is listed as it was must not hold up the others.
    """
    for event in events:
        state.version, state.at = event.version, event.at
        if event.type == kernel.MatchStarted.type:
            state.status = "running"
        try:
            fact = _reader.decode(event.type, event.schema, event.body)
        except UnreadableEvent as error:
            log.warning("match list passes over an event", stream=str(event.stream_id), error=str(error))
            continue
        if fact is not None:
            FOLDERS[type(fact)](state, fact)


def _values(state: State, newest: Logged) -> dict[str, Any]:
    last, result = newest.event, state.result
    return {
        "game": state.game,
        "status": state.status,
        "visibility": state.visibility,
        "version": last.version,
        "head_hash": last.hash,
        "created_at": state.created_at,
        "updated_at": last.at,
        "state": encode_state(state),
        "tournament": None if state.tournament is None else state.tournament.tournament,
        "round": None if state.tournament is None else state.tournament.round,
        "joinable": state.status == "open" and any(place.player is None for place in state.seats),
        "practice": state.origin is not None,
        "ended_by": None if result is None else result.rule,
    }


def _seated(stream: UUID, state: State) -> list[dict[str, Any]]:
    return [
        {"stream_id": stream, "seat": number, "player": place.player}
        for number, place in enumerate(state.seats)
        if place.player is not None
    ]
