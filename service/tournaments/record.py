"""The record of a tournament: its events as a file that needs nobody to be checked, line by line.

The first line is a header, every other one {"hash", "body"}: the canonical object of an event and the hash of the
chain after it (docs/event-store.md). Decks that were hidden, and the seed, are in events of their own once they are
known; so there is nothing private in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.audience import SPECTATOR
from domain.kernel.draws import commitment
from domain.kernel.facts import Event
from domain.kernel.upcasters import UnreadableEvent
from domain.tournament import course as steps
from domain.tournament import events as told
from domain.tournament.batch import audience
from domain.tournament.codec import READER
from domain.tournament.course import Course
from domain.tournament.decide import round_started
from domain.tournament.faults import Fault
from domain.tournament.playing import outcome
from domain.tournament.ranks import final_ranks
from domain.tournament.seeds import round_seed
from domain.tournament.tournament import TournamentState, evolve, pairing_at
from eventstore import chain
from eventstore.envelope import StoredEvent

FORMAT = "playledger-tournament"
VERSION = 1


class RecordHeader(msgspec.Struct, frozen=True):
    """The first line. `last_version` and `head`, in hex, are where the record ends."""

    format: str
    version: int
    tournament: str
    last_version: int
    head: str


class RecordLine(msgspec.Struct, frozen=True):
    """An event."""

    hash: str
    body: msgspec.Raw


class _Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    match: str
    v: int
    type: str
    schema: int
    actor: str
    command: str
    at: int
    pub: dict[str, Any]
    commits: dict[str, str]


class Checked(msgspec.Struct, frozen=True):
    """The findings on a record: the version up to which it was read, and all its faults.

    The path of a fault begins with the version of its event. `complete`: the tournament was over.
    """

    header: RecordHeader
    version: int
    rounds: int
    complete: bool
    faults: tuple[Fault, ...]


def header_line(tournament: str, version: int, head: bytes) -> bytes:
    """The first line of a record."""
    return msgspec.json.encode(RecordHeader(FORMAT, VERSION, tournament, version, head.hex())) + b"\n"


def event_parts(event: StoredEvent) -> tuple[bytes, bytes, bytes]:
    """The line of an event, in parts: that of a large round is not copied."""
    return b'{"hash":"' + event.hash.hex().encode() + b'","body":', event.body, b"}\n"


def event_line(event: StoredEvent) -> bytes:
    """The line of an event."""
    return b"".join(event_parts(event))


def check(lines: Iterable[bytes]) -> Checked:
    """Check a record. Raises ValueError for what can't be read at all."""
    found = iter(lines)
    header = msgspec.json.decode(next(found, b""), type=RecordHeader)
    if header.version != VERSION:
        raise ValueError(f"version {header.version} of a record; this release reads version {VERSION}")
    checker = _Checker(header)
    for line in found:
        if line.strip() and not checker.read(msgspec.json.decode(line, type=RecordLine)):
            break
    return checker.checked()


class _Checker:
    """Folds a record and makes every decision of it again that needs no rules of a game."""

    def __init__(self, header: RecordHeader) -> None:
        self._header = header
        self._state = TournamentState()
        self._hash = chain.GENESIS
        self._commits: dict[int, dict[str, str]] = {}
        self._commitments: dict[int, str] = {}
        self._faults: list[Fault] = []
        self._called: told.RulingKind | None = None

    def checked(self) -> Checked:
        """The findings."""
        state, header = self._state, self._header
        if not self._faults and (state.version, self._hash.hex()) != (header.last_version, header.head):
            self._fault("RECORD_ENDS", "the record doesn't end where its header says")
        if not self._faults and state.over and state.seed is None:
            self._fault("RECORD_ENDS", "the tournament is over, and its seed isn't revealed")
        return Checked(header, state.version, len(state.rounds), state.over, tuple(self._faults))

    def read(self, line: RecordLine) -> bool:
        """Check an event; False if nothing after it can be checked."""
        body = msgspec.json.decode(line.body, type=_Body)
        text = chain.canonical(msgspec.json.decode(line.body))
        self._hash = chain.link(self._hash, text)
        if text != bytes(line.body) or line.hash != self._hash.hex():
            return self._fault("CHAIN_BROKEN", "the hash doesn't follow from the event and the hash before it")
        if (body.match, body.v) != (self._header.tournament, self._state.version + 1):
            return self._fault("EVENT_MISPLACED", "the event belongs to another tournament or another place")
        try:
            event = READER.decode(body.type, body.schema, text, None, SPECTATOR)
        except UnreadableEvent as error:
            return self._fault("EVENT_UNREADABLE", str(error))
        assert event is not None
        self._commits[body.v] = body.commits
        try:
            for fault in list(_CHECKS.get(type(event), _nothing)(self, event)):
                self._fault(fault.code, fault.message)
            evolve(self._state, event, body.at)
            if isinstance(event, told.RulingMade):
                self._called = event.kind  # what it changes follows in the same batch
        except (LookupError, AssertionError, TypeError, ValueError):
            return self._fault("EVENT_UNFIT", f"{body.type} doesn't fit what happened before")
        return True

    def _fault(self, code: str, message: str) -> bool:
        self._faults.append(Fault(code, message, (str(self._state.version + 1),)))
        return False

    def created(self, event: told.TournamentCreated) -> Iterator[Fault]:
        """The header names this tournament, which is made once."""
        if self._state.version:
            yield Fault("EVENT_UNFIT", "the tournament had been made before")
        if event.tournament != self._header.tournament:
            yield Fault("TOURNAMENT_OTHER", "the first event is of another tournament")

    def started(self, event: told.TournamentStarted) -> Iterator[Fault]:
        """Check the start: all entrants take part, in the order of entering, and it starts once."""
        if self._state.course is not None:
            yield Fault("EVENT_UNFIT", "the tournament had started before")
        self._commitments[1] = event.commitment
        there = tuple(entry.id for entry in self._state.entries.values() if entry.there)
        if event.entrants != there:
            yield Fault("ENTRANTS_DIFFER", "others take part than had entered")

    def round_started(self, event: told.RoundStarted) -> Iterator[Fault]:
        """The round is paired again from the record and its seed, which was committed to."""
        self._commitments[event.number + 1] = event.commitment
        course = self._state.course
        if course is None:
            yield Fault("NOT_STARTED", "a round of a tournament that has not started")
            return
        seed = bytes.fromhex(event.proof.seed)
        paired = steps.pair(course, seed, event.half)
        if not isinstance(paired, Course):
            yield paired[0]
            return
        if round_started(course, paired, event.commitment) != event:
            yield Fault("ROUND_DIFFERS", "the record and the seed lead to another round")
        if commitment(course.id, seed) != self._commitments.get(steps.drawn_in(paired, len(paired.rounds))):
            yield Fault("SEED_DIFFERS", "another seed was committed to")

    def recorded(self, event: told.ResultRecorded) -> Iterator[Fault]:
        """Check a result that was played, or decided by a game loss, against the games."""
        place = event.round, event.result.table
        pairing = pairing_at(self._state, place)
        by_games = event.source == "played" or (event.source, self._called) == ("ruling", "game_loss")
        if pairing is None:
            yield Fault("TABLE_UNKNOWN", "there is no such table")
        elif by_games and outcome(self._state, place, pairing) != event.result:
            yield Fault("RESULT_DIFFERS", "the games of the table came to something else")

    def decks_revealed(self, event: told.DecksRevealed) -> Iterator[Fault]:
        """The decks are those that were committed to."""
        for who, deck in event.decks.items():
            since = self._state.entries[who].since
            made = chain.commitment(
                bytes.fromhex(event.salts[who]), chain.canonical({"deck": msgspec.to_builtins(deck)})
            )
            if self._commits[since].get(audience(who)) != made:
                yield Fault("DECK_DIFFERS", f"{who} had committed to another deck")

    def finished(self, event: told.TournamentFinished) -> Iterator[Fault]:
        """The final ranks follow from the results."""
        course = self._state.course
        if course is None or final_ranks(course, self._state.disqualified) != event.ranks:
            yield Fault("RANKS_DIFFER", "the results lead to other ranks")

    def seed_revealed(self, event: told.SeedRevealed) -> Iterator[Fault]:
        """All seeds of rounds were made from the one that was committed to first."""
        seed, state = bytes.fromhex(event.seed), self._state
        if commitment(state.tournament, seed) != state.commitment:
            yield Fault("SEED_DIFFERS", "another seed was committed to at the beginning")
        for number, made in self._commitments.items():
            if commitment(state.tournament, round_seed(seed, state.tournament, number)) != made:
                yield Fault("SEED_DIFFERS", f"the seed of round {number} was made from another one")
        course = state.course
        for number, proof in enumerate(() if course is None else course.proofs, 1):
            assert course is not None
            if proof.seed != round_seed(seed, course.id, steps.drawn_in(course, number)).hex():
                yield Fault("SEED_DIFFERS", f"round {number} was paired from another seed")


def _nothing(checker: _Checker, event: Event) -> Iterator[Fault]:
    yield from ()


_CHECKS: Mapping[type[Event], Callable[[_Checker, Any], Iterator[Fault]]] = {
    told.TournamentCreated: _Checker.created,
    told.TournamentStarted: _Checker.started,
    told.RoundStarted: _Checker.round_started,
    told.ResultRecorded: _Checker.recorded,
    told.DecksRevealed: _Checker.decks_revealed,
    told.TournamentFinished: _Checker.finished,
    told.SeedRevealed: _Checker.seed_revealed,
}
