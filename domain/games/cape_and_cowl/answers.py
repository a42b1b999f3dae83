"""Prompts and actions: for each what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl import attacks, choosing, playing, turns
from domain.kernel.batch import Batch
from domain.kernel.game import Action
from domain.kernel.match import State
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
    frame = state.frames[-1]
    return choosing.OPTIONS[type(frame)](state.board, frame)


REFUSE: Mapping[type[Action], Callable[[Any, int, Any], Refusal | None]] = {
    a.DrawCard: lambda board, seat, action: turns.refuse_draw(board, seat),
    a.PlayCharacter: playing.refuse_play_character,
    a.PlayCity: playing.refuse_play_city,
    a.PlayEvent: playing.refuse_play_event,
    a.WithdrawCharacter: lambda board, seat, action: turns.refuse_withdraw(board, seat, action.character),
    a.DiscardFromHand: lambda board, seat, action: turns.refuse_discard_from_hand(board, seat, action.card),
    a.DiscardFromField: lambda board, seat, action: turns.refuse_discard_from_field(board, seat, action.card),
    a.Attack: attacks.refuse,
    a.UseAbility: playing.refuse_ability,
    a.EndTurn: lambda board, seat, action: None,
}
PERFORM: Mapping[type[Action], Callable[[Batch, int, Any], None]] = {
    a.DrawCard: turns.draw_card,
    a.PlayCharacter: playing.play_character,
    a.PlayCity: playing.play_city,
    a.PlayEvent: playing.play_event,
    a.WithdrawCharacter: turns.withdraw_character,
    a.DiscardFromHand: turns.discard_from_hand,
    a.DiscardFromField: turns.discard_from_field,
    a.Attack: attacks.perform,
    a.UseAbility: playing.use_ability,
    a.EndTurn: lambda batch, seat, action: turns.end_turn(batch),
}


def refuse(state: State, prompt: Prompt, action: Any) -> Refusal | None:
    """Why an answer is not legal, or None."""
    if prompt.kind == "main":
        return REFUSE[type(action)](state.board, prompt.seat, action)
    frame = state.frames[-1]
    return choosing.refuse(state.board, frame, action)


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """CNC-219 CNC-220 CNC-R08 Out of turn one only answers; while somebody is asked the active player waits, too."""
    if type(action) in MAIN and seat == state.board.active:
        return illegal("CNC-220", "first the prompt that is open must be answered")
    return illegal("CNC-219", UNASKED[type(action)])


def default(state: State, prompt: Prompt) -> Any:
    """CNC-221 CNC-R49 In the main step the turn ends; a prompt gets its default."""
    return a.EndTurn() if prompt.kind == "main" else _default(state)


def _default(state: State) -> Any:
    frame = state.frames[-1]
    return choosing.DEFAULT[type(frame)](state.board, frame)


def perform(batch: Batch, prompt: Prompt, action: Any) -> None:
    """Carry out an answer."""
    if prompt.kind == "main":
        PERFORM[type(action)](batch, prompt.seat, action)
    else:
        frame = batch.frames.pop()
        choosing.ANSWER[type(frame)](batch, frame, action)
