"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

from domain.games.capcom_crossovers import (
    abilities,
    bot,
    cleanup,
    combos,
    damage,
    defending,
    effects,
    ending,
    loadouts,
    prompts,
    setup,
    turns,
    views,
)
from domain.games.capcom_crossovers import frames as f
from domain.games.capcom_crossovers.actions import ACTIONS
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.cardfiles import read_core, read_own
from domain.games.capcom_crossovers.cards import CARDS, shown
from domain.games.capcom_crossovers.describe import describe, p
from domain.games.capcom_crossovers.events import EVENTS, UPCASTERS
from domain.games.capcom_crossovers.evolve import evolve
from domain.games.capcom_crossovers.invariants import invariants
from domain.games.capcom_crossovers.loadouts import Loadout, Options
from domain.games.capcom_crossovers.match import Batch, State
from domain.games.capcom_crossovers.progress import Progress
from domain.games.capcom_crossovers.words import VOCABULARY
from domain.kernel.cardsets import CardSets
from domain.kernel.catalogue import CardInfo, CardSetInfo, DeckInfo
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, LoadoutContext, Pick
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.table import Table
from domain.kernel.upcasters import Upcaster

STEPS: ByType[Batch, None] = by_type(
    on(f.Mulligans, setup.step_mulligans),
    on(f.Turn, turns.step),
    on(f.Initial, defending.step_initial),
    on(f.Tech, defending.step_tech),
    on(f.Dodging, defending.step_dodging),
    on(f.Reply, defending.step_reply),
    on(f.Damage, damage.step),
    on(f.OnHit, combos.step_on_hit),
    on(f.Dealt, combos.step_dealt),
    on(f.Kos, ending.step_kos),
    on(f.After, combos.step_after),
    on(f.Combo, combos.step_combo),
    on(f.EndCombat, combos.step_end_combat),
    on(f.Do, effects.step_do),
    on(f.May, abilities.step_may),
    on(f.Discards, effects.step_discards),
    on(f.CutDeck, cleanup.step_cut),
)

CARDS.read_by(core=partial(read_core, VOCABULARY), own=partial(read_own, VOCABULARY))


class CapcomCrossovers:
    """Capcom Crossovers: The Card Game 3.0."""

    slug = "capcom_crossovers"
    title = "Capcom Crossovers: The Card Game"
    prefix = "CAP"
    rules_version = "3.0"
    min_seats = 2
    max_seats = 4
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
        """The hash of every character as written."""
        whole = sha256()
        for card_set in CARDS.core_sets:
            for card in card_set.cards:
                whole.update(repr((card.cid, card.source)).encode())
        return whole.hexdigest()

    def vocabulary(self) -> Vocabulary:
        """The words of moves and abilities."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core set."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in CARDS.core_sets]

    def cards(self) -> Sequence[CardInfo]:
        """CAP-610 Every character with its stats, its ability and its moves list."""
        return [shown(card) for card_set in CARDS.core_sets for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The ready-made line-ups."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Options) -> Loadout | None:
        """What a seat brings of a line-up."""
        return loadouts.precon(deck, seat, options)

    def sides(self, options: Options, seats: int) -> tuple[tuple[int, ...], ...]:
        """CAP-103 CAP-952 CAP-970 The seats that win and lose together."""
        return loadouts.sides(options, seats)

    def check_options(self, options: Options, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def check_loadout(self, context: LoadoutContext[Options, Loadout], loadout: Loadout) -> list[Violation]:
        """Faults of the characters brought."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Options) -> tuple[int | None, int | None]:
        """CAP-803 The time for an answer; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Options) -> int | None:
        """None: no rule limits the time of a match."""
        return None

    def time_up(self, batch: Batch) -> None:
        """Nothing: it is never reported."""

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
        """CAP-R51 The default when the time is up."""
        return prompts.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Action) -> None:
        """Carry out an accepted answer."""
        prompts.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Frame) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """CAP-482 Nothing at once: KOs come after what a resolution sets off, and a frame says when."""
        return False

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """CAP-502 The seats that may use an any-time ability now."""
        return abilities.standing(state.board)

    def leave(self, batch: Batch, seat: int) -> None:
        """CAP-713 A player concedes."""
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
        """P1 to P4."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Pick) -> Action | None:
        """The bot's answer."""
        return bot.choose(state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """The broken invariants, if any."""
        return invariants(state)
