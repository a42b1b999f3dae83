"""A game as a table of contents: what its folder gives the kernel. The kernel asks nothing else."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from typing import Any, Generic, Literal, Protocol, TypeVar

import msgspec

from domain.kernel.actions import Action, name_of
from domain.kernel.batch import Batch
from domain.kernel.board import BoardT, Cards, LoadoutT, OptionsT, ProgressT, ViewT
from domain.kernel.cardfile import CardFault, Flaw
from domain.kernel.cardreader import CardReader
from domain.kernel.cardsets import FILE, Core, Library, sets_of
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.dispatch import ByType, always
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event, GameEvent
from domain.kernel.frames import Frame, text_of
from domain.kernel.introduction import Introduction, read_introductions
from domain.kernel.look import Look, read_look
from domain.kernel.match import State
from domain.kernel.names import Names, check_look, check_names
from domain.kernel.prompts import Prompt, Template
from domain.kernel.questions import Question, Questions
from domain.kernel.references import References, references
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.sentences import Describing, Things, p
from domain.kernel.sides import Sides, conceded, each_alone
from domain.kernel.table import Table
from domain.kernel.unseen import Shuffle
from domain.kernel.upcasters import Upcaster
from domain.kernel.views import phase

T = TypeVar("T")


class LoadoutContext(msgspec.Struct, Generic[OptionsT, LoadoutT], frozen=True):
    """The match for which a game checks a loadout, with its cards by id; `others` are the loadouts of the taken seats,
    where it joins one.
    """

    options: OptionsT
    seats: int
    cards: Cards
    seat: int | None = None
    others: Mapping[int, LoadoutT] = {}


Strength = Literal["random", "greedy", "searching"]
"""How a bot answers: by chance, by what looks best now, or by looking ahead."""


class Pick(Protocol):
    """Takes one of equals."""

    def __call__(self, equals: Sequence[T], /) -> T: ...


@dataclass(frozen=True, eq=False, kw_only=True)
class CardGame(Generic[BoardT, OptionsT, LoadoutT, ProgressT, ViewT]):
    """Everything that the kernel, the service and the API ask of a game. It holds no state of any match, and equals
    itself alone.

    Times are in ms.
    """

    slug: str
    title: str
    prefix: str
    """The prefix of its rule IDs (`C4`)."""
    package: str
    """The package in whose folder its RULES.md lies."""
    rules_version: str
    min_seats: int
    max_seats: int

    board_type: type[BoardT]
    view_type: type[ViewT]
    options_type: type[OptionsT]
    loadout_type: type[LoadoutT]
    progress_type: type[ProgressT]
    events: Sequence[type[GameEvent[BoardT]]]
    actions: Sequence[type[Action]]
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)

    core: Callable[[], Core]
    """The card sets of this release, read once."""
    reader: CardReader | None = None
    """How its card files are read, and those that players write, where its options have `card_sets`, hashes of such
    sets. None: its cards lie in no files, and those of an earlier release are kept nowhere.
    """
    things: Callable[[Mapping[str, Any]], Sequence[CardInfo]] = always(())
    """The things that can lie on a table beside the cards of a catalogue, as entries of one, for the cards of some sets
    by id.
    """
    decks: Callable[[], Sequence[DeckInfo]]
    precon: Callable[[str, int, OptionsT, int], LoadoutT | None]
    """(deck, seat, options, seats): a complete loadout around a preconstructed deck, as a newcomer in that seat would
    bring it to a match of so many; None: there is no such deck, or it is not for that seat under these options.
    """
    check_options: Callable[[OptionsT, int], list[Violation]]
    """Faults of options, with this number of seats. Empty exactly for the numbers that these options allow. Whether
    there are the card sets that they name, the kernel knows.
    """
    check_loadout: Callable[[LoadoutContext[OptionsT, LoadoutT], LoadoutT], list[Violation]]
    """Every violation with its rule ID; empty if the loadout is legal."""
    sides: Callable[[OptionsT, int], Sides] = each_alone
    """(options, seats): the seats that win and lose together, each in one side. A result has all seats of a side in
    one of its groups.
    """
    decision_time: Callable[[OptionsT], int | None] = always(None)
    """The time for a decision that the game's own options ask for."""
    turn_budget: Callable[[OptionsT], int | None] = always(None)
    """The time for a seat's own turn that they ask for."""
    time_limit: Callable[[OptionsT], int | None] = always(None)
    """After how long from its start the time of a match is up, below 2**31, where its options limit it; else None."""
    time_up: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT]], None] = always(None)
    """Does what follows when the clock reports the time as up; from then on `batch.state.time_up` says so.

    Prompts may be open and stay open. If this changes their legal answers, it calls `batch.revise()`.
    """

    new_board: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], BoardT]
    """The empty board of a match that starts: nothing yet but its seats and options."""
    setup: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT]], None]
    """Facts of the set-up and the first frames."""
    steps: ByType[Batch[BoardT, OptionsT, LoadoutT, ProgressT], None]
    """By the kind of the frame that was on top: resolve it, by facts and frames to push."""
    frames: Sequence[type[Frame]] = ()
    """All kinds of frames; where none is named, those of the steps and those that ask."""
    checkpoint: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT]], bool] = always(False)
    """Let everything happen that must follow at once after a step or an answer, whose facts happen together: more
    facts, frames, the end.

    The kernel calls it only after facts of the game, and then again until it answers that there was nothing to do.
    """
    leave: Callable[[Batch[BoardT, OptionsT, LoadoutT, ProgressT], int], None]
    """Does what a concession or an abandonment leads to now; `batch.state` already names the seat as conceded."""

    out: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], Sequence[Sequence[int]]] = conceded
    """The seats that have lost before the end, in groups: who lost last comes first."""
    text_of: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], Frame], int | None] = text_of
    """The seat whose card text a frame carries out; None: the course of the game."""

    questions: Questions[BoardT, OptionsT, LoadoutT, ProgressT]
    answers: Mapping[str, frozenset[type[Action]]] = field(init=False)
    """Which actions may answer which kind of prompt, from the questions."""
    references: Mapping[str, References] = field(init=False)
    """By the name of an action, what the values of its fields name."""
    look: Look = field(init=False)
    """How it looks, from its folder."""
    introductions: Mapping[str, Introduction] = field(init=False)
    """For people who have never seen it, by language, from its folder."""
    names: Names | None = None
    """The names on its tables, in its answers and on its cards, each with an entry in its look; None: it names none."""
    standing: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], Sequence[tuple[int, str]]] = always(())
    """(seat, kind) of every standing prompt that should be open now."""
    refuse_unasked: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int, Action], Refusal]
    """Why an action is refused for which the seat has no open prompt."""
    plays: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], int], Iterable[tuple[str, Action]]] = always(())
    """The cards of a seat's hand by what actions say for them, each with an action that plays it, or with several, for
    each way to play it. Targets may be left out.
    """

    progress: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], ProgressT | None]
    """The public summary of what is being resolved, from the frames; None while nothing is."""
    view: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], str], ViewT]
    """The part of the state that a viewer may see, by allow-list."""
    table: Callable[[ViewT, Cards], Table]
    """A typed view as the generic table, given the cards of the match too."""
    names_on: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT], str], Things] | None = None
    """The names of what lies on the table that a viewer may see, by id, for a game whose tables are dear to draw; None:
    those on the table are taken.
    """
    phase: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], str] = phase
    """The public name of the current phase."""
    describe: Describing[Any]
    """A sentence for people, with the rule that it follows, from an event as the viewer sees it, the cards of the match
    and the names of those on the table.
    """
    thing_id: Callable[[Event, str], str] | None = None
    """The id on the table of a thing that an event names; None: what the event says."""
    seat_name: Callable[[int], str] = p
    """The name of a seat in sentences."""
    bot: Callable[
        [
            CardGame[BoardT, OptionsT, LoadoutT, ProgressT, ViewT],
            State[BoardT, OptionsT, LoadoutT, ProgressT],
            Prompt,
            Pick,
        ],
        Action | None,
    ]
    """The answer of a simple bot. None: the default of the prompt."""
    attacking: Callable[[BoardT, int, Action], bool] = always(False)
    """Whether an action of a seat goes against others: a bot that only waits does none such."""
    evaluate: Callable[[BoardT, int], float] = always(0.0)
    """The worth of a table to a seat, from -1, as good as lost, to 1, as good as won."""
    dealt: (
        Callable[
            [State[BoardT, OptionsT, LoadoutT, ProgressT], int, Shuffle], State[BoardT, OptionsT, LoadoutT, ProgressT]
        ]
        | None
    ) = None
    """A copy of a state in which all that a seat can't see is dealt anew, as it may be for all that the seat can tell,
    and loadouts of others too where the rules look at them after the set-up; None: nobody looks ahead in this game.
    """
    routine: Container[str] = ()
    """Kinds of prompts at which looking ahead gains nothing: they are answered as the greedy bot does."""
    counted: ByType[tuple[int, str] | None] = field(default_factory=dict)
    """Counts for a report on many matches beside turns, by the kind of event: the seat, and what it has done; None:
    nothing.
    """
    score: Callable[[BoardT, int], int | None] = always(None)
    """(board, seat): how far a seat has come by what decides this game, None where nothing is counted; all seats of a
    side have one score.
    """
    invariants: Callable[[State[BoardT, OptionsT, LoadoutT, ProgressT]], list[str]]
    """The broken invariants of a state, as sentences; empty if all hold."""

    def __post_init__(self) -> None:
        asked = self.questions.items()
        answers = {kind: frozenset(chain(*(one.answers for one in asking.values()))) for kind, asking in asked}
        object.__setattr__(self, "answers", answers)
        named = {name_of(action): references(action) for action in self.actions}
        object.__setattr__(self, "references", named)
        look = read_look(self.package)
        check_look(look, self.questions, named, [event.type for event in self.events], self.names)
        if self.names is not None:
            check_names(self.names, named)
        object.__setattr__(self, "look", look)
        object.__setattr__(self, "introductions", read_introductions(self.package))
        asking = [frame for one in self.questions.values() for frame in one if frame]
        object.__setattr__(self, "frames", self.frames or tuple(dict.fromkeys([*self.steps, *asking])))

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """A game goes to another process by the name of its package, whose `GAME` it is."""
        if _game_of(self.package) is not self:
            raise TypeError(f"{self.slug} is not the GAME of {self.package}, so no other process could find it")
        return _game_of, (self.package,)

    @property
    def strengths(self) -> Sequence[Strength]:
        """The bots that it offers to players, the weakest first: one that weighs a table is given one dealt anew."""
        return ("random", "greedy", "searching") if self.dealt else ("random",)

    @property
    def vocabulary(self) -> Vocabulary | None:
        """The words that card texts are made of; None where cards have none."""
        return self.reader.vocabulary if self.reader is not None and self.reader.vocabulary.words else None

    def card_set_hash(self) -> str:
        """The hash, hex, of the card definitions that a match is pinned to."""
        return self.core().hash

    def card_sets(self) -> Sequence[CardSetInfo]:
        """Its card sets."""
        return self.core().infos()

    def cards(self) -> Sequence[CardInfo]:
        """Its cards, set by set."""
        return self.core().listed

    def library(self) -> Library:
        """The card sets of this release, and nobody's own."""
        return Library(self.core())

    def wrong_options(self, options: OptionsT, seats: int, library: Library) -> list[Violation]:
        """Every fault of the options of a match, also of the card sets that they name."""
        rule = "" if self.reader is None else self.reader.rule
        return [*self.check_options(options, seats), *library.check(sets_of(options), rule)]

    def takes(self, prompt: Prompt, action: Action) -> bool:
        """Whether such an action may answer a prompt of this kind."""
        return type(action) in self.answers[prompt.kind]

    def default_clock(self, options: OptionsT) -> tuple[int | None, int | None]:
        """Decision time and turn budget that the game's own options ask for."""
        return self.decision_time(options), self.turn_budget(options)

    def asked(
        self,
        state: State[BoardT, OptionsT, LoadoutT, ProgressT],
        seat: int,
        action: Action,
        number: int | None,
        revision: int | None,
    ) -> Prompt | Refusal:
        """The prompt of this number as it was seen, or without one that of the seat that takes such an action."""
        if number is None:
            own = (prompt for prompt in state.prompts.values() if prompt.seat == seat)
            found = next((prompt for prompt in own if self.takes(prompt, action)), None)
            return found or self.refuse_unasked(state, seat, action)
        named = state.prompts.get(number)
        if named is None or named.seat != seat or (revision is not None and named.revision != revision):
            # one text for all causes: which of them it is may be another seat's secret
            message = "this prompt is not open to you now: it was answered or revised, or it asks another seat"
            return Refusal("PROMPT_CLOSED", message, path=("promptId",))
        return named if self.takes(named, action) else self.refuse_unasked(state, seat, action)

    def question(self, kind: str, frames: Sequence[Frame]) -> Question[BoardT, OptionsT, LoadoutT, ProgressT]:
        """The question behind a prompt of this kind, from the frame on top."""
        asking = self.questions[kind]
        return (asking.get(type(frames[-1])) if frames else None) or asking[None]

    def options(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt) -> list[Template]:
        """The answers that the prompt's seat may give now. A state that is looked at again answers without asking the
        rules.
        """
        beside = state.__dict__
        known = beside.get("options")
        if known is None or known[0] != state.version or known[1] is not state.frames:
            known = beside["options"] = (state.version, state.frames, {})
        found: dict[int, list[Template]] = known[2]
        if prompt.id not in found:
            found[prompt.id] = list(self.question(prompt.kind, state.frames).options(state, prompt.seat))
        return found[prompt.id]

    def imagined(
        self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], seat: int, shuffled: Shuffle
    ) -> State[BoardT, OptionsT, LoadoutT, ProgressT]:
        """A copy of a running match as a seat may imagine it: what it can't see is dealt anew, what others brought too,
        and its prompts offer what they really offer. Of a game that deals nothing anew only what others brought is
        taken away. Nobody else is asked what is a secret to be asked.
        """
        bare = state.copy()
        for number, place in enumerate(bare.seats):
            if number != seat:
                bare.seats[number] = msgspec.structs.replace(place, loadout=None, seed=None)
        made = bare if self.dealt is None else self.dealt(bare, seat, shuffled)
        made.draws.clear()
        made.prompts = {id_: one for id_, one in made.prompts.items() if one.seat == seat or one.secrecy != "hidden"}
        own = [prompt for prompt in state.prompts.values() if prompt.seat == seat]
        made.__dict__["options"] = (made.version, made.frames, {one.id: self.options(state, one) for one in own})
        return made

    def refuse(
        self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt, action: Action
    ) -> Refusal | None:
        """Why this answer is not legal, or None."""
        question = self.question(prompt.kind, state.frames)
        return question.refuse(state, prompt.seat, action, self.options(state, prompt))

    def asks(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt, *, own: bool) -> str:
        """The question of a prompt, as a sentence without a full stop; its `own` seat may be told more."""
        question = self.question(prompt.kind, state.frames)
        if own and question.asks is not None:
            return question.asks(state, prompt.seat)
        return question.text or _asked(prompt.kind)

    def asks_all(self, kind: str) -> str:
        """The question of every prompt of a kind, as a sentence without a full stop."""
        texts = {question.text for question in self.questions[kind].values()}
        return texts.pop() if len(texts) == 1 and "" not in texts else _asked(kind)

    def about(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt) -> str | None:
        """The id on the table of what a prompt is about; everybody who sees the prompt sees it there."""
        return self.question(prompt.kind, state.frames).about(state, prompt.seat)

    def default(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt) -> Action | None:
        """The action taken when the time is up; None closes the prompt without an answer."""
        return self.question(prompt.kind, state.frames).default(state, prompt.seat)

    def greedy(self, state: State[BoardT, OptionsT, LoadoutT, ProgressT], prompt: Prompt, pick: Pick) -> Action | None:
        """The answer of a simple bot. None: the default of the prompt."""
        return self.bot(self, state, prompt, pick)


def _asked(kind: str) -> str:
    return kind.removeprefix("prompt_").replace("_", " ").capitalize()


def _game_of(package: str) -> object:
    return import_module(package).GAME


def takes_sets(game: CardGame) -> bool:
    """Whether players may write cards for it."""
    return "card_sets" in game.options_type.__struct_fields__


def reader_of(game: CardGame, file: str = FILE) -> CardReader:
    """How the cards of a game are read whose players may write their own; CardFault for another one."""
    if game.reader is None or not takes_sets(game):
        raise CardFault([Flaw(file, f"{game.title} has no cards that players could write")])
    return game.reader
