"""C4's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

from domain.games.c4 import (
    attacks,
    bot,
    claims,
    effect_prompts,
    effects,
    ending,
    loadouts,
    movements,
    playing,
    prompts,
    reactions,
    setup,
    turns,
    views,
    votes,
)
from domain.games.c4 import frames as f
from domain.games.c4.actions import ACTIONS
from domain.games.c4.board import Board
from domain.games.c4.cardfiles import read_core, read_own
from domain.games.c4.cards import CARDS, shown
from domain.games.c4.describe import describe, p
from domain.games.c4.events import EVENTS, UPCASTERS
from domain.games.c4.evolve import evolve
from domain.games.c4.invariants import invariants
from domain.games.c4.loadouts import Loadout, Options
from domain.games.c4.match import Batch, State
from domain.games.c4.progress import Progress
from domain.games.c4.words import VOCABULARY
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, LoadoutContext, Pick
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation, illegal
from domain.kernel.seating import Sides, each_alone
from domain.kernel.table import Table
from domain.kernel.upcasters import Upcaster

STEPS: ByType[Batch, None] = by_type(
    on(f.Turn, turns.step),
    on(f.Play, playing.step_play),
    on(f.Use, playing.step_use),
    on(f.Do, effects.step_do),
    on(f.IfDid, effect_prompts.step_if_did),
    on(f.Each, effect_prompts.step_each),
    on(f.Choice, effect_prompts.step_choice),
    on(f.PlayerChoice, effect_prompts.step_player_choice),
    on(f.CardChoice, effect_prompts.step_card_choice),
    on(f.LookTop, effect_prompts.step_look_top),
    on(f.Movement, movements.step_movement),
    on(f.Pay, movements.step_pay),
    on(f.Put, movements.step_put),
    on(f.Window, reactions.step_window),
    on(f.Attack, attacks.step_attack),
    on(f.AttackEach, attacks.step_attack_each),
    on(f.Reflip, attacks.step_reflip),
    on(f.Claim, claims.step),
    on(f.Vote, votes.step_vote),
    on(f.Ending, ending.step),
)

CARDS.read_by(core=partial(read_core, VOCABULARY), own=partial(read_own, VOCABULARY))


class C4:
    """ConCardia C4, V4.22."""

    slug = "c4"
    title = "ConCardia C4"
    prefix = "C4"
    rules_version = "4.22"
    min_seats = 2
    max_seats = 8
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
        """The words of C4's cards."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core sets."""
        return [CardSetInfo(card_set.number, card_set.name, len(card_set.cards)) for card_set in CARDS.core_sets]

    def cards(self) -> Sequence[CardInfo]:
        """C4-601 Every card with its kind and symbol."""
        return [shown(card) for card_set in CARDS.core_sets for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The preconstructed decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Options) -> Loadout | None:
        """A loadout around a preconstructed deck."""
        return loadouts.precon(deck, seat)

    def check_options(self, options: Options, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Options, seats: int) -> Sides:
        """Each seat for itself."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
        """Faults of a loadout."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Options) -> tuple[int | None, int | None]:
        """C4-809 `prompt_seconds` and `turn_seconds` as times of the clock."""
        return options.prompt_seconds * 1000 or None, options.turn_seconds * 1000 or None

    def time_limit(self, options: Options) -> None:
        """No option of C4 limits the time of a match."""

    def time_up(self, batch: Batch) -> None:
        """Never comes."""

    def new_board(self, state: State) -> Board:
        """The empty table."""
        return setup.new_board(state)

    def setup(self, batch: Batch) -> None:
        """Everything before the first turn."""
        setup.set_up(batch)

    def options(self, state: State, prompt: Prompt) -> list[Template]:
        """The legal answers, by kind of prompt."""
        return prompts.OPTIONS[prompt.kind](state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Action) -> Refusal | None:
        """Why an answer is not legal, by kind of action."""
        return prompts.REFUSE[type(action)](state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Action) -> Refusal:
        """The rule that says who may do this and when."""
        rule, message = prompts.UNASKED[type(action)]
        return illegal(rule, message)

    def default(self, state: State, prompt: Prompt) -> Action | None:
        """C4-809 C4-R54 The default when the time is up."""
        return prompts.DEFAULT[prompt.kind](state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Action) -> None:
        """Carry out an accepted answer."""
        prompts.PERFORM[type(action)](batch, prompt, action)

    def step(self, batch: Batch, frame: Frame) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """Nothing: it ends at a step."""
        return False

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """Claims that may be made now."""
        return claims.standing(state)

    def leave(self, batch: Batch, seat: int) -> None:
        """A player concedes."""
        turns.concede(batch, seat)

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
        """setup, running, voting or finished."""
        return views.phase(state)

    def describe(self, event: Event) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1, P2 ..."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Pick) -> Action | None:
        """The bot's answer."""
        return bot.choose(state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """The broken invariants, if any."""
        return invariants(state)
