"""C4's answers to the kernel's questions; every one is a line to the module that knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from domain.games.c4 import (
    abilities,
    answers,
    attacks,
    bot,
    choosing,
    claims,
    ending,
    loadouts,
    movements,
    playing,
    reactions,
    setup,
    turns,
    views,
    votes,
)
from domain.games.c4 import frames as f
from domain.games.c4.actions import ACTIONS, ACTIONS_BY_NAME
from domain.games.c4.board import Board
from domain.games.c4.cards import CARDS, core_sets, shown
from domain.games.c4.describe import describe, p
from domain.games.c4.events import EVENTS, UPCASTERS
from domain.games.c4.evolve import evolve
from domain.games.c4.invariants import invariants
from domain.games.c4.words import VOCABULARY
from domain.kernel.batch import Batch
from domain.kernel.cardsets import CardSets
from domain.kernel.effects.vocabulary import Vocabulary
from domain.kernel.facts import Event
from domain.kernel.frames import Frame
from domain.kernel.game import Action, CardInfo, CardSetInfo, DeckInfo, LoadoutContext, Table
from domain.kernel.match import Board as KernelBoard
from domain.kernel.match import State
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, Violation, illegal
from domain.kernel.seating import Sides, each_alone
from domain.kernel.upcasters import Upcaster

STEPS: Mapping[type[Any], Callable[[Batch, Any], None]] = {
    f.Turn: turns.step,
    f.Play: playing.step_play,
    f.Use: playing.step_use,
    f.Do: abilities.step_do,
    f.IfDid: choosing.step_if_did,
    f.Each: choosing.step_each,
    f.Choice: choosing.step_choice,
    f.PlayerChoice: choosing.step_player_choice,
    f.CardChoice: choosing.step_card_choice,
    f.LookTop: choosing.step_look_top,
    f.Movement: movements.step_movement,
    f.Pay: movements.step_pay,
    f.Put: movements.step_put,
    f.Window: reactions.step_window,
    f.Attack: attacks.step_attack,
    f.AttackEach: attacks.step_attack_each,
    f.Reflip: attacks.step_reflip,
    f.Claim: claims.step,
    f.Vote: votes.step_vote,
    f.Ending: ending.step,
}


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
        """The words of C4's cards."""
        return VOCABULARY

    def card_sets(self) -> Sequence[CardSetInfo]:
        """The core sets."""
        return [CardSetInfo(card_set.number, card_set.name, len(card_set.cards)) for card_set in core_sets()]

    def cards(self) -> Sequence[CardInfo]:
        """C4-601 Every card with its kind and symbol."""
        return [shown(card) for card_set in core_sets() for card in card_set.cards]

    def decks(self) -> Sequence[DeckInfo]:
        """The preconstructed decks."""
        return loadouts.decks()

    def precon(self, deck: str, seat: int, options: Any) -> Any:
        """A loadout around a preconstructed deck."""
        return loadouts.precon(deck, seat)

    def check_options(self, options: Any, seats: int) -> list[Violation]:
        """Faults of match options."""
        return loadouts.check_options(options, seats)

    def sides(self, options: Any, seats: int) -> Sides:
        """Each seat for itself."""
        return each_alone(seats)

    def check_loadout(self, context: LoadoutContext, loadout: Any) -> list[Violation]:
        """Faults of a loadout."""
        return loadouts.check_loadout(context, loadout)

    def default_clock(self, options: Any) -> tuple[int | None, int | None]:
        """C4-809 `prompt_seconds` and `turn_seconds` as times of the clock."""
        return options.prompt_seconds * 1000 or None, options.turn_seconds * 1000 or None

    def time_limit(self, options: Any) -> None:
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
        """What may be answered, by kind of prompt."""
        return answers.OPTIONS[prompt.kind](state, prompt)

    def refuse(self, state: State, prompt: Prompt, action: Any) -> Refusal | None:
        """Why an answer is not legal, by kind of action."""
        return answers.REFUSE[type(action)](state, prompt, action)

    def refuse_unasked(self, state: State, seat: int, action: Any) -> Refusal:
        """The rule that says who may do this and when."""
        rule, message = answers.UNASKED[type(action)]
        return illegal(rule, message)

    def default(self, state: State, prompt: Prompt) -> Any:
        """C4-809 C4-R54 What is done when the time is up."""
        return answers.DEFAULT[prompt.kind](state, prompt)

    def perform(self, batch: Batch, prompt: Prompt, action: Any) -> None:
        """Carry out an accepted answer."""
        answers.PERFORM[type(action)](batch, prompt, action)

    def step(self, batch: Batch, frame: Any) -> None:
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
        """setup, running, voting or finished."""
        return views.phase(state)

    def describe(self, event: Any) -> str:
        """A sentence about an event."""
        return describe(event)

    def seat_name(self, seat: int) -> str:
        """P1, P2 ..."""
        return p(seat)

    def greedy(self, state: State, prompt: Prompt, pick: Callable[[Sequence[Any]], Any]) -> Any:
        """The bot's answer."""
        data = bot.choose(state, prompt, pick)
        return None if data is None else msgspec.convert(data, ACTIONS_BY_NAME[str(data["type"])])

    def invariants(self, state: State) -> list[str]:
        """What is broken, if anything."""
        return invariants(state)
