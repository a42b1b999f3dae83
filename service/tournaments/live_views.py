"""The live views of a tournament: the tables of a round, and the standings; and what changes in them.

A live view is packed: messages, each with the version that a reader has reached with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Protocol

import msgspec
from cachetools import LRUCache

from api_schema.ports.updates import PairingsChangedOut, StandingsChangedOut
from domain.kernel.audience import SPECTATOR
from domain.tournament import events as told
from domain.tournament.codec import READER
from domain.tournament.entrants import Pairing, Round
from domain.tournament.policy import ELIMINATIONS
from domain.tournament.standings import Standing
from domain.tournament.tournament import TournamentState, round_clock
from eventstore import StoredEvent
from eventstore.chain import follows
from service.accounts.directory import NamesOf
from service.streams.event_slices import EventSlice
from service.tournaments.aggregate import TournamentAggregate, advanced
from service.tournaments.reader import PAGE, TournamentReader
from service.tournaments.rendering import clock_out, pairing_out, seats_out, standing_out

KEPT = 16
"""States of tournaments that are kept to be folded on."""
MOST = 1024
"""A client that has missed more events than this gets everything anew."""
NOTHING = b""
_RANKING = frozenset(
    kind.type
    for kind in (
        told.EntrantRegistered,
        told.EntrantWithdrawn,
        told.EntrantDropped,
        told.TournamentStarted,
        told.ResultRecorded,
        told.ResultReopened,
        told.RoundFinished,
    )
)
"""All that can change standings."""

unpack = msgspec.msgpack.Decoder(list[tuple[int, bytes]]).decode
"""The messages of a live view: versions, and JSON."""


class LiveView(Protocol):
    """A live view of one tournament. `key` names it among its live views: equal ones say the same."""

    @property
    def key(self) -> tuple[Any, ...]: ...

    async def opening(self, known: TournamentAggregate, missed: Sequence[StoredEvent] | None) -> bytes:
        """The first messages for a client that has missed these events; None: it has seen nothing yet."""
        ...

    async def changed(self, slice_: EventSlice) -> bytes:
        """The messages for a slice; NOTHING if it changes nothing."""
        ...


class StateCache:
    """Tournaments as they were at the versions that streams come by, each folded on from the one before."""

    def __init__(self, reader: TournamentReader) -> None:
        self._reader = reader
        self._kept: LRUCache[tuple[str, int], TournamentAggregate] = LRUCache(KEPT)

    def keep(self, found: TournamentAggregate) -> TournamentAggregate:
        """Keep a tournament to go on from."""
        self._kept[found.id, found.version] = found
        return found

    async def after(self, slice_: EventSlice) -> TournamentAggregate:
        """The tournament after a slice. It is not to be changed."""
        tournament = slice_.match_id
        known = self._kept.get((tournament, slice_.last))
        if known is not None and known.head == slice_.events[-1].hash:
            return known
        before = self._kept.get((tournament, slice_.first - 1))
        if before is None or not follows(slice_.events[0], before.head):
            return self.keep(await self._reader.at(tournament, slice_.last))
        return self.keep(advanced(before, slice_.events))

    async def before(self, slice_: EventSlice) -> TournamentAggregate:
        """The tournament before a slice. It is not to be changed."""
        tournament, version = slice_.match_id, slice_.first - 1
        known = self._kept.get((tournament, version))
        if known is not None and follows(slice_.events[0], known.head):
            return known
        return self.keep(await self._reader.at(tournament, version))

    async def ranking(self, then: TournamentAggregate) -> tuple[Standing, ...]:
        """All rows of the standings after the last round that is over."""
        return await self._reader.ranking(then, then.state.done, bracket=_in_bracket(then.state))


class PairingsView:
    """The tables of a round; `number` None: of the one that began last."""

    def __init__(self, states: StateCache, names: NamesOf, number: int | None) -> None:
        self._states = states
        self._names = names
        self._number = number

    @property
    def key(self) -> tuple[Any, ...]:
        """Its name."""
        return "pairings", self._number

    async def opening(self, known: TournamentAggregate, missed: Sequence[StoredEvent] | None) -> bytes:
        """All tables, or those that the missed events are about."""
        one = self._round(known.state)
        if missed is not None:
            return NOTHING if one is None else await self._told(known.state, one, _tables(one, missed), missed)
        if one is None:
            nothing = PairingsChangedOut(0, None, None, (), (), (), known.version, has_next=False)
            return _packed([(known.version, nothing)])
        return await self._told(known.state, one, one.pairings, ())

    async def changed(self, slice_: EventSlice) -> bytes:
        """The tables that the slice is about."""
        then = (await self._states.after(slice_)).state
        one = self._round(then)
        return NOTHING if one is None else await self._told(then, one, _tables(one, slice_.events), slice_.events)

    def _round(self, state: TournamentState) -> Round | None:
        rounds = state.rounds
        if self._number is None:
            return rounds[-1] if rounds else None
        return rounds[self._number - 1] if self._number <= len(rounds) else None

    async def _told(
        self, state: TournamentState, one: Round, tables: Sequence[Pairing], since: Sequence[StoredEvent]
    ) -> bytes:
        """Messages of at most a page of tables, or of none where only the clock has changed.

        A client with only a part of them resumes before these events.
        """
        without = (one.byes, one.half) if len(tables) == len(one.pairings) else ((), ())
        names = await self._names(chain((who for pairing in tables for who in pairing.seats), one.byes, one.half))
        before = since[0].version - 1 if since else 0
        messages: list[tuple[int, PairingsChangedOut]] = []
        clock = clock_out(round_clock(state, one.number))
        least = 1 if _clocked(state, one, since) else 0
        for begin in range(0, max(least, len(tables)), PAGE):
            more = begin + PAGE < len(tables)
            shown = tuple(pairing_out(state, one, pairing, names) for pairing in tables[begin : begin + PAGE])
            version = before if more else state.version
            byes, half = (() if begin else seats_out(whose, names) for whose in without)
            messages.append(
                (version, PairingsChangedOut(one.number, *clock, shown, byes, half, version, has_next=more))
            )
            await asyncio.sleep(0)  # a page takes some milliseconds, and a round has up to eight
        return _packed(messages)


class StandingsView:
    """The first rows of the standings after the last round that is over; in a bracket, and once one has begun, its
    own.
    """

    def __init__(self, states: StateCache, names: NamesOf, first: int) -> None:
        self._states = states
        self._names = names
        self._first = first

    @property
    def key(self) -> tuple[Any, ...]:
        """Its name."""
        return "standings", self._first

    async def opening(self, known: TournamentAggregate, missed: Sequence[StoredEvent] | None) -> bytes:
        """The standings, unless nothing was missed that can change them."""
        if missed is not None and not _ranks(missed):
            return NOTHING
        return await self._told(known.state, await self._rows(known))

    async def changed(self, slice_: EventSlice) -> bytes:
        """The standings, if they are others than before."""
        if not _ranks(slice_.events):
            return NOTHING
        before, then = await self._states.before(slice_), await self._states.after(slice_)
        if _computed_from(before.state) == _computed_from(then.state):
            return NOTHING
        rows = await self._rows(then)
        same = before.state.done == then.state.done and rows == await self._rows(before)
        return NOTHING if same else await self._told(then.state, rows)

    async def _rows(self, then: TournamentAggregate) -> tuple[Standing, ...]:
        return (await self._states.ranking(then))[: self._first]

    async def _told(self, state: TournamentState, rows: Sequence[Standing]) -> bytes:
        names = await self._names(one.entrant for one in rows)
        shown = tuple(standing_out(one, names) for one in rows)
        return _packed([(state.version, StandingsChangedOut(state.done, _in_bracket(state), state.version, shown))])


def _packed(messages: Sequence[tuple[int, msgspec.Struct]]) -> bytes:
    if not messages:
        return NOTHING
    return msgspec.msgpack.encode([(version, msgspec.json.encode(message)) for version, message in messages])


def _clocked(state: TournamentState, one: Round, events: Iterable[StoredEvent]) -> bool:
    """Whether events are about the clock of a round."""
    running = bool(state.ends_at) and one.number == len(state.rounds)
    return running and any(event.type in _CLOCK for event in events)


def _tables(one: Round, events: Iterable[StoredEvent]) -> Sequence[Pairing]:
    """The tables of a round that events are about: all of them if it begins there."""
    found: set[int] = set()
    for event in events:
        happened = READER.decode(event.type, event.schema, event.body, None, SPECTATOR)
        if isinstance(happened, told.RoundStarted) and happened.number == one.number:
            return one.pairings
        if isinstance(happened, told.ResultRecorded) and happened.round == one.number:
            found.add(happened.result.table)
        elif isinstance(happened, _AT_TABLES) and happened.round == one.number:
            found.add(happened.table)
    return [pairing for pairing in one.pairings if pairing.table in found]


_CLOCK = frozenset({told.TournamentPaused.type, told.TournamentResumed.type})
_AT_TABLES = (
    told.GameStarted,
    told.GameFinished,
    told.ResultReopened,
    told.ResultConfirmed,
    told.ResultDisputed,
    told.RulingMade,
)


def _ranks(events: Iterable[StoredEvent]) -> bool:
    return any(event.type in _RANKING for event in events)


def _in_bracket(state: TournamentState) -> bool:
    course = state.course
    return course is not None and (course.policy.format in ELIMINATIONS or state.done > course.due)


def _computed_from(state: TournamentState) -> Any:
    """All that standings depend on and that can change."""
    course = state.course
    return None if course is None else (state.done, course.entrants, course.rounds[: state.done], course.seeded)
