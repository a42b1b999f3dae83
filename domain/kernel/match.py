"""The aggregate of a match: its state, the kernel's own events, and how they fold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

import msgspec

from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.lineage import MatchForked, Origin, RulesRepinned, forked, repinned
from domain.kernel.prompts import Prompt

Status = Literal["open", "running", "finished", "aborted"]
Reveal = Literal["all", "participants", "later"]
"""To whom a match opens its secrets when it ends: to all, to its seats, or to nobody until a tournament says so."""
ResultKind = Literal["win", "shared", "draw", "all_lose", "aborted"]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended. `placings` lists groups of equal seats, best first; `rule` is what ended it."""

    kind: ResultKind
    placings: tuple[tuple[int, ...], ...]
    rule: str
    decided_by: str | None = None
    reason: str = ""


def place_in(groups: Iterable[Collection[object]], who: object) -> int | None:
    """The place of a seat, or whoever stands in groups of equal ones, counted from 0; None if it stands in none."""
    before = 0
    for group in groups:
        if who in group:
            return before
        before += len(group)
    return None


class ClockPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """Times in ms; None: no limit. `bank` is a seat's reserve, used up once decision or turn time has run out."""

    decision: int | None = None
    turn: int | None = None
    bank: int = 0
    defaults_to_abandon: int = 10


class Pins(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a match is decided by, for ever: versions and hashes of rules, engine, card sets, draws."""

    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str
    rng_algorithm: str
    seed_commitment: str


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which game of which tournament a match is: the id, and numbers from 1 on. `game` is that of a best-of."""

    tournament: str
    round: int
    table: int
    game: int = 1


class Seat(msgspec.Struct):
    """One place at the table. `player` is a reference, never a name; `loadout` is known to its seat until the start.

    `since` is the version at which it was taken: whoever held the seat before holds it no longer.
    """

    player: str | None = None
    since: int = 0
    bot: bool = False
    sealed: bool = False
    loadout: Any = None
    seed: str | None = None
    conceded: bool = False
    bank: int = 0
    turn_used: int = 0
    defaults_in_a_row: int = 0

    def copy(self) -> Seat:
        """An independent copy."""
        return msgspec.structs.replace(self)


class Board(msgspec.Struct):
    """The base of a game's own state: plain data, no floats."""

    def copy(self) -> Any:
        """An independent copy; immutable values may be shared."""
        raise NotImplementedError


class State(msgspec.Struct):
    """A match as its facts fold. Frames and progress are those of the last stop.

    `ends_at`: when its time is up, in ms, if it is limited; `time_up`: that was reported.
    `spectator_delay`: ms after which whoever holds no seat is told what happens once it runs.
    `revealed`: its secrets are open to this viewer. `origin`: it is a fork, and all up to the version after the
    origin's is copied or told by `match_forked`; it is for practice and counts for nothing.
    `tournament`: it is played in one.
    """

    match: str = ""
    game: str = ""
    version: int = 0
    status: Status = "open"
    options: Any = None
    clock: ClockPolicy = ClockPolicy()
    pins: Pins | None = None
    visibility: Literal["open", "invite"] = "open"
    reveal: Reveal = "all"
    spectator_delay: int = 0
    seats: list[Seat] = []
    board: Any = None
    frames: tuple[Frame, ...] = ()
    progress: Any = None
    prompts: dict[int, Prompt] = {}
    draws: dict[str, int] = {}
    ends_at: int | None = None
    time_up: bool = False
    result: Result | None = None
    revealed: bool = False
    origin: Origin | None = None
    tournament: TournamentGame | None = None
    created_at: int = 0
    at: int = 0

    @property
    def deadline(self) -> int | None:
        """When its time is to be reported as up, in ms since the epoch; None: never, or not any more."""
        return self.ends_at if self.status == "running" and not self.time_up else None

    @property
    def withheld(self) -> bool:
        """Whether it is over and its secrets are still to be opened."""
        return self.result is not None and self.reveal == "later" and not self.revealed

    def copy(self) -> State:
        """An independent copy; immutable values are shared."""
        return msgspec.structs.replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            board=None if self.board is None else self.board.copy(),
            prompts=dict(self.prompts),
            draws=dict(self.draws),
        )


class MatchCreated(Event, frozen=True):
    """The first event of every match. `spectator_delay` in ms."""

    type = "match_created"
    match: str
    game: str
    seats: int
    options: Any
    clock: ClockPolicy
    pins: Pins
    visibility: Literal["open", "invite"] = "open"
    reveal: Reveal = "all"
    spectator_delay: int = 0
    origin: Origin | None = None
    tournament: TournamentGame | None = None


class SeatTaken(Event, frozen=True):
    """A player sits down. `player` is a reference that the accounts resolve."""

    type = "seat_taken"
    seat: int
    player: str
    bot: bool = False


class SeatLeft(Event, frozen=True):
    """A seat is free again; its loadout and seed are forgotten."""

    type = "seat_left"
    seat: int


class LoadoutSealed(Event, frozen=True):
    """A seat has chosen what it plays with; the start publishes what the game makes public."""

    type = "loadout_sealed"
    seat: int
    loadout: Any = None


class SeedAdded(Event, frozen=True):
    """A seat adds its own seed to the shared draws."""

    type = "seed_added"
    seat: int
    seed: str | None = None


class MatchStarted(Event, frozen=True):
    """All seats are taken and sealed. `seeds` are the seats' seeds in seat order, null where none was sent.

    `time_limit`: after how many ms the time of the match is up; absent if it isn't limited.
    """

    type = "match_started"
    seeds: tuple[str | None, ...]
    time_limit: int | None = None


class TimeUp(Event, frozen=True):
    """The time of the match is up, says the clock, once. What that means is the game's to say."""

    type = "time_up"


class ActionTaken(Event, frozen=True):
    """An accepted intent; the facts after it in the batch are what it caused. `default`: the clock took it."""

    type = "action_taken"
    seat: int
    prompt: int
    revision: int = 0
    action: Any = None
    default: bool = False


class Resolution(Event, frozen=True):
    """What is still to be resolved at the end of a batch: frames for nobody, the game's public summary for all."""

    type = "resolution"
    progress: Any = None
    frames: Any = None


class PromptOpened(Event, frozen=True):
    """A question to a seat; its id is the version of this event. Times in ms. `new_turn` starts its turn budget."""

    type = "prompt_opened"
    seat: int
    kind: str
    rule: str
    mode: Literal["blocking", "simultaneous", "standing"] = "blocking"
    secrecy: Literal["open", "ballot", "options", "hidden"] = "open"
    clock: Literal["decision", "turn", "none"] = "decision"
    allowed: int | None = None
    bank: int = 0
    new_turn: bool = False


class PromptClosed(Event, frozen=True):
    """Questions that are void without an answer."""

    type = "prompt_closed"
    prompts: tuple[int, ...]


class PromptRevised(Event, frozen=True):
    """Another seat's act changed what may be answered."""

    type = "prompt_revised"
    prompt: int
    revision: int


class Conceded(Event, frozen=True):
    """A seat gives up; the game decides when it leaves."""

    type = "conceded"
    seat: int
    abandoned: bool = False


class MatchEnded(Event, frozen=True):
    """The result; nothing but the revealed secrets follows, at once or when a tournament opens them."""

    type = "match_ended"
    result: Result


class SecretsRevealed(Event, frozen=True):
    """The server's seed in hex: with it every draw, salt and hidden part can be checked."""

    type = "secrets_revealed"
    seed: str | None = None


Folder = Callable[[State, Any], None]


def _created(state: State, event: MatchCreated) -> None:
    state.match = event.match
    state.created_at = state.at
    state.game = event.game
    state.options = event.options
    state.clock = event.clock
    state.pins = event.pins
    state.visibility = event.visibility
    state.reveal = event.reveal
    state.spectator_delay = event.spectator_delay
    state.origin = event.origin
    state.tournament = event.tournament
    state.seats = [Seat(bank=event.clock.bank) for _ in range(event.seats)]


def _seat_taken(state: State, event: SeatTaken) -> None:
    state.seats[event.seat] = Seat(player=event.player, since=state.version, bot=event.bot, bank=state.clock.bank)


def _seat_left(state: State, event: SeatLeft) -> None:
    state.seats[event.seat] = Seat(bank=state.clock.bank)


def _loadout_sealed(state: State, event: LoadoutSealed) -> None:
    state.seats[event.seat].sealed = True
    state.seats[event.seat].loadout = event.loadout


def _seed_added(state: State, event: SeedAdded) -> None:
    state.seats[event.seat].seed = event.seed


def _started(state: State, event: MatchStarted) -> None:
    state.status = "running"
    state.ends_at = None if event.time_limit is None else state.at + event.time_limit
    for seat, seed in zip(state.seats, event.seeds, strict=True):
        seat.seed = seed


def _time_up(state: State, event: TimeUp) -> None:
    state.time_up = True


def _action_taken(state: State, event: ActionTaken) -> None:
    prompt = state.prompts.pop(event.prompt, None)
    seat = state.seats[event.seat]
    seat.defaults_in_a_row = seat.defaults_in_a_row + 1 if event.default else 0
    if prompt is not None:
        _spend(state, prompt)


def _spend(state: State, prompt: Prompt) -> None:
    """The time a question took comes out of the turn's budget, what went beyond it out of the seat's bank."""
    seat = state.seats[prompt.seat]
    used = max(0, state.at - prompt.opened_at)
    if prompt.clock == "turn":
        seat.turn_used += used
    if prompt.allowed is not None:
        beyond = max(0, used - (prompt.allowed - prompt.bank))
        # two questions that are open at once were both promised the whole bank
        seat.bank = max(0, seat.bank - min(prompt.bank, beyond))


def _resolution(state: State, event: Resolution) -> None:
    state.progress = event.progress
    state.frames = event.frames or ()


def _prompt_opened(state: State, event: PromptOpened) -> None:
    if event.new_turn:
        state.seats[event.seat].turn_used = 0
    state.prompts[state.version] = Prompt(
        id=state.version,
        seat=event.seat,
        kind=event.kind,
        rule=event.rule,
        mode=event.mode,
        secrecy=event.secrecy,
        clock=event.clock,
        opened_at=state.at,
        allowed=event.allowed,
        bank=event.bank,
    )


def _prompt_closed(state: State, event: PromptClosed) -> None:
    for number in event.prompts:
        prompt = state.prompts.pop(number, None)
        if prompt is not None:
            _spend(state, prompt)


def _prompt_revised(state: State, event: PromptRevised) -> None:
    prompt = state.prompts.get(event.prompt)
    if prompt is not None:
        state.prompts[event.prompt] = msgspec.structs.replace(prompt, revision=event.revision)


def _conceded(state: State, event: Conceded) -> None:
    state.seats[event.seat].conceded = True


def _ended(state: State, event: MatchEnded) -> None:
    state.result = event.result
    state.status = "aborted" if event.result.kind == "aborted" else "finished"
    state.prompts = {}
    state.frames = ()
    state.progress = None


def _revealed(state: State, event: SecretsRevealed) -> None:
    """What was hidden stays out of views; who may see the full record reads the events."""
    state.revealed = event.seed is not None


FOLDERS: Mapping[type[Event], Folder] = {
    MatchCreated: _created,
    SeatTaken: _seat_taken,
    SeatLeft: _seat_left,
    LoadoutSealed: _loadout_sealed,
    SeedAdded: _seed_added,
    MatchStarted: _started,
    TimeUp: _time_up,
    ActionTaken: _action_taken,
    Resolution: _resolution,
    PromptOpened: _prompt_opened,
    PromptClosed: _prompt_closed,
    PromptRevised: _prompt_revised,
    Conceded: _conceded,
    MatchEnded: _ended,
    SecretsRevealed: _revealed,
    RulesRepinned: repinned,
    MatchForked: forked,
}
