"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.games.capcom_crossovers import (
    abilities,
    answers,
    bot,
    cleanup,
    combos,
    damage,
    defending,
    effects,
    ending,
    loadouts,
    setup,
    turns,
    views,
)
from domain.games.capcom_crossovers import frames as f
from domain.games.capcom_crossovers.actions import ACTIONS, ACTIONS_BY_NAME
from domain.games.capcom_crossovers.board import Board
from domain.games.capcom_crossovers.cards import CARDS, core_sets, shown
from domain.games.capcom_crossovers.describe import describe, p
from domain.games.capcom_crossovers.events import EVENTS, UPCASTERS
from domain.games.capcom_crossovers.evolve import evolve
from domain.games.capcom_crossovers.invariants import invariants
from domain.games.capcom_crossovers.words import VOCABULARY
from domain.kernel.batch import Batch
from domain.kernel.cardsets import CardSets
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, CardInfo, CardSetInfo, DeckInfo, LoadoutContext, Table
from domain.kernel.match import Board as KernelBoard
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation
from domain.kernel.upcasters import Upcaster

STEPS: Mapping[type[Any], Callable[[Batch, Any], None]] = {
    f.Mulligans: setup.step_mulligans,
    f.Turn: turns.step,
    f.Initial: defending.step_initial,
    f.Tech: defending.step_tech,
    f.Dodging: defending.step_dodging,
    f.Reply: defending.step_reply,
    f.Damage: damage.step,
    f.OnHit: combos.step_on_hit,
    f.Dealt: combos.step_dealt,
    f.Kos: ending.step_kos,
    f.After: combos.step_after,
    f.Combo: combos.step_combo,
    f.EndCombat: combos.step_end_combat,
    f.Do: effects.step_do,
    f.May: abilities.step_may,
    f.Discards: effects.step_discards,
    f.CutDeck: cleanup.step_cut,
}


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
    board_type: type[KernelBoard] = Board
    view_type: type[msgspec.Struct] = views.View
    options_type: type[msgspec.Struct] = loadouts.Options
    loadout_type: type[msgspec.Struct] = loadouts.Loadout
    progress_type: type[msgspec.Struct] = views.Progress
    answers: Mapping[str, Sequence[type[Action]]] = answers.ANSWERS
    own_sets: CardSets[Any] | None = CARDS

    def card_set_hash(self) -> str:
        """The hash of every character as written."""
        whole = sha256()
        for card_set in core_sets():
            for card in card_set.cards:
                whole.update(repr((card.cid, card.source)).encode())
        return whole.hexdigest()

    def vocabulary(self) -> Vocabulary:
        """The words of moves and abilities."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core set."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in core_sets()]

    def cards(self) -> Sequence[CardInfo]:
        """CAP-610 Every character with its stats, its ability and its moves list."""
        return [shown(card) for card_set in core_sets() for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The ready-made line-ups."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Any) -> Any:
        """What a seat brings of a line-up."""
        return loadouts.precon(deck, seat, options)

    def sides(self, options: Any, seats: int) -> tuple[tuple[int, ...], ...]:
        """CAP-103 CAP-952 CAP-970 Who wins and loses together."""
        return loadouts.sides(options, seats)

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def check_loadout(self, context: LoadoutContext, loadout: Any) -> list[Violation]:
        """Faults of the characters brought."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Any) -> tuple[int | None, int | None]:
        """CAP-803 The time for an answer; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Any) -> int | None:
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
        """What may be answered."""
        return answers.options(state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Any) -> Refusal | None:
        """Why an answer is not legal."""
        return answers.refuse(state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Any) -> Refusal:
        """The rule that says who may do this and when."""
        return answers.refuse_unasked(state, seat, action)

    def default(self, state: State, prompt: Prompt) -> Any:
        """CAP-R51 What is done when the time is up."""
        return answers.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Any) -> None:
        """Carry out an accepted answer."""
        answers.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Any) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """CAP-482 Nothing at once: KOs come after what a resolution sets off, and a frame says when."""
        return False

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """CAP-502 Who may use an any-time ability now."""
        return abilities.standing(state.board)

    def leave(self, batch: Batch, seat: int) -> None:
        """CAP-713 A player concedes."""
        ending.concede(batch, seat)

    def evolve(self, board: Any, event: Any) -> None:
        """Fold an event."""
        evolve(board, event)

    def progress(self, state: State) -> Any:
        """What is being resolved, for all."""
        return views.progress(state)

    def view(self, state: State, viewer: str) -> Any:
        """What a viewer sees."""
        return views.view(state, viewer)

    def table(self, view: Any) -> Table:
        """The view as the generic table."""
        return views.table(view)

    def phase(self, state: State) -> str:
        """setup, running or finished."""
        return views.phase(state)

    def describe(self, event: Any) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1 to P4."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Any:
        """The bot's answer."""
        data = bot.choose(state, prompt, pick)
        return None if data is None else msgspec.convert(data, ACTIONS_BY_NAME[str(data["type"])])

    def invariants(self, state: State) -> list[str]:
        """What is broken, if anything."""
        return invariants(state)
