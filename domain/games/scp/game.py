"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

from domain.games.scp import (
    attempts,
    attrition,
    bot,
    complications,
    containment,
    costs,
    effect_prompts,
    effects,
    ending,
    leaving,
    loadouts,
    missions,
    phase_triggers,
    playing,
    prompts,
    setup,
    triggers,
    turns,
    views,
)
from domain.games.scp import frames as f
from domain.games.scp.actions import ACTIONS
from domain.games.scp.board import Board
from domain.games.scp.cardfiles import read_core, read_own
from domain.games.scp.cards import CARDS, shown
from domain.games.scp.describe import describe, p
from domain.games.scp.events import EVENTS, UPCASTERS
from domain.games.scp.evolve import evolve
from domain.games.scp.invariants import invariants
from domain.games.scp.loadouts import Loadout, Options
from domain.games.scp.match import Batch, State
from domain.games.scp.progress import Progress
from domain.games.scp.words import VOCABULARY
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
    on(f.Bidding, setup.step_bidding),
    on(f.Turn, turns.step_turn),
    on(f.Moment, phase_triggers.step_moment),
    on(f.Do, effects.step_do),
    on(f.Text, triggers.step_text),
    on(f.Triggers, triggers.step_triggers),
    on(f.Pay, costs.step_pay),
    on(f.Resolved, playing.step_resolved),
    on(f.InAttempt, attempts.step_attempt),
    on(f.Announced, complications.step_announced),
    on(f.Attrition, attrition.step_attrition),
    on(f.Escalate, containment.step_escalate),
    on(f.CardChoice, effect_prompts.step_card),
    on(f.CostChoice, effect_prompts.step_cost),
    on(f.PlayerChoice, effect_prompts.step_player),
    on(f.Discard, effect_prompts.step_discard),
    on(f.Peek, effect_prompts.step_peek),
    on(f.MissionStep, missions.step_mission),
    on(f.Outbreaks, containment.step_outbreaks),
)

CARDS.read_by(core=partial(read_core, VOCABULARY), own=partial(read_own, VOCABULARY))


class Scp:
    """SCP-CCG."""

    slug = "scp"
    title = "SCP-CCG"
    prefix = "SCP"
    rules_version = "1.0"
    min_seats = 1
    max_seats = 6
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
        """The hash of every card as written."""
        whole = sha256()
        for card_set in CARDS.core_sets:
            for card in card_set.cards:
                whole.update(repr((card.cid, card.source)).encode())
        return whole.hexdigest()

    def vocabulary(self) -> Vocabulary:
        """The words of the cards."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core set."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in CARDS.core_sets]

    def cards(self) -> Sequence[CardInfo]:
        """SCP-601 Every card with its printed facts."""
        return [shown(card) for card_set in CARDS.core_sets for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The preconstructed decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Options) -> Loadout | None:
        """A preconstructed deck as a loadout."""
        return loadouts.precon(deck, seat, options)

    def check_options(self, options: Options, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Options, seats: int) -> Sides:
        """SCP-904 Every player for themself."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
        """Faults of deck and SCP deck."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Options) -> tuple[int | None, int | None]:
        """SCP-807 SCP-808 The time for a decision; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Options) -> int | None:
        """None: a match ends by its round limit."""
        return None

    def time_up(self, batch: Batch) -> None:
        """Never asked."""

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
        """SCP-808 The default when the time is up."""
        return prompts.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Action) -> None:
        """Carry out an accepted answer."""
        prompts.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Frame) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """SCP-521 The consequences that follow at once."""
        return leaving.checkpoint(batch)

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """None: nobody acts out of turn (SCP-205)."""
        return ()

    def leave(self, batch: Batch, seat: int) -> None:
        """SCP-708 A player leaves."""
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
        """setup, bidding, running or finished."""
        return views.phase(state)

    def describe(self, event: Event) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1, P2 ..."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Pick) -> Action | None:
        """The bot's answer."""
        return bot.choose(self, state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """The broken invariants, if any."""
        return invariants(state)
