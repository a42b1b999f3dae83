"""Questions: for each kind of prompt what may be answered, why not, what by default, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.cape_and_cowl import actions as a
from domain.games.cape_and_cowl.definitions import Kind
from domain.games.cape_and_cowl.match import Batch, State
from domain.games.cape_and_cowl.rules import attacks, effect_prompts, playing, turns
from domain.kernel.actions import Action
from domain.kernel.dispatch import ByType, always, by_type, on
from domain.kernel.questions import Question, of_board, questions_of
from domain.kernel.refusal import Refusal, illegal

MAIN: ByType[Batch, int, None] = by_type(
    on(a.DrawCard, turns.draw_card),
    on(a.PlayCharacter, playing.play_character),
    on(a.PlayCity, playing.play_city),
    on(a.PlayEvent, playing.play_event),
    on(a.WithdrawCharacter, turns.withdraw_character),
    on(a.DiscardFromHand, turns.discard_from_hand),
    on(a.DiscardFromField, turns.discard_from_field),
    on(a.Attack, attacks.perform),
    on(a.UseAbility, playing.use_ability),
    on(a.EndTurn, turns.end_turn),
)
UNASKED: Mapping[type[Action], str] = {
    **dict.fromkeys(MAIN, "it is not your main step"),
    a.ChooseTarget: "you are not asked for a target",
    a.ChooseCards: "you are not asked for cards",
    a.ChoosePositions: "you are not asked for positions",
    a.TakeCard: "you are not asked to take a card",
}
PLAYED: Mapping[Kind, Callable[[str], Action]] = {
    "character": a.PlayCharacter,
    "city": a.PlayCity,
    "event": a.PlayEvent,
}
QUESTIONS = questions_of(
    Question(
        kind="main",
        rule="CNC-212",
        text="Play cards, attack, use Abilities, or end the turn",
        options=of_board(turns.templates),
        answers=MAIN,
        why=by_type(
            on(a.DrawCard, of_board(turns.refuse_draw)),
            on(a.PlayCharacter, of_board(playing.refuse_play_character)),
            on(a.PlayCity, of_board(playing.refuse_play_city)),
            on(a.PlayEvent, of_board(playing.refuse_play_event)),
            on(a.WithdrawCharacter, of_board(turns.refuse_withdraw)),
            on(a.DiscardFromHand, of_board(turns.refuse_discard_from_hand)),
            on(a.DiscardFromField, of_board(turns.refuse_discard_from_field)),
            on(a.Attack, of_board(attacks.refuse)),
            on(a.UseAbility, of_board(playing.refuse_ability)),
        ),
        default=always(a.EndTurn()),
    ),
    *effect_prompts.QUESTIONS,
)
"""CNC-212 CNC-220 CNC-221 CNC-R49 Every prompt of the catalogue; in the main step the turn ends by default."""


def refuse_unasked(state: State, seat: int, action: Action) -> Refusal:
    """CNC-219 CNC-220 CNC-R08 Out of turn a player only answers; the active player waits for open prompts, too."""
    if type(action) in MAIN and seat == state.board.active:
        return illegal("CNC-220", "first the prompt that is open must be answered")
    return illegal("CNC-219", UNASKED[type(action)])


def plays(state: State, seat: int) -> Iterator[tuple[str, Action]]:
    """CNC-212 Each card of the hand, by its kind."""
    for held in state.board.players[seat].hand:
        if held.iid is not None and held.cid is not None:
            yield held.iid, PLAYED[state.board.cards[held.cid].kind](held.iid)
