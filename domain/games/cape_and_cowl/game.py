"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.games.cape_and_cowl import (
    answers,
    attacks,
    bot,
    choosing,
    effects,
    ending,
    loadouts,
    playing,
    setup,
    turns,
    views,
)
from domain.games.cape_and_cowl import frames as f
from domain.games.cape_and_cowl.actions import ACTIONS
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.cards import CARDS, core_sets, shown
from domain.games.cape_and_cowl.describe import describe, p
from domain.games.cape_and_cowl.events import EVENTS, UPCASTERS
from domain.games.cape_and_cowl.evolve import evolve
from domain.games.cape_and_cowl.invariants import invariants
from domain.games.cape_and_cowl.words import VOCABULARY
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
from domain.kernel.seating import Sides, each_alone
from domain.kernel.upcasters import Upcaster

STEPS: Mapping[type[Any], Callable[[Batch, Any], None]] = {
    f.Turn: turns.step,
    f.Do: effects.step_do,
    f.Use: playing.step_use,
    f.Attack: attacks.step_attack,
    f.Strike: attacks.step_strike,
    f.FirstIncome: playing.step_first_income,
    f.Finish: playing.step_finish,
    f.TargetChoice: choosing.step_target,
    f.RecoverChoice: choosing.step_recover,
    f.Discards: choosing.step_discards,
    f.DiscardDown: choosing.step_discard_down,
    f.Positions: choosing.step_positions,
    f.Search: choosing.step_search,
}


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
    board_type: type[KernelBoard] = Board
    view_type: type[msgspec.Struct] = views.View
    options_type: type[msgspec.Struct] = loadouts.Options
    loadout_type: type[msgspec.Struct] = loadouts.Loadout
    progress_type: type[msgspec.Struct] = views.Progress
    answers: Mapping[str, Sequence[type[Action]]] = answers.ANSWERS
    own_sets: CardSets[Any] | None = CARDS

    def card_set_hash(self) -> str:
        """The hash of every card and attack type as written."""
        whole = sha256()
        for card_set in core_sets():
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
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in core_sets()]

    def cards(self) -> Sequence[CardInfo]:
        """CNC-602 Every card with its printed facts."""
        return [shown(card) for card_set in core_sets() for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The Starter Decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Any) -> Any:
        """A Starter Deck as a loadout."""
        return loadouts.precon(deck, seat)

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Any, seats: int) -> Sides:
        """One seat against the other."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext, loadout: Any) -> list[Violation]:
        """Faults of a deck."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Any) -> tuple[int | None, int | None]:
        """CNC-221 CNC-808 The time for a decision; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Any) -> int | None:
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
        """What may be answered."""
        return answers.options(state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Any) -> Refusal | None:
        """Why an answer is not legal."""
        return answers.refuse(state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Any) -> Refusal:
        """The rule that says who may do this and when."""
        return answers.refuse_unasked(state, seat, action)

    def default(self, state: State, prompt: Prompt) -> Any:
        """CNC-221 What is done when the time is up."""
        return answers.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Any) -> None:
        """Carry out an accepted answer."""
        answers.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Any) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """CNC-701 What must happen at once."""
        return ending.checkpoint(batch)

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """None."""
        return ()

    def leave(self, batch: Batch, seat: int) -> None:
        """CNC-711 A player concedes."""
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
        """P1, P2."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Any:
        """The bot's answer."""
        return bot.choose(self, state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """What is broken, if anything."""
        return invariants(state)
