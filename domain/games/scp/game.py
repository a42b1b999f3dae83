"""The game's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.games.scp import (
    answers,
    attempts,
    attrition,
    bot,
    choosing,
    complications,
    containment,
    costs,
    effects,
    ending,
    leaving,
    loadouts,
    missions,
    moments,
    playing,
    setup,
    triggers,
    turns,
    views,
)
from domain.games.scp import frames as f
from domain.games.scp.actions import ACTIONS
from domain.games.scp.board import Board
from domain.games.scp.cards import CARDS, core_sets, shown
from domain.games.scp.describe import describe, p
from domain.games.scp.events import EVENTS, UPCASTERS
from domain.games.scp.evolve import evolve
from domain.games.scp.invariants import invariants
from domain.games.scp.words import VOCABULARY
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
    f.Bidding: setup.step_bidding,
    f.Turn: turns.step_turn,
    f.Moment: moments.step_moment,
    f.Do: effects.step_do,
    f.Text: triggers.step_text,
    f.Triggers: triggers.step_triggers,
    f.Pay: costs.step_pay,
    f.Resolved: playing.step_resolved,
    f.InAttempt: attempts.step_attempt,
    f.Announced: complications.step_announced,
    f.Attrition: attrition.step_attrition,
    f.Escalate: containment.step_escalate,
    f.CardChoice: choosing.step_card,
    f.CostChoice: choosing.step_cost,
    f.PlayerChoice: choosing.step_player,
    f.Discard: choosing.step_discard,
    f.Peek: choosing.step_peek,
    f.MissionStep: missions.step_mission,
    f.Outbreaks: containment.step_outbreaks,
}


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
    board_type: type[KernelBoard] = Board
    view_type: type[msgspec.Struct] = views.View
    options_type: type[msgspec.Struct] = loadouts.Options
    loadout_type: type[msgspec.Struct] = loadouts.Loadout
    progress_type: type[msgspec.Struct] = views.Progress
    answers: Mapping[str, Sequence[type[Action]]] = answers.ANSWERS
    own_sets: CardSets[Any] | None = CARDS

    def card_set_hash(self) -> str:
        """The hash of every card as written."""
        whole = sha256()
        for card_set in core_sets():
            for card in card_set.cards:
                whole.update(repr((card.cid, card.source)).encode())
        return whole.hexdigest()

    def vocabulary(self) -> Vocabulary:
        """The words of the cards."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core set."""
        return [CardSetInfo(card_set.id, card_set.name, len(card_set.cards)) for card_set in core_sets()]

    def cards(self) -> Sequence[CardInfo]:
        """SCP-601 Every card with its printed facts."""
        return [shown(card) for card_set in core_sets() for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The preconstructed decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Any) -> Any:
        """A preconstructed deck as a loadout."""
        return loadouts.precon(deck, seat, options)

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Any, seats: int) -> Sides:
        """SCP-904 Every player for themself."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext, loadout: Any) -> list[Violation]:
        """Faults of deck and SCP deck."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Any) -> tuple[int | None, int | None]:
        """SCP-807 SCP-808 The time for a decision; turns have none of their own."""
        return loadouts.decision_ms(options), None

    def time_limit(self, options: Any) -> int | None:
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
        """What may be answered."""
        return answers.options(state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Any) -> Refusal | None:
        """Why an answer is not legal."""
        return answers.refuse(state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Any) -> Refusal:
        """The rule that says who may do this and when."""
        return answers.refuse_unasked(state, seat, action)

    def default(self, state: State, prompt: Prompt) -> Any:
        """SCP-808 What is done when the time is up."""
        return answers.default(state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Any) -> None:
        """Carry out an accepted answer."""
        answers.perform(batch, prompt, action)

    def step(self, batch: Batch, frame: Any) -> None:
        """Resolve a frame by its kind."""
        STEPS[type(frame)](batch, frame)

    def checkpoint(self, batch: Batch) -> bool:
        """SCP-521 What is put right at once."""
        return leaving.checkpoint(batch)

    def standing(self, state: State) -> Sequence[tuple[int, str, str]]:
        """None: nobody acts out of turn (SCP-205)."""
        return ()

    def leave(self, batch: Batch, seat: int) -> None:
        """SCP-708 A player leaves."""
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
        """setup, bidding, running or finished."""
        return views.phase(state)

    def describe(self, event: Any) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1, P2 ..."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Any:
        """The bot's answer."""
        return bot.choose(self, state, prompt, pick)

    def invariants(self, state: State) -> list[str]:
        """What is broken, if anything."""
        return invariants(state)
