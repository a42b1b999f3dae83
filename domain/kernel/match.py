"""The aggregate of a match: its state and the kernel's own events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, Self, cast

import msgspec

from domain.kernel.board import BoardT, Cards, LoadoutT, OptionsT, ProgressT
from domain.kernel.cardsets import Library, sets_of
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.lineage import Origin, Pins
from domain.kernel.prompts import Prompt
from domain.kernel.result import Result
from domain.kernel.versions import is_older

Status = Literal["open", "running", "finished", "aborted"]
Reveal = Literal["all", "participants", "later"]
"""To whom a match opens its secrets when it ends: to all, to its seats, or to nobody until a tournament says so."""


class ClockPolicy(msgspec.Struct, frozen=True, omit_defaults=True):
    """Times in ms; None: no limit. `bank` is a seat's reserve, used up once decision or turn time has run out."""

    decision: int | None = None
    turn: int | None = None
    bank: int = 0
    defaults_to_abandon: int = 10


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which game of which tournament a match is: the id, and numbers from 1 on. `game` is that of a best-of."""

    tournament: str
    round: int
    table: int
    game: int = 1


class Seat(msgspec.Struct, Generic[LoadoutT]):
    """One place at the table. `player` is a reference, never a name; `loadout` is known to its seat until the start.

    `since` is the version at which this player took it: an earlier holder holds it no longer.
    """

    player: str | None = None
    since: int = 0
    bot: bool = False
    sealed: bool = False
    loadout: LoadoutT | None = None
    seed: str | None = None
    conceded: bool = False
    bank: int = 0
    turn_used: int = 0
    defaults_in_a_row: int = 0

    def copy(self) -> Self:
        """An independent copy."""
        return msgspec.structs.replace(self)


class State(msgspec.Struct, Generic[BoardT, OptionsT, LoadoutT, ProgressT], dict=True):
    """A match as its facts fold. Frames and progress are those of the last stop; its first fact gives it options.

    `ends_at`: when its time is up, in ms, if its options limit it; `time_up`: the clock has reported that.
    `spectator_delay`: ms after which a stranger, who holds no seat, sees what happens once it runs. `revealed`: its
    secrets are open to this viewer. `origin`: it is a fork, and all up to the version after the origin's is copied or
    told by `match_forked`; it is for practice and counts for nothing. `tournament`: the game of a tournament that it
    is.
    """

    match: str = ""
    game: str = ""
    version: int = 0
    status: Status = "open"
    options: OptionsT = cast("OptionsT", None)
    clock: ClockPolicy = ClockPolicy()
    pins: Pins | None = None
    visibility: Literal["open", "invite"] = "open"
    reveal: Reveal = "all"
    spectator_delay: int = 0
    seats: list[Seat[LoadoutT]] = []
    board_or_none: BoardT | None = None
    frames: tuple[Frame, ...] = ()
    progress: ProgressT | None = None
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
    def board(self) -> BoardT:
        """The board of a match that has started."""
        assert self.board_or_none is not None
        return self.board_or_none

    @board.setter
    def board(self, board: BoardT) -> None:
        self.board_or_none = board

    if TYPE_CHECKING:  # an entry of `__dict__`, so no field

        @property
        def cards(self) -> Cards:
            """The cards of this match by id: of the set it is pinned to, and of the sets that its options name."""

    @property
    def library(self) -> Library | None:
        """Where its cards are looked up; None where nobody has said so yet."""
        return self.__dict__.get("library")

    def use(self, library: Library) -> Self:
        """This state, with its cards looked up here, now and after every fact that pins others."""
        self.__dict__["library"] = library
        if self.pins is not None:
            self.play_with(library.cards(self.pins.card_set_hash, sets_of(self.options)))
        return self

    def play_with(self, cards: Cards) -> None:
        """From now on its cards are these."""
        self.__dict__["cards"] = cards
        self.__dict__.pop("options", None)
        if self.board_or_none is not None:
            self.board_or_none.play_with(cards)

    @property
    def loadouts(self) -> list[LoadoutT]:
        """The loadouts of the seats of a match that starts, in their order, for a viewer who sees everything."""
        return [seat.loadout for seat in self.seats if seat.loadout is not None]

    def goes_by(self, version: str) -> bool:
        """Whether it is decided by the rules of this version or of a later one.

        A ruling that changes what happens asks this for its first version, so that the matches before it are decided
        again as they were.
        """
        return self.pins is None or not is_older(self.pins.rules_version, version)

    @property
    def deadline(self) -> int | None:
        """When the clock has to report its time as up, in ms since the epoch; None: never, or not any more."""
        return self.ends_at if self.status == "running" and not self.time_up else None

    @property
    def withheld(self) -> bool:
        """Whether it is over and has not yet opened its secrets."""
        return self.result is not None and self.reveal == "later" and not self.revealed

    def copy(self) -> Self:
        """An independent copy; immutable values are shared."""
        made = msgspec.structs.replace(
            self,
            seats=[seat.copy() for seat in self.seats],
            board_or_none=None if self.board_or_none is None else self.board_or_none.copy(),
            prompts=dict(self.prompts),
            draws=dict(self.draws),
        )
        made.__dict__.update(self.__dict__)
        made.__dict__.pop("options", None)
        return made


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
