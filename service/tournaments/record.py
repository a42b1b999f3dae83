"""The record of a tournament: its events as a file that needs nobody to be checked, line by line.

Decks that were hidden, and the seed, are in events of their own once they are known; so there is nothing private in it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
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
from service.application.signing import BadSignature, Signature, tournament_message, verify
from service.tournaments.record_lines import RecordHeader, RecordLine, SignatureLine, read_header, read_line


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


class RecordedGame(msgspec.Struct, frozen=True):
    """A game of a table as the record has it: the line that says so (from 1), which seats of the table sat where in the
    match, and its end, None: it is played.
    """

    line: int
    match: str
    round: int
    table: int
    game: int
    seats: tuple[int, ...]
    end: told.GameFinished | None = None


class Checked(msgspec.Struct, frozen=True):
    """The findings on a record: the version up to which it was read, and all its faults, the first of them at `line`.

    The path of a fault begins with the version of its event. `complete`: the tournament was over. `signature` is the
    last one, over the events up to the version `signed`; 0: there is none. `games` are in the order of the record.
    """

    header: RecordHeader
    version: int
    rounds: int
    complete: bool
    faults: tuple[Fault, ...]
    line: int | None
    signature: Signature | None
    signed: int
    games: tuple[RecordedGame, ...]


def check(lines: Iterable[bytes], keys: Collection[str] | None = None) -> Checked:
    """Check a record. `keys`: ids of keys, one of which has to have signed the end; None: nobody has to.

    Raises ValueError and msgspec.MsgspecError for what can't be read at all.
    """
    found = iter(lines)
    checker = _Checker(read_header(next(found, b"")), keys)
    for raw in found:
        if not checker.read(raw):
            break
    return checker.checked()


class _Checker:
    """Folds a record and makes every decision of it again that needs no rules of a game."""

    def __init__(self, header: RecordHeader, keys: Collection[str] | None) -> None:
        self._header = header
        self._keys = keys
        self._number = 1
        self._line: int | None = None
        self._state = TournamentState()
        self._hash = chain.GENESIS
        self._commits: dict[int, dict[str, str]] = {}
        self._commitments: dict[int, str] = {}
        self._faults: list[Fault] = []
        self._called: told.RulingKind | None = None
        self._signature: Signature | None = None
        self._signed = 0
        self._games: dict[tuple[int, int, int], RecordedGame] = {}

    def checked(self) -> Checked:
        """The findings."""
        state, header = self._state, self._header
        self._number += 1
        if not self._faults and (state.version, self._hash.hex()) != (header.last_version, header.head):
            self._fault("RECORD_ENDS", "the record doesn't end where its header says")
        if not self._faults and state.over and state.seed is None:
            self._fault("RECORD_ENDS", "the tournament is over, and its seed isn't revealed")
        if not self._faults and self._keys is not None and self._signed != state.version:
            self._fault("NOT_SIGNED", f"nobody has signed what follows version {self._signed}")
        return Checked(
            header,
            state.version,
            len(state.rounds),
            state.over,
            tuple(self._faults),
            self._line,
            self._signature,
            self._signed,
            tuple(self._games.values()),
        )

    def read(self, raw: bytes) -> bool:
        """Check a line; False if nothing after it can be checked."""
        self._number += 1
        try:
            line = read_line(raw)
            return self._sign(line.signature) if isinstance(line, SignatureLine) else self._read(line)
        except (ValueError, msgspec.MsgspecError, RecursionError) as error:
            return self._fault("LINE_UNREADABLE", str(error))

    def _sign(self, signature: Signature) -> bool:
        """Check a signature over the event before it."""
        version = self._state.version
        if self._header.version == 1 or version == self._signed:
            return self._fault("SIGNATURE_MISPLACED", "there is no event that this signature could be about")
        self._signature, self._signed = signature, version
        try:
            verify(signature, tournament_message(self._header.tournament, version, self._hash.hex()), self._keys)
        except BadSignature as bad:
            return self._fault("SIGNATURE_BAD", str(bad))
        return True

    def _read(self, line: RecordLine) -> bool:
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
            self._note(event)
            if isinstance(event, told.RulingMade):
                self._called = event.kind  # what it changes follows in the same batch
        except Exception:  # an event that was made to break its reader is a fault, not a crash
            return self._fault("EVENT_UNFIT", f"{body.type} doesn't fit what happened before")
        return True

    def _fault(self, code: str, message: str) -> bool:
        self._faults.append(Fault(code, message, (str(self._state.version + 1),)))
        self._line = self._line or self._number
        return False

    def _note(self, event: Event) -> None:
        """Keep where the games of tables stand."""
        if isinstance(event, told.GameStarted):
            place = event.round, event.table, event.game
            self._games[place] = RecordedGame(self._number, event.match, *place, event.seats)
        elif isinstance(event, told.GameFinished):
            place = event.round, event.table, event.game
            self._games[place] = msgspec.structs.replace(self._games[place], line=self._number, end=event)

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
