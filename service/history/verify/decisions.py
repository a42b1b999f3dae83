"""L2: every command decided again, at its place, with the revealed seed, makes the events that are recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.kernel import decide, forks
from domain.kernel import match as kernel
from domain.kernel.audience import FULL, seat
from domain.kernel.cardsets import Library
from domain.kernel.codec import SEALED
from domain.kernel.decide import Decision
from domain.kernel.facts import Event
from domain.kernel.game import CardGame
from domain.kernel.length import LENGTH_RULE, outgrow
from domain.kernel.lineage import MatchForked, Origin, Pins, RulesRepinned
from domain.kernel.loops import FACT_REASON, FORMER_FACTS, LIMITS, LOOP_RULE, Limits
from domain.kernel.match import State
from eventstore import NewEvent
from eventstore.chain import GENESIS
from service.application.sealing import Cause, seal
from service.catalogue.catalogue import CatalogueEntry
from service.history.lines import Check, ReplayEvent, ReplayFooter, ReplayHeader, body
from service.history.redaction import inside
from service.history.verify.folds import FoldedState, row
from service.history.verify.report import LevelFailure

RecordedBatch = list[tuple[ReplayEvent, Event]]


class DecisionChecker:
    """Needs a full record and its seed."""

    level = "L2"

    def __init__(self, entry: CatalogueEntry, seed: bytes, library: Library) -> None:
        self._entry = entry
        self._seed = seed
        self._library = library
        self._folded = FoldedState(entry, FULL, library)
        self._match = ""
        self._batch: RecordedBatch = []
        self._batches = 0
        self._copied = 0
        self._due: Origin | None = None

    def header(self, line: ReplayHeader) -> None:
        self._match = line.match

    def event(self, line: ReplayEvent) -> None:
        self._batch.append((line, self._decoded(line)))
        if line.end:
            self._decide_again()
            for past, _ in self._batch:
                self._folded.event(past)
            self._batch = []

    def check(self, line: Check) -> None:
        """Nothing to decide."""

    def footer(self, line: ReplayFooter) -> None:
        """Nothing to decide."""

    def summary(self) -> str:
        """The number of commands decided again, as text. Raises LevelFailure for a fork that nobody has taken over."""
        if self._due is not None:
            raise LevelFailure(f"it is said to be a fork at version {self._due.version}, where it is not taken over")
        return f"{self._batches} commands decided again, every event the same"

    def _decoded(self, line: ReplayEvent) -> Event:
        try:
            event = self._entry.codec.decode(*row(line)[:4], FULL)
        except (ValueError, LookupError, TypeError) as error:
            raise LevelFailure(f"{line.type} can't be read: {error}", line.v) from None
        if event is None:
            raise LevelFailure("a sealed event is closed in a full record", line.v)
        return event

    def _decide_again(self) -> None:
        first, cause = self._batch[0]
        if isinstance(cause, kernel.MatchCreated) and cause.origin is not None:
            self._due, self._copied = cause.origin, cause.origin.version
        if self._batch[-1][0].v <= self._copied:
            # decided in another match, from another seed: its own record proves it
            return
        self._taken_over(first, cause)
        again = _AGAIN.get(type(cause))
        if again is None:
            raise LevelFailure(f"no command begins with {cause.type}", first.v, of_event=True)
        try:
            events = [event for _, event in self._batch]
            outcome = again(self._entry.game, self._folded.state, events, first.at, self._seed)
        except Exception as error:  # rules may break over what other rules, or nobody's, have made
            raise self._other(f"{cause.type} can't be decided: {type(error).__name__}: {error}", first.v) from None
        if not isinstance(outcome, Decision):
            raise self._other(f"{cause.type} would be refused: {outcome}", first.v)
        actor, command = cause_of(first)
        if actor != _actor(cause):
            raise LevelFailure(f"{cause.type} can't be caused by {actor}", first.v, of_event=True)
        # bodies and audiences are compared; hashes, which need the event before, are the business of L0
        made = seal(outcome, self._match, self._seed, GENESIS, first.v, Cause(actor, command))
        self._compare(made)
        self._batches += 1

    def _taken_over(self, first: ReplayEvent, cause: Event) -> None:
        """The copied part ends with `match_forked`, which names the same origin and stands nowhere else."""
        named = cause.origin if isinstance(cause, MatchForked) else None
        if named != self._due or (named is not None and first.v != self._copied + 1):
            raise LevelFailure("what is copied from an origin, and it alone, ends with match_forked", first.v)
        self._due = None

    def _compare(self, made: list[NewEvent]) -> None:
        for (line, _), again in zip(self._batch, made, strict=False):
            if not self._same(line, again):
                raise self._other(f"{line.type} would be another event", line.v)
        if len(made) != len(self._batch):
            raise self._other(f"{len(made)} events instead of {len(self._batch)}", self._batch[-1][0].v)

    def _same(self, line: ReplayEvent, again: NewEvent) -> bool:
        if line.type == SEALED:
            # whom a sealed part is for is in no hash
            return body(self._match, line) == again.body and _audiences(again) == [part.to for part in line.prv]
        if line.schema == again.schema:
            return body(self._match, line) == again.body
        return self._decoded(line) == self._entry.codec.decode(
            again.type, again.schema, again.body, again.private, FULL
        )

    def _other(self, message: str, version: int) -> LevelFailure:
        """Under other rules than those pinned this is a divergence, not a fault of the record."""
        pins = self._folded.state.pins
        entry = self._entry
        others = [] if pins is None else _other_rules(pins, entry)
        if pins is not None and not self._library.has(pins.card_set_hash):
            others.append(f"the card sets {pins.card_set_hash[:12]} that it was played with are not here")
        if pins is None or not others:
            return LevelFailure(message, version, of_event=True)
        told = "; ".join([message, *others, f"release {pins.engine_version} decides it"])
        return LevelFailure(f"DIVERGED at version {version}: {told}", version, diverged=True, of_event=True)


def _other_rules(pins: Pins, entry: CatalogueEntry) -> list[str]:
    """The sign that these are other rules than ours: their version, and their hash too where that is the same."""
    ours = (entry.game.rules_version, entry.rules_hash)
    pinned = (pins.rules_version, pins.rules_hash)
    if pinned == ours:
        return []
    alike = pinned[0] == ours[0]
    played, again = (f"{version} ({digest[:12]})" if alike else version for version, digest in (pinned, ours))
    return [f"played by rules {played}, decided again by {again}"]


def _audiences(event: NewEvent) -> list[str]:
    return [] if event.private is None else list(msgspec.json.decode(event.private, type=dict[str, msgspec.Raw]))


def cause_of(line: ReplayEvent) -> tuple[str, str]:
    """Actor and command of a full line, also of one whose batch is hidden."""
    part = inside(line, line.prv)
    if part is not None:
        return part.actor, part.command
    return line.actor, line.command


def _actor(cause: Event) -> str:
    if isinstance(cause, kernel.TimeUp) or (isinstance(cause, kernel.ActionTaken) and cause.default):
        return "clock"
    if isinstance(cause, kernel.SeatTaken | kernel.SeatLeft | kernel.ActionTaken | kernel.Conceded):
        return seat(cause.seat)
    return "system"


def _create(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    made = batch[0]
    assert isinstance(made, kernel.MatchCreated)
    return decide.create(game, made, at, state.library)


def _join(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    taken = batch[0]
    assert isinstance(taken, kernel.SeatTaken)
    return decide.join(
        game,
        state,
        taken.seat,
        taken.player,
        at,
        bot=taken.bot,
        loadout=next((event.loadout for event in batch if isinstance(event, kernel.LoadoutSealed)), None),
        seat_seed=next((event.seed for event in batch if isinstance(event, kernel.SeedAdded)), None),
        server_seed=seed,
        limits=_limits(batch),
    )


def _leave(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    left = batch[0]
    assert isinstance(left, kernel.SeatLeft)
    return decide.leave(game, state, left.seat, at)


def _act(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    taken = batch[0]
    assert isinstance(taken, kernel.ActionTaken)
    if taken.default:
        return decide.time_out(game, state, taken.prompt, taken.revision, at, seed, _limits(batch))
    guard = {"prompt": taken.prompt, "revision": taken.revision}
    return decide.act(game, state, taken.seat, taken.action, at, seed, limits=_limits(batch), **guard)


def _time_up(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    return decide.time_up(game, state, at, seed, _limits(batch))


def _concede(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    gone = batch[0]
    assert isinstance(gone, kernel.Conceded)
    return decide.concede(game, state, gone.seat, at, seed, _limits(batch))


def _abort(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    ended = batch[0]
    assert isinstance(ended, kernel.MatchEnded)
    if ended.result.rule == LENGTH_RULE:
        return outgrow(game, state, at, seed)
    return decide.abort(game, state, ended.result.reason, at, seed)


def _reveal(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    return decide.reveal(game, state, at, seed)


def _repin(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    release = batch[0]
    assert isinstance(release, RulesRepinned)
    return decide.repin(game, state, release, at)


def _fork(game: CardGame, state: State, batch: list[Event], at: int, seed: bytes) -> Any:
    forked = batch[0]
    assert isinstance(forked, MatchForked)
    return forks.fork(game, state, forked.origin, forked.players, at)


def _limits(batch: list[Event]) -> Limits:
    """How far the batch went. Earlier limits let more facts pass, or made the match void, and it says so by them."""
    ends = [event.result for event in batch[-2:] if isinstance(event, kernel.MatchEnded)]
    void = any(result.rule == LOOP_RULE and result.kind == "aborted" for result in ends)
    stopped = any(result.reason == FACT_REASON for result in ends) and len(batch) <= FORMER_FACTS
    return Limits(LIMITS.facts if stopped or len(batch) <= LIMITS.facts else FORMER_FACTS, void)


_AGAIN: Mapping[type[Event], Callable[[CardGame, State, list[Event], int, bytes], Any]] = {
    kernel.MatchCreated: _create,
    kernel.SeatTaken: _join,
    kernel.SeatLeft: _leave,
    kernel.ActionTaken: _act,
    kernel.TimeUp: _time_up,
    kernel.Conceded: _concede,
    kernel.MatchEnded: _abort,
    kernel.SecretsRevealed: _reveal,
    RulesRepinned: _repin,
    MatchForked: _fork,
}
