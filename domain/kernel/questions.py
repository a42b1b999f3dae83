"""Which open prompt an action answers."""

from __future__ import annotations

from domain.kernel.board import B, L, O, P
from domain.kernel.game import Action, Game
from domain.kernel.match import State
from domain.kernel.prompts import Prompt
from domain.kernel.refusal import Refusal


def asked(
    game: Game[B, O, L, P],
    state: State[B, O, L, P],
    seat_number: int,
    action: Action,
    prompt: int | None,
    revision: int | None,
) -> Prompt | Refusal:
    """The named prompt as it was seen, or the one of this seat that takes such an action."""
    if prompt is not None:
        named = state.prompts.get(prompt)
        if named is None or named.seat != seat_number or (revision is not None and named.revision != revision):
            # one text for all causes: which of them it is may be another seat's secret
            message = "this prompt is not open to you now: it was answered or revised, or it asks another seat"
            return Refusal("PROMPT_CLOSED", message, path=("promptId",))
        if type(action) not in game.answers[named.kind]:
            return game.refuse_unasked(state, seat_number, action)
        return named
    for question in state.prompts.values():
        if question.seat == seat_number and type(action) in game.answers[question.kind]:
            return question
    return game.refuse_unasked(state, seat_number, action)
