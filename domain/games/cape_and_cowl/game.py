"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

from domain.games.cape_and_cowl import (
    attacks,
    bot,
    effect_prompts,
    effects,
    ending,
    loadouts,
    playing,
    prompts,
    setup,
    turns,
    views,
)
from domain.games.cape_and_cowl import frames as f
from domain.games.cape_and_cowl.actions import ACTIONS
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.cardfiles import read_core, read_own
from domain.games.cape_and_cowl.cards import CARDS, shown
from domain.games.cape_and_cowl.describe import describe, p
from domain.games.cape_and_cowl.events import EVENTS, UPCASTERS
from domain.games.cape_and_cowl.evolve import evolve
from domain.games.cape_and_cowl.invariants import invariants
from domain.games.cape_and_cowl.loadouts import Loadout, Options
from domain.games.cape_and_cowl.match import Batch, State
from domain.games.cape_and_cowl.progress import Progress
from domain.games.cape_and_cowl.words import VOCABULARY
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, LoadoutContext, Pick
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.seating import Sides, each_alone
from domain.kernel.table import Table
from domain.kernel.upcasters import Upcaster

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Do, effects.step_do),
    on(f.Use, playing.step_use),
    on(f.Attack, attacks.step_attack),
    on(f.Strike, attacks.step_strike),
    on(f.FirstIncome, playing.step_first_income),
    on(f.Finish, playing.step_finish),
    on(f.TargetChoice, effect_prompts.step_target),
    on(f.RecoverChoice, effect_prompts.step_recover),
    on(f.Discards, effect_prompts.step_discards),
    on(f.DiscardDown, effect_prompts.step_discard_down),
    on(f.Positions, effect_prompts.step_positions),
    on(f.Search, effect_prompts.step_search),
)

CARDS.read_by(core=partial(read_core, VOCABULARY), own=partial(read_own, VOCABULARY))


class CapeAndCowl:
    """C&C Trading Card Game 3.0."""

    slug = "cape_and_cowl"
    title = "C&C Trading Card Game"
    prefix = "CNC"
    rules_version = "3.0"
    min_seats = 2
    max_seats = 2
    events: Sequence[type[Event]] = EVENTS
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS
    actions: Sequence[type[Action]] = ACTIONS
    frames: Sequence[type[Frame]] = f.FRAMES
    board_type = Board
    view_type = views.View
    options_type = Options
    loadout_type = Loadout
    progress_type = Progress
    answers: Mapping[str, Sequence[type[Action]]] = prompts.ANSWERS
    own_sets: CardSets | None = CARDS

    def card_set_hash(self) -> str:
        """The hash of every card and attack type as written."""
        whole = sha256()
        for card_set in CARDS.core_sets:
            for card in card_set.cards:
                whole.update(repr((card.cid, card.source)).encode())
            for kind in card_set.types:
                whole.update(repr((kind.id, kind.source)).encode())
        return whole.hexdigest()

    def vocabulary(self) -> Vocabulary:
        """The words of the cards."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core set."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in CARDS.core_sets]

    def cards(self) -> Sequence[CardInfo]:
        """CNC-602 Every card with its printed facts."""
        return [shown(card) for card_set in CARDS.core_sets for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The Starter Decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Options) -> Loadout | None:
        """A Starter Deck as a loadout."""
        return loadouts.precon(deck, seat)

    def check_options(self, options: Options, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Options, seats: int) -> Sides:
        """One seat against the other."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
        """Faults of a deck."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Options) -> tuple[int | None, int | None]:
        """CNC-221 CNC-808 The time for a decision; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Options) -> int | None:
        """CNC-715 CNC-808 The time of the match."""
        return loadouts.time_limit_ms(options)

    def time_up(self, batch: Batch) -> None:
        """CNC-715 CNC-R47 Nothing at once: the turn goes on, its end step ends the match."""

    def new_board(self, state: State) -> Board:
        """The empty table."""
        return setup.new_board(state)

    def setup(self, batch: Batch) -> None:
        """Everything before the first turn."""
        setup.set_up(batch)

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        """The legal answers."""
        return prompts.options(state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Action) -> Refusal | None:
        """Why an answer is not legal."""
        return prompts.refuse(state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Action) -> Refusal:
        """The rule that says who may do this and when."""
        return prompts.refuse_unasked(state, seat, action)

    def default(self, state: State, prompt: Prompt) -> Action | None:
        """CNC-221 The default when the time is up."""
        return prompts.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Action) -> None:
        """Carry out an accepted answer."""
        prompts.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Frame) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """CNC-701 The consequences that follow at once."""
        return ending.checkpoint(batch)

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """None."""
        return ()

    def leave(self, batch: Batch, seat: int) -> None:
        """CNC-711 A player concedes."""
        ending.concede(batch, seat)

    def evolve(self, board: Board, event: Event) -> None:
        """Fold an event."""
        evolve(board, event)

    def progress(self, state: State) -> Progress | None:
        """The public progress."""
        return views.progress(state)

    def view(self, state: State, viewer: str) -> views.View:
        """The view of a viewer."""
        return views.view(state, viewer)

    def table(self, view: views.View) -> Table:
        """The view as the generic table."""
        return views.table(view)

    def phase(self, state: State) -> str:
        """setup, running or finished."""
        return views.phase(state)

    def describe(self, event: Event) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1, P2."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Pick) -> Action | None:
        """The bot's answer."""
        return bot.choose(self, state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """The broken invariants, if any."""
        return invariants(state)
