"""The contract of a game: the short list of questions that one folder answers. The kernel asks nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import msgspec

from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.match import Board, State
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation

if TYPE_CHECKING:
    from domain.kernel.batch import Batch
    from domain.kernel.cardsets import CardSets


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of every action; its tag is its name in the game's catalogue.

    `private`: what it names is for its own seat alone; the facts that follow tell the others what they may know.
    """

    private: ClassVar[bool] = False


class CardInfo(msgspec.Struct, frozen=True):
    """One card as a catalogue of cards shows it. `attributes` are the game's own facts (kind, symbol, cost ...)."""

    id: str
    name: str
    set: str
    number: int
    text: str
    attributes: Mapping[str, str]


class CardSetInfo(msgspec.Struct, frozen=True):
    """One card set of a game."""

    id: str
    name: str
    cards: int


class DeckInfo(msgspec.Struct, frozen=True):
    """A preconstructed loadout."""

    id: str
    name: str
    cards: Mapping[str, int]


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of the generic table view; without id and name it is face down."""

    id: str | None = None
    card: str | None = None
    name: str | None = None
    counters: Mapping[str, int] = {}


class TableZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A zone of the table view: the cards that the viewer sees, and how many there are."""

    name: str
    count: int
    cards: tuple[TableCard, ...] = ()


class TablePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table view: its numbers, its marks, its zones."""

    seat: int
    in_match: bool
    stats: Mapping[str, int] = {}
    marks: tuple[str, ...] = ()
    zones: tuple[TableZone, ...] = ()


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What every game can be shown as, by a client that knows none of them."""

    phase: str
    active: int | None
    stats: Mapping[str, int]
    players: tuple[TablePlayer, ...]
    zones: tuple[TableZone, ...] = ()
    pending: tuple[str, ...] = ()


class LoadoutContext(msgspec.Struct, frozen=True):
    """What a loadout is checked against; `others` are those of the seats that are taken, where it joins a match."""

    options: Any
    seats: int
    seat: int | None = None
    others: Mapping[int, Any] = {}


class Game(Protocol):
    """What the kernel, the service and the API ask of a game. Implementations hold no state of any match."""

    slug: str
    title: str
    prefix: str
    """The prefix of its rule IDs (`C4`)."""
    rules_version: str
    min_seats: int
    max_seats: int
    events: Sequence[type[Event]]
    actions: Sequence[type[Action]]
    frames: Sequence[type[Frame]]
    board_type: type[Board]
    view_type: type[msgspec.Struct]
    options_type: type[msgspec.Struct]
    loadout_type: type[msgspec.Struct]
    progress_type: type[msgspec.Struct]
    answers: Mapping[str, Sequence[type[Action]]]
    """Which actions may answer which kind of prompt."""
    own_sets: CardSets[Any] | None
    """Its cards, where players may write sets of their own; its options then have `card_sets`, hashes of such sets."""

    def __hash__(self) -> int:
        """A game is itself: what is computed from it can be cached."""
        ...

    def card_set_hash(self) -> str:
        """The hash, hex, of the card definitions that a match is pinned to."""
        ...

    def vocabulary(self) -> Vocabulary | None:
        """The words that card texts are made of; None if the game's cards have no effects."""
        ...

    def card_sets(self) -> Sequence[CardSetInfo]: ...

    def cards(self) -> Sequence[CardInfo]: ...

    def decks(self) -> Sequence[DeckInfo]: ...

    def precon(self, deck: str, seat: int, options: Any) -> Any:
        """A complete loadout around a preconstructed deck, as a newcomer in that seat would bring it to such a match.

        None: there is no such deck, or it is not for that seat under these options.
        """
        ...

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        """Faults of options, with this number of seats. Empty exactly for the numbers that these options allow."""
        ...

    def sides(self, options: Any, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together, each in one side; in a game without teams each seat is alone.

        A result has all seats of a side in one of its groups.
        """
        ...

    def check_loadout(self, context: LoadoutContext, loadout: Any) -> list[Violation]:
        """Every violation with its rule ID; empty if the loadout is legal."""
        ...

    def default_clock(self, options: Any) -> tuple[int | None, int | None]:
        """Decision time and turn budget in ms that the game's own options ask for."""
        ...

    def time_limit(self, options: Any) -> int | None:
        """After how many ms from its start the time of a match is up, where its options limit it; else None.

        Below 2**31.
        """
        ...

    def time_up(self, batch: Batch) -> None:
        """What follows at once when the time is reported as up; from now on `batch.state.time_up` says so.

        Prompts may be open and stay so. If it changes what may be answered to them: `batch.revise()`.
        """
        ...

    def new_board(self, state: State) -> Any:
        """The empty board of a match that starts: nothing yet but its seats and options."""
        ...

    def setup(self, batch: Batch) -> None:
        """Facts of the set-up and the first frames."""
        ...

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        """What this seat may answer now."""
        ...

    def refuse(self, state: State, prompt: Prompt, action: Any) -> Refusal | None:
        """Why this answer is not legal, by rule ID, or None."""
        ...

    def refuse_unasked(self, state: State, seat: int, action: Any) -> Refusal:
        """Why an action is refused for which the seat has no open prompt."""
        ...

    def default(self, state: State, prompt: Prompt) -> Any:
        """The action taken when the time is up; None closes the prompt without an answer."""
        ...

    def perform(self, batch: Batch, prompt: Prompt, action: Any) -> None:
        """Carry out an accepted answer: facts, and frames to push."""
        ...

    def step(self, batch: Batch, frame: Any) -> None:
        """Resolve one frame that was on top: facts, and frames to push."""
        ...

    def checkpoint(self, batch: Batch) -> bool:
        """What must happen at once after each step or answer, whose facts happen together: more facts, frames, the end.

        Asked only if there were facts of the game, and then again until it says that there was nothing to do.
        """
        ...

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """(seat, kind, rule) of every standing prompt that should be open now."""
        ...

    def leave(self, batch: Batch, seat: int) -> None:
        """What a concession or an abandonment does now; `batch.state` already names the seat as conceded."""
        ...

    def evolve(self, board: Any, event: Any) -> None:
        """Fold one event of the game into the board, in place. Never refuses; redacted events have unknowns."""
        ...

    def progress(self, state: State) -> Any:
        """The public summary of what is being resolved, from the frames; None while nothing is."""
        ...

    def view(self, state: State, viewer: str) -> Any:
        """What a viewer may see of the state, by allow-list."""
        ...

    def table(self, view: Any) -> Table:
        """A typed view as the generic table."""
        ...

    def phase(self, state: State) -> str:
        """The public name of the current phase."""
        ...

    def describe(self, event: Any) -> str:
        """A sentence for people, from an event as the viewer sees it, with the rule that it follows."""
        ...

    def seat_name(self, seat: int) -> str:
        """What sentences call a seat."""
        ...

    def greedy(self, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Any:
        """What a simple bot answers; `pick` takes one of equals. None: the default of the prompt."""
        ...

    def invariants(self, state: State) -> list[str]:
        """What is broken in this state, as sentences; empty if all holds."""
        ...
