"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.actions import Action
from domain.kernel.dispatch import always, by_type, on
from domain.kernel.questions import Question, of_board, table
from domain.kernel.refusal import Refusal, illegal
from scripts.new_game.game import actions as a
from scripts.new_game.game.match import State
from scripts.new_game.game.rules import effect_prompts, playing

UNASKED: Mapping[type[Action], tuple[str, str]] = {
    a.PlayCard: ("BON-301", "it is not your turn, or something else is asked first"),
    a.Pass: ("BON-203", "it is not your turn, or something else is asked first"),
    a.DiscardCard: ("BON-402", "you are not asked for a card"),
}
QUESTIONS = table(
    Question(
        kind="main",
        rule="BON-203",
        options=of_board(playing.templates),
        answers=by_type(on(a.PlayCard, playing.play), on(a.Pass, playing.let_pass)),
        why=by_type(on(a.PlayCard, of_board(playing.refuse))),
        default=always(a.Pass()),
    ),
    effect_prompts.DISCARD.question,
)
"""BON-203 BON-204 Every prompt, and what is answered when its time is up."""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """BON-301 Nobody acts without a prompt; the rule says who may do this and when."""
    return illegal(*UNASKED[type(action)])
