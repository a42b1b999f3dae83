"""Prompts and actions: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import attacks, effect_prompts, playing, turns
from domain.games.cape_and_cowl.board import Board
from domain.games.cape_and_cowl.match import Batch, State
from domain.kernel.dispatch import ByType, by_type, on
from domain.kernel.game import Action
from domain.kernel.prompts import Prompt, Template
from domain.kernel.refusal import Refusal, illegal

MAIN: tuple[type[Action], ...] = (
    a.DrawCard,
    a.PlayCharacter,
    a.PlayCity,
    a.PlayEvent,
    a.WithdrawCharacter,
    a.DiscardFromHand,
    a.DiscardFromField,
    a.Attack,
    a.UseAbility,
    a.EndTurn,
)
ANSWERS: Mapping[str, Sequence[type[Action]]] = {
    "main": MAIN,
    "type_effect_target": (a.ChooseTarget, a.ChooseCards),
    "trigger_target": (a.ChooseTarget, a.ChooseCards),
    "hand_positions": (a.ChoosePositions,),
    "choose_discards": (a.ChooseCards,),
    "discard_down": (a.ChooseCards,),
    "search_card": (a.TakeCard,),
}
UNASKED: Mapping[type[Action], str] = {
    **dict.fromkeys(MAIN, "it is not your main step"),
    a.ChooseTarget: "you are not asked for a target",
    a.ChooseCards: "you are not asked for cards",
    a.ChoosePositions: "you are not asked for positions",
    a.TakeCard: "you are not asked to take a card",
}


def options(state: State, prompt: Prompt) -> list[Template]:
    """CNC-212 CNC-220 What may be answered."""
    if prompt.kind == "main":
        return list(turns.templates(state.board, prompt.seat))
    return effect_prompts.options(state.board, state.frames[-1])


REFUSE: ByType[Board, int, Refusal | None] = by_type(
    on(a.DrawCard, lambda board, seat, action: turns.refuse_draw(board, seat)),
    on(a.PlayCharacter, playing.refuse_play_character),
    on(a.PlayCity, playing.refuse_play_city),
    on(a.PlayEvent, playing.refuse_play_event),
    on(a.WithdrawCharacter, lambda board, seat, action: turns.refuse_withdraw(board, seat, action.character)),
    on(a.DiscardFromHand, lambda board, seat, action: turns.refuse_discard_from_hand(board, seat, action.card)),
    on(a.DiscardFromField, lambda board, seat, action: turns.refuse_discard_from_field(board, seat, action.card)),
    on(a.Attack, attacks.refuse),
    on(a.UseAbility, playing.refuse_ability),
    on(a.EndTurn, lambda board, seat, action: None),
)
PERFORM: ByType[Batch, int, None] = by_type(
    on(a.DrawCard, turns.draw_card),
    on(a.PlayCharacter, playing.play_character),
    on(a.PlayCity, playing.play_city),
    on(a.PlayEvent, playing.play_event),
    on(a.WithdrawCharacter, turns.withdraw_character),
    on(a.DiscardFromHand, turns.discard_from_hand),
    on(a.DiscardFromField, turns.discard_from_field),
    on(a.Attack, attacks.perform),
    on(a.UseAbility, playing.use_ability),
    on(a.EndTurn, lambda batch, seat, action: turns.end_turn(batch)),
)


def refuse(state: State, prompt: Prompt, action: Action) -> Refusal | None:
    """Why an answer is not legal, or None."""
    if prompt.kind == "main":
        return REFUSE[type(action)](state.board, prompt.seat, action)
    return effect_prompts.refuse(state.board, state.frames[-1], action)


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """CNC-219 CNC-220 CNC-R08 Out of turn a player only answers; the active player waits for open prompts, too."""
    if type(action) in MAIN and seat == state.board.active:
        return illegal("CNC-220", "first the prompt that is open must be answered")
    return illegal("CNC-219", UNASKED[type(action)])


def default(state: State, prompt: Prompt) -> Action:
    """CNC-221 CNC-R49 In the main step the turn ends; a prompt gets its default."""
    return a.EndTurn() if prompt.kind == "main" else effect_prompts.default(state.board, state.frames[-1])


def perform(batch: Batch, prompt: Prompt, action: Action) -> None:
    """Carry out an answer."""
    if prompt.kind == "main":
        PERFORM[type(action)](batch, prompt.seat, action)
    else:
        effect_prompts.answer(batch, batch.frames.pop(), action)
