"""The contract of a game: the short list of questions that one folder answers. The kernel asks nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Generic, Protocol, TypeVar

import msgspec

from domain.kernel.batch import Batch
from domain.kernel.board import B, L, O, P, V
from domain.kernel.cardfile import CardFault, Flaw
from domain.kernel.cardsets import FILE, CardSets
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.fold import Evolution
from domain.kernel.frames import Frame
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.table import Table

T = TypeVar("T")


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of every action; its tag is its name in the game's catalogue.

    `private`: what it names is for its own seat alone; the facts that follow tell the others what they may know.
    """

    private: ClassVar[bool] = False


class LoadoutContext(msgspec.Struct, Generic[O, L], frozen=True):
    """The match for which a game checks a loadout; `others` are the loadouts of the taken seats, where it joins one."""

    options: O
    seats: int
    seat: int | None = None
    others: Mapping[int, L] = {}


class Pick(Protocol):
    """Takes one of equals."""

    def __call__(self, equals: Sequence[T], /) -> T: ...


class Game(Evolution[B, O, L, P], Protocol[B, O, L, P, V]):
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
    board_type: type[B]
    view_type: type[V]
    options_type: type[O]
    loadout_type: type[L]
    progress_type: type[P]
    answers: Mapping[str, Sequence[type[Action]]]
    """Which actions may answer which kind of prompt."""
    own_sets: CardSets | None
    """Its cards, where players may write sets of their own; its options then have `card_sets`, hashes of such sets."""

    def __hash__(self) -> int:
        """A game equals itself alone, so its results can be cached."""
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

    def precon(self, deck: str, seat: int, options: O) -> L | None:
        """A complete loadout around a preconstructed deck, as a newcomer in that seat would bring it to such a match.

        None: there is no such deck, or it is not for that seat under these options.
        """
        ...

    def check_options(self, options: O, seats: int) -> list[Violation]:
        """Faults of options, with this number of seats. Empty exactly for the numbers that these options allow."""
        ...

    def sides(self, options: O, seats: int) -> tuple[tuple[int, ...], ...]:
        """The seats that win and lose together, each in one side; in a game without teams each seat is alone.

        A result has all seats of a side in one of its groups.
        """
        ...

    def check_loadout(self, context: LoadoutContext[O, L], loadout: L) -> list[Violation]:
        """Every violation with its rule ID; empty if the loadout is legal."""
        ...

    def default_clock(self, options: O) -> tuple[int | None, int | None]:
        """Decision time and turn budget in ms that the game's own options ask for."""
        ...

    def time_limit(self, options: O) -> int | None:
        """After how many ms from its start the time of a match is up, where its options limit it; else None.

        Below 2**31.
        """
        ...

    def time_up(self, batch: Batch[B, O, L, P]) -> None:
        """Let what follows happen when the clock reports the time as up; from now on `batch.state.time_up` says so.

        Prompts may be open and stay open. If this changes their legal answers, call `batch.revise()`.
        """
        ...

    def setup(self, batch: Batch[B, O, L, P]) -> None:
        """Facts of the set-up and the first frames."""
        ...

    def options(self, state: State[B, O, L, P], prompt: Prompt) -> list[Template]:
        """What this seat may answer now."""
        ...

    def refuse(self, state: State[B, O, L, P], prompt: Prompt, action: Action) -> Refusal | None:
        """Why this answer is not legal, by rule ID, or None."""
        ...

    def refuse_unasked(self, state: State[B, O, L, P], seat: int, action: Action) -> Refusal:
        """Why an action is refused for which the seat has no open prompt."""
        ...

    def default(self, state: State[B, O, L, P], prompt: Prompt) -> Action | None:
        """The action taken when the time is up; None closes the prompt without an answer."""
        ...

    def perform(self, batch: Batch[B, O, L, P], prompt: Prompt, action: Action) -> None:
        """Carry out an accepted answer: facts, and frames to push."""
        ...

    def step(self, batch: Batch[B, O, L, P], frame: Frame) -> None:
        """Resolve one frame that was on top: facts, and frames to push."""
        ...

    def checkpoint(self, batch: Batch[B, O, L, P]) -> bool:
        """Let everything happen that must follow at once after a step or an answer, whose facts happen together: more
        facts, frames, the end.

        The kernel calls it only after facts of the game, and then again until it answers that there was nothing to do.
        """
        ...

    def standing(self, state: State[B, O, L, P]) -> Sequence[tuple[int, str, str]]:
        """(seat, kind, rule) of every standing prompt that should be open now."""
        ...

    def leave(self, batch: Batch[B, O, L, P], seat: int) -> None:
        """What a concession or an abandonment does now; `batch.state` already names the seat as conceded."""
        ...

    def progress(self, state: State[B, O, L, P]) -> P | None:
        """The public summary of what is being resolved, from the frames; None while nothing is."""
        ...

    def view(self, state: State[B, O, L, P], viewer: str) -> V:
        """What a viewer may see of the state, by allow-list."""
        ...

    def table(self, view: V) -> Table:
        """A typed view as the generic table."""
        ...

    def phase(self, state: State[B, O, L, P]) -> str:
        """The public name of the current phase."""
        ...

    def describe(self, event: Event) -> str:
        """A sentence for people, from an event as the viewer sees it, with the rule that it follows."""
        ...

    def seat_name(self, seat: int) -> str:
        """The name of a seat in sentences."""
        ...

    def greedy(self, state: State[B, O, L, P], prompt: Prompt, pick: Pick) -> Action | None:
        """What a simple bot answers. None: the default of the prompt."""
        ...

    def invariants(self, state: State[B, O, L, P]) -> list[str]:
        """The broken invariants of this state, as sentences; empty if all hold."""
        ...


def own_sets(game: Game, file: str = FILE) -> CardSets:
    """The cards of a game whose players may write their own; CardFault for another one."""
    if game.own_sets is None:
        raise CardFault([Flaw(file, f"{game.title} has no cards that players could write")])
    return game.own_sets
