"""The aggregate of a tournament: its state, and how its events fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from domain.kernel.facts import Event
from domain.tournament import events as told
from domain.tournament.course import Course, entered, left, open_tables, started
from domain.tournament.entrants import Pairing, Round, TableResult
from domain.tournament.events import Deck, ResultSource, Role, Terms
from domain.tournament.policy import Policy

TournamentStatus = Literal["registration", "running", "finished", "cancelled"]
TableRef = tuple[int, int]
"""A round and a table of it."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry. `since` is the version of the event that brought the deck, `deck` None where it is hidden.

    `player` is its reference on a leaderboard. `changes`: how often it has brought another deck; `returns`: how often
    it has entered again after it had left.
    """

    id: str
    since: int
    player: str | None = None
    deck: Deck | None = None
    checked_in: bool = False
    status: Literal["registered", "withdrawn", "dropped", "disqualified"] = "registered"
    changes: int = 0
    returns: int = 0

    @property
    def there(self) -> bool:
        """Whether it takes part, or will."""
        return self.status == "registered"


class TableGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a table. `places` is None while it is played; so it stays if it was aborted."""

    number: int
    match: str
    seats: tuple[int, ...]
    places: tuple[tuple[int, ...], ...] | None = None
    rule: str = ""
    aborted: bool = False

    @property
    def running(self) -> bool:
        """Whether it is going on."""
        return self.places is None and not self.aborted


class Dispute(msgspec.Struct, frozen=True):
    """An entrant's objection to a result, and why."""

    entrant: str
    reason: str


class TableState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table beside its pairing and its result. `ruled`: a referee has decided on the result; `agreed`: entrants that
    have disputed it and then confirmed it; `disputed`: somebody has disputed a result of it.

    `absent`, `lost`: entrants that a referee called absent, or to have lost the match. At a table of three and more the
    others play on.
    """

    games: tuple[TableGame, ...] = ()
    source: ResultSource = "played"
    ruled: bool = False
    absent: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    agreed: tuple[str, ...] = ()
    disputed: bool = False


class RoundClock(NamedTuple):
    """The clock of a round, in ms: when its time is over; while it is stopped how much is left instead, and neither
    where the rounds have no length.
    """

    ends_at: int | None = None
    left: int | None = None


class Stage(NamedTuple):
    """The stage of a tournament from a version on. `clock`: that of the last round."""

    version: int = 0
    round: int = 0
    status: TournamentStatus = "registration"
    clock: RoundClock = RoundClock()


class TournamentState(msgspec.Struct):
    """A tournament as its events fold. `rounds_at`: when each round began, in ms; `ends_at`: when the time of each is
    over, () where rounds have no length; `stopped_at`: since when that of the last one stands still. `done`: the last
    round that is over. `open_decks`: whose everybody knows. `dismissed`: who lost a role, each time. `stages`: from
    which version on which round was the last, and which the status.

    `commitment` is to the seed of all, `next_commitment` to that of the next round.
    """

    tournament: str = ""
    name: str = ""
    game: str = ""
    version: int = 0
    status: TournamentStatus = "registration"
    paused: bool = False
    options: Any = None
    policy: Policy = Policy("swiss")
    terms: Terms = Terms()
    commitment: str = ""
    next_commitment: str = ""
    staff: dict[str, Role] = {}
    dismissed: tuple[str, ...] = ()
    entries: dict[str, Entry] = {}
    course: Course | None = None
    tables: dict[TableRef, TableState] = {}
    rounds_at: tuple[int, ...] = ()
    ends_at: tuple[int, ...] = ()
    stopped_at: int | None = None
    stages: tuple[Stage, ...] = ()
    done: int = 0
    open_decks: frozenset[str] = frozenset()
    ranks: tuple[tuple[int, str], ...] = ()
    seed: str | None = None
    created_at: int = 0
    at: int = 0

    def copy(self) -> TournamentState:
        """An independent copy; immutable values are shared."""
        return msgspec.structs.replace(
            self, staff=dict(self.staff), entries=dict(self.entries), tables=dict(self.tables)
        )

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.status in ("finished", "cancelled")

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds that have begun."""
        return () if self.course is None else self.course.rounds

    @property
    def disqualified(self) -> frozenset[str]:
        """The disqualified entrants."""
        return frozenset(entry.id for entry in self.entries.values() if entry.status == "disqualified")

    @property
    def disputed(self) -> list[TableRef]:
        """Tables at which somebody disputes the result."""
        return [place for place, table in self.tables.items() if table.disputes]

    @property
    def round_is_over(self) -> bool:
        """Whether every table of the last round has a result that nobody disputes; so it is before the first."""
        return self.course is None or not (open_tables(self.course) or self.disputed)


def round_clock(state: TournamentState, number: int) -> RoundClock:
    """The clock of a round that has begun; of round 0 it says nothing."""
    if not 0 < number <= len(state.ends_at):
        return RoundClock()
    ends_at = state.ends_at[number - 1]
    if state.stopped_at is None or number < len(state.ends_at):
        return RoundClock(ends_at)
    return RoundClock(left=max(0, ends_at - state.stopped_at))


def stage_at(state: TournamentState, version: int) -> Stage:
    """The stage of a tournament at a version that it has reached."""
    return next((one for one in reversed(state.stages) if one.version <= version), Stage())


def pairing_at(state: TournamentState, place: TableRef) -> Pairing | None:
    """The pairing of a table; None if there is no such table."""
    number, table = place
    if not 1 <= number <= len(state.rounds):
        return None
    return next((one for one in state.rounds[number - 1].pairings if one.table == table), None)


def result_at(state: TournamentState, place: TableRef) -> TableResult | None:
    """The result of a table of a round that has begun; None while it is open."""
    return next((one for one in state.rounds[place[0] - 1].results if one.table == place[1]), None)


def evolve(state: TournamentState, event: Event | None, at: int) -> None:
    """Fold one event, in place. None: one that is hidden from the reader that folds."""
    state.version += 1
    state.at = at
    if event is not None:
        _FOLDERS[type(event)](state, event)
        now = len(state.rounds), state.status, round_clock(state, len(state.rounds))
        if stage_at(state, state.version)[1:] != now:
            state.stages = (*state.stages, Stage(state.version, *now))


def _created(state: TournamentState, event: told.TournamentCreated) -> None:
    state.tournament, state.name, state.game = event.tournament, event.name, event.game
    state.options, state.policy, state.terms = event.options, event.policy, event.terms
    state.commitment = event.commitment
    state.staff = {event.organiser: "organiser"}
    state.entries, state.tables = {}, {}
    state.created_at = state.at


def _appointed(state: TournamentState, event: told.StaffAppointed) -> None:
    state.staff[event.staff] = event.role


def _dismissed(state: TournamentState, event: told.StaffDismissed) -> None:
    del state.staff[event.staff]
    state.dismissed = (*state.dismissed, event.staff)


def _registered(state: TournamentState, event: told.EntrantRegistered) -> None:
    before = state.entries.pop(event.entrant, None)  # who comes back comes last
    entry = Entry(event.entrant, state.version, event.player, event.deck)
    if before is not None:
        entry = msgspec.structs.replace(entry, changes=before.changes, returns=before.returns + 1)
    state.entries[event.entrant] = entry
    if state.course is not None:
        state.course = entered(state.course, event.entrant)


def _deck_changed(state: TournamentState, event: told.DeckChanged) -> None:
    changes = state.entries[event.entrant].changes + 1
    _enter(state, event.entrant, deck=event.deck, since=state.version, changes=changes)


def _checked_in(state: TournamentState, event: told.EntrantCheckedIn) -> None:
    _enter(state, event.entrant, checked_in=True)


def _withdrawn(state: TournamentState, event: told.EntrantWithdrawn) -> None:
    _enter(state, event.entrant, status="withdrawn", checked_in=False)
    if state.course is not None:
        others = tuple(one for one in state.course.entrants if one.id != event.entrant)
        state.course = msgspec.structs.replace(state.course, entrants=others)


def _dropped(state: TournamentState, event: told.EntrantDropped) -> None:
    _enter(state, event.entrant, status="disqualified" if event.disqualified else "dropped")
    assert state.course is not None
    state.course = left(state.course, event.entrant)


def _enter(state: TournamentState, entrant: str, **values: Any) -> None:
    state.entries[entrant] = msgspec.structs.replace(state.entries[entrant], **values)


def _started(state: TournamentState, event: told.TournamentStarted) -> None:
    state.status = "running"
    state.next_commitment = event.commitment
    state.course = started(state.tournament, state.policy, event.entrants)


def _round_started(state: TournamentState, event: told.RoundStarted) -> None:
    course = state.course
    assert course is not None
    one = Round(event.number, event.proof.result.pairings, event.byes, event.half, event.results)
    state.course = msgspec.structs.replace(
        course,
        rounds=(*course.rounds, one),
        proofs=(*course.proofs, event.proof),
        seeded=event.seeded or course.seeded,
    )
    state.next_commitment = event.commitment
    state.rounds_at = (*state.rounds_at, state.at)
    if state.policy.round_ms is not None:
        state.ends_at = (*state.ends_at, state.at + state.policy.round_ms)
    forfeits = {result.table for result in event.results}
    for pairing in one.pairings:
        source: ResultSource = "forfeit" if pairing.table in forfeits else "played"
        state.tables[event.number, pairing.table] = TableState(source=source)


def _game_started(state: TournamentState, event: told.GameStarted) -> None:
    _add_game(state, (event.round, event.table), TableGame(event.game, event.match, event.seats))


def _add_game(state: TournamentState, place: TableRef, game: TableGame) -> None:
    """A game of a table, in place of what was known of it."""
    games = (*(one for one in state.tables[place].games if one.number != game.number), game)
    _set(state, place, games=tuple(sorted(games, key=lambda one: one.number)))


def _game_finished(state: TournamentState, event: told.GameFinished) -> None:
    place = event.round, event.table
    before = next(one for one in state.tables[place].games if one.number == event.game)
    places = None if event.aborted else event.places
    _add_game(state, place, msgspec.structs.replace(before, places=places, rule=event.rule, aborted=event.aborted))


def _recorded(state: TournamentState, event: told.ResultRecorded) -> None:
    place = event.round, event.result.table
    _set_result(state, *place, event.result)
    ruled = event.source != "played"
    _set(state, place, source=event.source, ruled=ruled, confirmed=(), disputes=(), agreed=())


def _reopened(state: TournamentState, event: told.ResultReopened) -> None:
    place = event.round, event.table
    _set_result(state, *place, None)
    state.done = min(state.done, event.round - 1)
    _set(state, place, source="played", ruled=False, confirmed=(), disputes=(), agreed=())
    if state.tables[place].games:
        _add_game(state, place, msgspec.structs.replace(state.tables[place].games[-1], places=None, aborted=True))


def _set_result(state: TournamentState, number: int, table: int, result: TableResult | None) -> None:
    course = state.course
    assert course is not None
    rounds = list(course.rounds)
    others = tuple(one for one in rounds[number - 1].results if one.table != table)
    results = others if result is None else (*others, result)
    rounds[number - 1] = msgspec.structs.replace(rounds[number - 1], results=results)
    state.course = msgspec.structs.replace(course, rounds=tuple(rounds))


def _confirmed(state: TournamentState, event: told.ResultConfirmed) -> None:
    place = event.round, event.table
    table = state.tables[place]
    disputes = tuple(one for one in table.disputes if one.entrant != event.entrant)
    if disputes != table.disputes:
        _set(state, place, disputes=disputes, agreed=(*table.agreed, event.entrant))
    _set(state, place, confirmed=(*table.confirmed, event.entrant))


def _disputed(state: TournamentState, event: told.ResultDisputed) -> None:
    place = event.round, event.table
    table = state.tables[place]
    confirmed = tuple(one for one in table.confirmed if one != event.entrant)
    disputes = (*table.disputes, Dispute(event.entrant, event.reason))
    _set(state, place, confirmed=confirmed, disputes=disputes, disputed=True)


def _round_finished(state: TournamentState, event: told.RoundFinished) -> None:
    state.done = event.number


def _ruled(state: TournamentState, event: told.RulingMade) -> None:
    place = event.round, event.table
    if event.kind == "uphold":
        _set(state, place, ruled=True, disputes=())
    elif event.kind == "replay":
        _set(state, place, absent=(), lost=())
    elif event.kind == "no_show" and event.entrant is not None:
        _set(state, place, absent=(*state.tables[place].absent, event.entrant))
    elif event.kind == "match_loss" and event.entrant is not None:
        _set(state, place, lost=(*state.tables[place].lost, event.entrant))


def _set(state: TournamentState, place: TableRef, **values: Any) -> None:
    state.tables[place] = msgspec.structs.replace(state.tables[place], **values)


def _paused(state: TournamentState, event: told.TournamentPaused) -> None:
    state.paused = True
    state.stopped_at = state.at


def _resumed(state: TournamentState, event: told.TournamentResumed) -> None:
    if state.ends_at and state.stopped_at is not None:
        state.ends_at = (*state.ends_at[:-1], state.ends_at[-1] + state.at - state.stopped_at)
    _go_on(state)


def _go_on(state: TournamentState) -> None:
    state.paused, state.stopped_at = False, None


def _decks_revealed(state: TournamentState, event: told.DecksRevealed) -> None:
    for entrant, deck in event.decks.items():
        _enter(state, entrant, deck=deck)
    state.open_decks |= set(event.decks)


def _cancelled(state: TournamentState, event: told.TournamentCancelled) -> None:
    state.status = "cancelled"
    _go_on(state)


def _finished(state: TournamentState, event: told.TournamentFinished) -> None:
    state.status = "finished"
    _go_on(state)
    state.ranks = event.ranks
    assert state.course is not None
    state.course = msgspec.structs.replace(state.course, finished=True)


def _seed_revealed(state: TournamentState, event: told.SeedRevealed) -> None:
    state.seed = event.seed


_FOLDERS: Mapping[type[Event], Callable[[TournamentState, Any], None]] = {
    told.TournamentCreated: _created,
    told.StaffAppointed: _appointed,
    told.StaffDismissed: _dismissed,
    told.EntrantRegistered: _registered,
    told.DeckChanged: _deck_changed,
    told.EntrantCheckedIn: _checked_in,
    told.EntrantWithdrawn: _withdrawn,
    told.EntrantDropped: _dropped,
    told.TournamentStarted: _started,
    told.RoundStarted: _round_started,
    told.GameStarted: _game_started,
    told.GameFinished: _game_finished,
    told.ResultRecorded: _recorded,
    told.ResultReopened: _reopened,
    told.ResultConfirmed: _confirmed,
    told.ResultDisputed: _disputed,
    told.RoundFinished: _round_finished,
    told.RulingMade: _ruled,
    told.TournamentPaused: _paused,
    told.TournamentResumed: _resumed,
    told.DecksRevealed: _decks_revealed,
    told.TournamentCancelled: _cancelled,
    told.TournamentFinished: _finished,
    told.SeedRevealed: _seed_revealed,
}
