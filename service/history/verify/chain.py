"""L0: the record is as it was written. No game's program is needed for it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from msgspec import UnsetType

from domain.kernel.audience import FULL
from domain.kernel.codec import SEALED
from domain.kernel.match import MatchCreated, MatchEnded, MatchStarted, SecretsRevealed
from eventstore.chain import GENESIS, canonical, link
from service.application import signing
from service.application.event_lines import Count
from service.history.lines import CHECK_EVERY, Check, ReplayEvent, ReplayFooter, ReplayHeader, body
from service.history.redaction import CAUSES, revealed_seed
from service.history.verify.report import LevelFailure
from service.matches.perspectives import perspectives
from service.times import rfc3339

OVER = ("finished", "aborted")

_T = TypeVar("_T")


class _Sealed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    schema: Count
    actor: str
    command: str
    data: dict[str, Any]


class _Created(msgspec.Struct, frozen=True):
    match: str
    game: str
    options: dict[str, Any]
    clock: dict[str, Any]
    pins: dict[str, str]
    seats: int


class _Ended(msgspec.Struct, frozen=True):
    result: dict[str, Any]


class ChainChecker:
    """Order, hashes, commitments of open parts, batches, footer, signature."""

    level = "L0"

    def __init__(self, keys: Collection[str] | None, vouched: Collection[str] = ()) -> None:
        self._keys = keys
        self._trusted = {*vouched, *(keys or ())}
        self.top: ReplayHeader | None = None
        self.end: ReplayFooter | None = None
        self._head = GENESIS
        self._version = 0
        self._begins = True
        self._cause: int | None = None
        self._due: int | None = None
        self._status = "open"
        self._result: Any = None
        self._seed: str | None = None

    @property
    def pinned(self) -> bool:
        """Whether a key that the caller trusts has signed the file."""
        signature = None if self.end is None else self.end.signature
        return signature is not None and signature.key_id in self._trusted

    def header(self, line: ReplayHeader) -> None:
        if self.top is not None:
            raise LevelFailure("a second header")
        if [seat.seat for seat in line.seats] != list(range(len(line.seats))):
            raise LevelFailure("the seats are not in order")
        if line.perspective not in perspectives(len(line.seats)):
            raise LevelFailure(f"the perspective {line.perspective} of a match of {len(line.seats)} seats")
        _hold_sets(line)
        self.top = line

    def event(self, line: ReplayEvent) -> None:
        header = self._inside()
        if self._due is not None:
            raise LevelFailure(f"the check of version {self._due} is missing", line.v)
        if line.v != self._version + 1:
            raise LevelFailure(f"version {line.v} follows version {self._version}", line.v)
        if header.perspective == FULL and not all(part.is_open for part in line.prv):
            raise LevelFailure("a full record has no closed part", line.v)
        if line.v == 1:
            _begin(header, line)
        self._follow_batch(line, _read(_seen_type, line))
        self._head = link(self._head, _body(header.match, line))
        if line.hash != self._head.hex():
            raise LevelFailure("the hash does not follow from the one before it and this event", line.v)
        self._version = line.v
        self._due = line.v if line.v % CHECK_EVERY == 0 else None
        self._note(line)

    def check(self, line: Check) -> None:
        header = self._inside()
        if line.v != self._due:
            raise LevelFailure(f"a check of version {line.v} has no place here", line.v)
        _hold_states(header, line.state, line.v)
        self._due = None

    def footer(self, line: ReplayFooter) -> None:
        header = self._inside()
        self.end = line
        if self._due is not None:
            raise LevelFailure(f"the check of version {self._due} is missing", self._due)
        if (line.version, line.head) != (self._version, self._head.hex()):
            raise LevelFailure(
                f"the footer ends at version {line.version}, the events at {self._version}, or another head"
            )
        if not self._begins:
            raise LevelFailure("the last batch is not complete", self._version)
        if canonical([line.status, line.result, line.seed]) != canonical([self._status, self._result, self._seed]):
            raise LevelFailure("status, result or seed are not those of the events")
        _hold_states(header, line.state, line.version)
        self._signed(header, line)

    def summary(self) -> str:
        """The result of the check. Raises LevelFailure when the file ends before its footer."""
        if self.end is None:
            raise LevelFailure("the file ends without a footer", self._version)
        return f"{self._version} events to {self._head.hex()[:16]}..., {self._signature()}"

    def _inside(self) -> ReplayHeader:
        if self.end is not None:
            raise LevelFailure("nothing may follow the footer")
        if self.top is None:
            raise LevelFailure("a replay file begins with its header")
        return self.top

    def _follow_batch(self, line: ReplayEvent, seen_type: str) -> None:
        if self._begins:
            self._cause = line.v if seen_type in CAUSES else None
        if line.caused_by != (None if self._begins else self._cause):
            raise LevelFailure("causedBy is not the event that this batch begins with", line.v)
        self._begins = line.end

    def _note(self, line: ReplayEvent) -> None:
        if line.type == MatchStarted.type:
            self._status = "running"
        elif line.type == MatchEnded.type:
            self._result = _read(_ended, line).result
            self._status = "aborted" if self._result.get("kind") == "aborted" else "finished"
        elif line.type == SecretsRevealed.type:
            self._seed = _read(revealed_seed, line)

    def _signed(self, header: ReplayHeader, line: ReplayFooter) -> None:
        if line.signature is None:
            if self._keys is not None:
                raise LevelFailure("nobody has signed it" + ("" if line.status in OVER else ": the match is not over"))
            return
        if line.status not in OVER:
            raise LevelFailure("a signature under a match that is not over")
        signed = signing.message(header.match, header.game, line.version, line.head, header.pins)
        try:
            signing.verify(line.signature, signed, self._keys)
        except signing.BadSignature as bad:
            raise LevelFailure(str(bad)) from None

    def _signature(self) -> str:
        signature = None if self.end is None else self.end.signature
        if signature is None:
            return "not signed"
        return f"signed by {signature.key_id}" + ("" if self.pinned else " (a key that nobody has vouched for)")


def _read(read: Callable[[ReplayEvent], _T], line: ReplayEvent) -> _T:
    try:
        return read(line)
    except ValueError as error:
        raise LevelFailure(f"{line.type} is of another form: {error}", line.v) from None


def _seen_type(line: ReplayEvent) -> str:
    if line.type != SEALED:
        return line.type
    opened = next((part.data for part in line.prv if isinstance(part.data, msgspec.Raw)), None)
    return SEALED if opened is None else msgspec.json.decode(opened, type=_Sealed).type


def _begin(header: ReplayHeader, line: ReplayEvent) -> None:
    """A header that says something else could make a verifier look for another game."""
    made = _read(_created, line)
    said = [header.match, header.game, header.options, header.clock, header.pins, len(header.seats), header.created_at]
    meant = [made.match, made.game, made.options, made.clock, made.pins, made.seats, rfc3339(line.at)]
    if line.type != MatchCreated.type or canonical(said) != canonical(meant):
        raise LevelFailure("the header says something else than the first event", line.v)


def _hold_sets(header: ReplayHeader) -> None:
    """The card sets of players that the options name are there, each with the text of its hash."""
    given = () if isinstance(header.card_sets, UnsetType) else header.card_sets
    if [one.hash for one in given] != header.options.get("card_sets", []):
        raise LevelFailure("the card sets are not those that the options name")
    for one in given:
        if sha256(one.text.encode()).hexdigest() != one.hash:
            raise LevelFailure(f"the text of the card set {one.hash} has another hash")


def _created(line: ReplayEvent) -> _Created:
    return msgspec.json.decode(line.pub, type=_Created)


def _ended(line: ReplayEvent) -> _Ended:
    return msgspec.json.decode(line.pub, type=_Ended)


def _body(match: str, line: ReplayEvent) -> bytes:
    try:
        return body(match, line)
    except ValueError as error:
        raise LevelFailure(str(error), line.v) from None


def _hold_states(header: ReplayHeader, state: dict[str, str], version: int) -> None:
    every = perspectives(len(header.seats))
    due = every if header.perspective == FULL else [header.perspective]
    if sorted(state) != sorted(due):
        raise LevelFailure(f"states of {', '.join(state) or 'nobody'} instead of {', '.join(due)}", version)
